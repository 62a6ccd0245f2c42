import { createPolicy, type BodyInput } from '@gateway/contract';
import { expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, onEveryEngineInBothTiers, type Engine } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { registerChannel } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { startTwoChats, type TwoChats } from '../harness/two-chats.js';
import { until } from '../harness/until.js';

const MINUTE_MS = 60_000;

type Rules = Omit<BodyInput<typeof createPolicy>, 'policy_id' | 'name'>;

/** Two chats and a clock. The question is asked in `approvals`, by the policy `p`. */
async function startWith(rules: Rules, engine?: Engine) {
  const clock = manualClock();
  const chats = await startTwoChats({ clock, ...(engine && { engine }) });
  await chats.gateway.call(createPolicy, { body: { policy_id: 'p', name: 'Policy', ...rules } });
  const ask: TwoChats['ask'] = (body) =>
    chats.ask({
      channels: ['approvals'],
      policy: 'p',
      decisions: ['approve', 'reject'],
      options: [],
      ttl_sec: 7200,
      ...body,
    });
  /** Moves the clock to the time, and on in small steps until the condition holds. */
  const at = async (minutes: number, condition: () => unknown) => {
    clock.advance(minutes * MINUTE_MS);
    await until(async () => {
      if (await condition()) return true;
      clock.advance(100);
      return false;
    });
  };
  return { ...chats, clock, ask, at };
}

onEveryEngineInBothTiers((engine) => {
  it('a question is escalated to another platform, and a press there closes both chats', async () => {
    const rules = { steps: [{ after_sec: 60, channels: ['oncall', 'approvals'] }] };
    const { ask, at, atAda, atOps, slack, ops, grace, get, reaches, haveButtons, gateway } = await startWith(
      rules,
      engine,
    );
    expect((await ask()).status).toBe(200);
    expect(atOps()).toEqual([]);
    await at(1, () => atOps().length === 1);
    expect([atAda(), atOps()]).toEqual([['Ship it?'], ['Ship it?']]);
    await until(async () => (await get(1)).posts[1]?.message_id);
    expect((await get(1)).posts).toMatchObject([
      { channel_id: 'approvals', closed_at: null, failed: null },
      { channel_id: 'oncall', platform: 'slack', chat_id: ops.id, closed_at: null, failed: null },
    ]);
    await slack.press({ channel: ops, button: 'Approve', user: grace });
    expect(await reaches(1, 'answered')).toMatchObject({ answer: 'approve', decided_by: 'person' });
    await until(() => !haveButtons());
    await until(async () => (await get(1)).posts.every((post: { closed_at: unknown }) => post.closed_at !== null));
    expect(await promptEvents(gateway, 'prompt.answered')).toEqual(['created', 'escalated', 'voted', 'answered']);
  });

  it('the policy decides when the time is over, and every chat shows it', async () => {
    const rules = { on_timeout: { decision: 'reject' as const } };
    const { ask, at, atAda, atOps, get, haveButtons, gateway } = await startWith(rules, engine);
    const receiver = await startReceiver();
    await ask({ channels: ['approvals', 'oncall'], callback_url: receiver.url, ttl_sec: 60 });
    await at(1, async () => (await get(1)).state === 'answered');
    expect(await get(1)).toMatchObject({
      answer: 'reject',
      answer_type: 'decision',
      answered_by_id: null,
      decided_by: 'policy',
      closed_reason: null,
      decision: { type: 'decision', value: 'reject', reason: null, args: null, text: null },
      votes: [],
    });
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({
      type: 'prompt.answered',
      answer: { type: 'decision', value: 'reject' },
      answered_by: null,
      decided_by: 'policy',
      votes: [],
    });
    await until(() => !haveButtons());
    const closed = ['Ship it?\n\n❌ Reject (no answer in time)'];
    expect([atAda(), atOps()]).toEqual([closed, closed]);
    expect(await promptEvents(gateway, 'prompt.answered')).toEqual(['created', 'answered']);
  });
});

