import { expect, it } from 'vitest';
import { adminKey, as } from '../harness/keys.js';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { action, sha256, startKeyed } from './fixture.js';

const note = '↩️ Ada took back the approval of question #1.';
const onlyWhoApproved = 'Only who approved can take it back.';

async function startTakingBack(engine?: Engine) {
  const chats = await startKeyed({ ...(engine && { engine }) });
  const { telegram, slack, ada, grace, ops, atAda, atOps, get, gateway } = chats;
  const question = () => telegram.messages({ chat: ada })[0]?.message_id ?? 0;
  return {
    ...chats,
    question,
    admin: as(gateway, adminKey),
    /** Writes as Ada. `replies`: to the question. */
    write: (text: string, replies = false) =>
      telegram.writeText({ chat: ada, text, ...(replies && { replyTo: question() }) }),
    writeAtOps: (text: string, user = grace) =>
      slack.writeText({ channel: ops, user, text, under: slack.messages(ops)[0]! }),
    pressAtOps: (button: string, user = grace) => slack.press({ channel: ops, button, user }),
    readsAtAda: (text: string) => until(() => atAda().includes(text)),
    readsAtOps: (text: string) => until(() => atOps().includes(text)),
    count: (text: string) => atAda().filter((shown) => shown === text).length,
    withdrawn: async (num = 1) => ((await get(num)).withdrawn_at as string | null) !== null,
  };
}

onEveryEngine((engine) => {
  it.each([
    ['a reply to the question', 'take BACK ', true],
    ['the number of the question', 'ID:#1  Take back', false],
  ])(
    'the person who approved takes it back by %s, and the asker and the audit log are told',
    async (_how, text, replies) => {
      const { agent, approved, consume, write, readsAtAda, admin, ada, count, atAda } = await startTakingBack(engine);
      const receiver = await startReceiver();
      await approved({ callback_url: receiver.url });
      await receiver.waitFor(1);
      write(text, replies);
      await readsAtAda(note);
      expect(await consume(agent, { action })).toMatchObject({ status: 409, json: { code: 'approval_withdrawn' } });
      expect((await receiver.waitFor(2))[1]?.json).toMatchObject({
        type: 'prompt.withdrawn',
        prompt_id: '#1',
        withdrawn_by: { id: String(ada.id), username: 'ada' },
      });
      const { json: entries } = await admin('GET', '/v1/audit?action=prompt.withdrawn');
      expect(entries).toMatchObject([
        { actor: { kind: 'system', id: `user:telegram:${ada.id}`, name: 'Ada' }, resource: { id: '#1' } },
      ]);
      write(text, replies);
      await readsAtAda('Question #1 was taken back before.');
      expect([count(note), atAda().at(-1)]).toEqual([1, 'Question #1 was taken back before.']);
    },
  );

  it('an approval is taken back once when the platform reports the words again, and no one is told twice', async () => {
    const { approved, write, readsAtAda, telegram, admin, atAda, count } = await startTakingBack(engine);
    await approved();
    write('ID:#1 Take back');
    await readsAtAda(note);
    telegram.redeliver(telegram.updates().at(-1)?.update_id ?? 0);
    write('ID:#1 too late');
    await until(() => atAda().at(-1)?.startsWith('Question #1 is closed.') === true);
    expect([count(note), count('Question #1 was taken back before.')]).toEqual([1, 0]);
    expect((await admin('GET', '/v1/audit?action=prompt.withdrawn')).json).toHaveLength(1);
  });

  it('words that were refused before the approval do not take it back when the platform reports them again', async () => {
    const { ask, press, reaches, write, telegram, atAda, withdrawn } = await startTakingBack(engine);
    await ask({ decisions: ['approve', 'reject'] });
    write('ID:#1 Take back');
    await until(() => atAda().some((text) => text.startsWith('Question #1 takes no text')));
    const update = telegram.updates().at(-1)?.update_id ?? 0;
    await press('Approve');
    await reaches(1, 'answered');
    telegram.redeliver(update);
    write('ID:#1 too late');
    await until(() => atAda().at(-1)?.startsWith('Question #1 is closed.') === true);
    expect(await withdrawn()).toBe(false);
  });

  it('each of two people who approved can take it back, and no one else can', async () => {
    const chats = await startTakingBack(engine);
    const { ask, admin, press, pressAtOps, reaches, slack, ops, write, writeAtOps, readsAtOps, readsAtAda } = chats;
    await admin('POST', '/v1/policies/new', { policy_id: 'two', name: 'Two people', approvals: 2 });
    const body = { channel_id: undefined, channels: ['approvals', 'oncall'], policy: 'two' };
    await ask({ ...body, decisions: ['approve', 'reject'] });
    await press('Approve');
    await until(() => chats.atOps().some((text) => text.includes('1 of 2')));
    await pressAtOps('Approve');
    await reaches(1, 'answered');
    const linus = slack.addUser({ name: 'linus' });
    slack.invite(ops, linus);
    writeAtOps('Take back', linus);
    await readsAtOps(onlyWhoApproved);
    expect(await chats.withdrawn()).toBe(false);
    write('Take back', true);
    await readsAtAda(note);
    await readsAtOps(note);
  });
});

it('the callback of an approval that is taken back has the digest of its answer, also of an option without arguments', async () => {
  const { approved, write } = await startTakingBack();
  const receiver = await startReceiver();
  const options = { decisions: undefined, options: ['Go', 'Stay'], approving_options: ['Go'] };
  await approved({ ...options, action: { name: 'deploy' }, callback_url: receiver.url }, 'Go');
  write('ID:#1 Take back');
  const [answered, withdrawn] = await receiver.waitFor(2);
  const digest = sha256('{"args":{},"name":"deploy"}');
  expect(answered?.json).toMatchObject({ answer: { value: 'Go', action_digest: digest } });
  expect(withdrawn?.json).toMatchObject({ type: 'prompt.withdrawn', action_digest: digest });
});

it('in Slack the person who approved takes it back in the thread of the question, and another person cannot', async () => {
  const chats = await startTakingBack();
  const { ask, pressAtOps, reaches, slack, ops, writeAtOps, readsAtOps, withdrawn } = chats;
  await ask({ channel_id: 'oncall', decisions: ['approve', 'reject'] });
  await pressAtOps('Approve');
  await reaches(1, 'answered');
  const linus = slack.addUser({ name: 'linus' });
  slack.invite(ops, linus);
  writeAtOps('Take back', linus);
  await readsAtOps(onlyWhoApproved);
  expect(await withdrawn()).toBe(false);
  writeAtOps('ID:#1 take back');
  await until(() => withdrawn());
  await until(() => chats.atOps().some((text) => /^↩️ .* took back the approval of question #1\.$/.test(text)));
});

it('the notice after the press says how to take the approval back, and that of a rejection does not', async () => {
  const { ask, press, reaches } = await startTakingBack();
  await ask();
  expect((await press('Approve')).notice).toBe(
    'Recorded: Approve. To take it back, reply to the question within 10 minutes: Take back',
  );
  await reaches(1, 'answered');
  await ask();
  expect((await press('Reject')).notice).toBe('Recorded: Reject');
});

it('an approval that was used, or is older than ten minutes, is not taken back, and the person reads why', async () => {
  const { agent, approved, consume, write, readsAtAda, clock, withdrawn } = await startTakingBack();
  await approved();
  expect((await consume(agent)).status).toBe(200);
  write('ID:#1 Take back');
  await readsAtAda('Question #1 was used already: the action may have run.');
  await approved();
  clock.advance(600_001);
  write('ID:#2 Take back');
  await readsAtAda('Question #2 was approved more than 10 minutes ago: it cannot be taken back.');
  expect([await withdrawn(1), await withdrawn(2)]).toEqual([false, false]);
});

it('the words are no withdrawal of a rejection, of an answer without an action, or of an open question', async () => {
  const { approved, ask, write, atAda, get } = await startTakingBack();
  await approved({}, 'Reject');
  write('ID:#1 Take back');
  await until(() => atAda().at(-1)?.startsWith('Question #1 is closed.') === true);
  await approved({ action: undefined, decisions: ['approve', 'reject'] });
  write('ID:#2 Take back');
  await until(() => atAda().at(-1)?.startsWith('Question #2 is closed.') === true);
  await ask({ decisions: ['approve', 'respond'] });
  write('ID:#3 Take back');
  await until(async () => (await get(3)).state === 'answered');
  expect(await get(3)).toMatchObject({ decision: { value: 'respond', text: 'Take back' }, withdrawn_at: null });
});

it('an agent that writes the words below the question takes nothing back', async () => {
  const { agent, approved, consume, atAda } = await startTakingBack();
  await approved();
  const noted = await agent.request('POST', '/v1/prompts/1/notes', { kind: 'progress', text: 'ID:#1 Take back' });
  expect(noted.status, noted.text).toBeLessThan(300);
  await until(() => atAda().at(-1)?.includes('Take back') === true);
  expect((await agent.request('POST', '/v1/prompts/1/withdraw')).status).toBe(403);
  expect((await consume(agent, { action })).status).toBe(200);
});