onEveryEngine((engine) => {
  it('a reminder says in every chat that the question waits, as a reply, and how long it can be answered', async () => {
    const rules = {
      steps: [
        { after_sec: 60, remind: true as const },
        { after_sec: 180, remind: true as const },
      ],
    };
    const { ask, at, atAda, atOps, telegram, ada, slack, ops, reaches, gateway, grace } = await startWith(
      rules,
      engine,
    );
    await ask({ channels: ['approvals', 'oncall'] });
    await at(1, () => atAda().length > 1 && atOps().length > 1);
    const reminder = 'Reminder: question #1 waits for an answer. 118 minutes remain.';
    expect([atAda()[1], atOps()[1]]).toEqual([reminder, reminder].map((text) => expect.stringMatching(pattern(text))));
    const [question, note] = telegram.messages({ chat: ada });
    expect(note?.reply_to_message?.message_id).toBe(question?.message_id);
    expect(slack.messages(ops)[1]?.thread_ts).toBe(slack.messages(ops)[0]?.ts);
    await at(2, () => atAda().length > 2 && atOps().length > 2);
    await slack.press({ channel: ops, button: 'Reject', message: slack.messages(ops)[0]!, user: grace });
    await reaches(1, 'answered');
    const events = ['created', 'reminded', 'reminded', 'voted', 'answered'];
    expect(await promptEvents(gateway, 'prompt.answered')).toEqual(events);
  });
});

/** The kinds of all events about prompts so far, up to the first of the type `last`. */
async function promptEvents(gateway: TwoChats['gateway'], last: string): Promise<string[]> {
  const reader = await readEvents(gateway, { after: 0 });
  await until(() => reader.events.some(({ type }) => type === last));
  reader.close();
  return reader.events.flatMap(({ type }) => (type.startsWith('prompt.') ? [type.slice('prompt.'.length)] : []));
}

/** The reminder in any of the seconds in which it can be made. */
function pattern(text: string): RegExp {
  return new RegExp(`^${text.replace(/\d+ minutes/, '11[89] minutes')}$`);
}

it('no reminder comes after the answer', async () => {
  const { ask, at, atAda, telegram, ada, reaches, clock } = await startWith({
    steps: [{ after_sec: 60, remind: true }],
  });
  await ask();
  await telegram.press({ chat: ada, button: 'Approve' });
  await reaches(1, 'answered');
  await ask();
  await at(1, () => atAda().some((text) => text.startsWith('Reminder: question #2')));
  clock.advance(10_000);
  expect(atAda().filter((text) => text.startsWith('Reminder'))).toHaveLength(1);
});

it('an escalation to a channel that was deactivated is recorded and logged, and the other one gets the question', async () => {
  const { ask, at, atOps, get, gateway, telegram } = await startWith({});
  const grace = telegram.addUser({ firstName: 'Grace' });
  await registerChannel(gateway, telegram, { id: 'off', chat: grace });
  const steps = [{ after_sec: 60, channels: ['off', 'oncall'] }];
  await gateway.call(createPolicy, { body: { policy_id: 'steps', name: 'Steps', steps } });
  await ask({ policy: 'steps' });
  await gateway.request('DELETE', '/v1/channels/off');
  await at(1, () => atOps().length === 1);
  expect(telegram.messages({ chat: grace })).toEqual([]);
  expect((await get(1)).posts).toMatchObject([
    { channel_id: 'approvals' },
    { channel_id: 'off', message_id: null, failed: expect.stringContaining('Channel "off" is inactive') },
    { channel_id: 'oncall', failed: null },
  ]);
  expect(gateway.logLines.filter((line) => line.includes('A prompt could not be escalated'))).toHaveLength(1);
});

it('a question whose time is over stays pending until its policy has decided, and takes no answer', async () => {
  const { ask, clock, get, telegram, ada, gateway, at } = await startWith({ on_timeout: { decision: 'approve' } });
  await ask({ ttl_sec: 60 });
  clock.skip(61_000);
  expect((await get(1)).state).toBe('pending');
  expect((await telegram.press({ chat: ada, button: 'Reject' })).notice).toContain('Nothing was recorded');
  const { status, json } = await gateway.request('POST', '/v1/prompts/1/cancel');
  expect([status, json.detail]).toEqual([409, expect.stringContaining('its policy decides')]);
  await at(0, async () => (await get(1)).state === 'answered');
  expect((await get(1)).answer).toBe('approve');
});

it('votes before the end are in the callback of what the policy decides', async () => {
  const { ask, at, get, telegram, ada } = await startWith({ approvals: 2, on_timeout: { decision: 'reject' } });
  const receiver = await startReceiver();
  await ask({ callback_url: receiver.url, ttl_sec: 60 });
  await telegram.press({ chat: ada, button: 'Approve' });
  await until(async () => (await get(1)).votes.length === 1);
  await at(1, async () => (await get(1)).state === 'answered');
  const [callback] = await receiver.waitFor(1);
  expect(callback?.json).toMatchObject({
    decided_by: 'policy',
    answer: { value: 'reject' },
    votes: [{ decision: 'approve', channel_id: 'approvals', by: { platform: 'telegram', name: 'Ada' } }],
  });
});
