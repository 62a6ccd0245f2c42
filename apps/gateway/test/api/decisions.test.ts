import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { registerChannel } from '../harness/gateway.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

const action = {
  name: 'deploy',
  summary: 'Deploys the API to production.',
  args: { service: 'api', replicas: 3, dry: false },
  risk: 'high',
};
const decide = { action, decisions: ['approve', 'reject', 'edit', 'respond'] };

describe('a prompt that asks for a decision', () => {
  it('shows the action and a button for each decision, and its callback carries the decision with the arguments', async () => {
    const { ask, get, telegram, ada, chat } = await startAsking();
    const receiver = await startReceiver();
    await ask({ ...decide, labels: { approve: 'Ship it' }, callback_url: receiver.url });
    expect(chat().at(-1)).toContain(
      'The agent says (risk: high):\n> Ship it?\n> Deploys the API to production.\n\n' +
        'What will be done:\nAction: deploy\nservice: api\nreplicas: 3\ndry: false',
    );
    expect(await get(1)).toMatchObject({
      decisions: decide.decisions,
      action,
      decision: null,
      labels: { approve: 'Ship it' },
    });
    await telegram.press({ chat: ada, button: 'Ship it' });
    const [callback] = await receiver.waitFor(1);
    const action_digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
    const decision = { type: 'decision', value: 'approve', reason: null, args: action.args, text: null, action_digest };
    expect(callback?.json).toMatchObject({ type: 'prompt.answered', answer: decision });
    expect(Object.keys(callback?.json.answer)).toEqual(Object.keys(decision));
    expect(callback?.json).not.toHaveProperty('votes');
    expect(await get(1)).toMatchObject({ state: 'answered', answer: 'approve', answer_type: 'decision', decision });
    await until(() => chat().some((text) => text?.includes('✅ Approved: Ship it (Ada)')));
  });

  it('makes hidden characters of the action visible and shortens long values in the middle', async () => {
    const { ask, chat } = await startAsking();
    const args = { path: 'a\u202Eb\u200B\nc', long: 'x'.repeat(1000) };
    await ask({ decisions: ['approve'], action: { name: 'write', args } });
    const text = chat().at(-1) ?? '';
    expect(text).toContain(String.raw`path: a\u{202e}b\u{200b}\nc`);
    expect(text).toMatch(/long: x{160} … \(1000 characters\) … x{80}/);
  });

  it('counts the arguments that the message does not show, and has a button for all', async () => {
    const { post, chat, telegram, ada } = await startAsking();
    const args = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, at]));
    const asked = (count: number) =>
      post({ channel_id: 'approvals', text: 'Go?', decisions: ['approve'], action: { name: 'x', args: args(count) } });
    await asked(40);
    await expect(telegram.press({ chat: ada, button: 'Show all' })).rejects.toThrow('no such button');
    expect((await asked(201)).json.warnings).toEqual([]);
    expect(chat().at(-1)).toContain('… and 161 more arguments');
    await telegram.press({ chat: ada, button: 'Show all' });
    await until(() => chat().includes('The whole action of question #2.'));
  });

  it('names the length of a value as it was given, not as it is shown', async () => {
    const { ask, chat } = await startAsking();
    await ask({ decisions: ['approve'], action: { name: 'write', args: { content: '\u200b'.repeat(500) } } });
    expect(chat().at(-1)).toContain('… (500 characters) …');
  });

  it.each([
    [{ decisions: ['approve'], options: ['Yes'] }, 'cannot be combined with options'],
    [{ decisions: ['approve'], allow_text: true }, 'cannot be combined with allow_text'],
    [{ decisions: ['edit'] }, 'edit needs action.args'],
    [{ decisions: [] }, 'at least one of approve, reject, edit, respond'],
    [{ decisions: ['approve', 'approve'] }, 'must not repeat'],
    [{ decisions: ['approve'], labels: { reject: 'No' } }, 'names reject'],
    [{ decisions: ['approve', 'reject'], labels: { approve: 'Reject' } }, 'all be different'],
    [{ options: ['Yes'], labels: { approve: 'Yes' } }, 'needs decisions'],
    [{ options: ['Yes'], ask_reason: 'always' }, 'needs decisions'],
    [{ decisions: ['approve'], action: { name: 'x', args: { a: 'y'.repeat(70_000) } } }, '64 kB'],
  ])(
    'with a mistake in its decisions is refused with 400 (case %#), and nothing is posted',
    async (prompt, problem) => {
      const { post, chat } = await startAsking();
      const refused = await post({ channel_id: 'approvals', text: 'Ship it?', ...prompt });
      expect(refused).toMatchObject({ status: 400, json: { code: 'validation' } });
      expect(refused.json.detail).toContain(problem);
      expect(chat()).toEqual([]);
    },
  );
});

describe('the reason for a decision', () => {
  const asking = { decisions: ['approve', 'reject'], ask_reason: 'on_reject' };

  it('is asked for after the press, and the callback waits for it', async () => {
    const { ask, get, telegram, ada, chat } = await startAsking();
    const receiver = await startReceiver();
    await ask({ ...asking, callback_url: receiver.url });
    await telegram.press({ chat: ada, button: 'Reject' });
    expect(await get(1)).toMatchObject({ state: 'answered', decision: { value: 'reject', reason: null } });
    await until(() => chat().some((text) => text?.includes('Why?')));
    const asked = telegram.messages({ chat: ada }).find(({ text }) => text?.includes('Why?'));
    expect(receiver.received).toHaveLength(0);
    telegram.writeText({ chat: ada, text: 'use staging', replyTo: asked?.message_id ?? 0 });
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json.answer).toEqual({
      type: 'decision',
      value: 'reject',
      reason: 'use staging',
      args: null,
      text: null,
    });
    expect(await get(1)).toMatchObject({ decision: { reason: 'use staging' } });
    telegram.writeText({ chat: ada, text: 'ID:#1 no, wait' });
    await until(() => chat().some((text) => text?.includes('came too late')));
    expect(await get(1)).toMatchObject({ decision: { reason: 'use staging' } });
  });

  it('is left out of the callback after reason_wait_sec', async () => {
    const clock = manualClock();
    const { ask, telegram, ada } = await startAsking({ clock });
    const receiver = await startReceiver();
    await ask({ ...asking, reason_wait_sec: 30, callback_url: receiver.url });
    await telegram.press({ chat: ada, button: 'Reject' });
    clock.advance(31_000);
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json.answer).toMatchObject({ value: 'reject', reason: null });
  });

  it('is taken only from the person who decided', async () => {
    const { ask, get, gateway, telegram, ada } = await startAsking();
    const bob = telegram.addUser({ firstName: 'Bob' });
    const ops = telegram.addChat({ title: 'Ops', members: [ada.id, bob.id] });
    await registerChannel(gateway, telegram, { id: 'ops', chat: ops });
    await ask({ ...asking, channel_id: 'ops' });
    await telegram.press({ chat: ops, button: 'Reject', user: ada });
    const replyTo = telegram.messages({ chat: ops })[0]?.message_id ?? 0;
    telegram.writeText({ chat: ops, user: bob, text: 'because Bob says so', replyTo });
    telegram.writeText({ chat: ops, user: ada, text: 'because Ada says so', replyTo });
    await until(async () => (await get(1)).decision.reason !== null);
    expect(await get(1)).toMatchObject({ decision: { reason: 'because Ada says so' } });
  });
});

describe('a response', () => {
  it('is a text reply to a prompt that has respond', async () => {
    const { ask, get, telegram, ada } = await startAsking();
    await ask(decide);
    telegram.writeText({ chat: ada, text: 'ID:#1 ask me tomorrow' });
    expect(await get(1, '?wait=10')).toMatchObject({
      answer: 'respond',
      decision: { value: 'respond', text: 'ask me tomorrow', args: null },
    });
  });

  it('is asked for by a press on Respond, and the prompt stays pending until it comes', async () => {
    const { ask, get, telegram, ada, chat } = await startAsking();
    await ask(decide);
    await telegram.press({ chat: ada, button: 'Respond' });
    await until(() => chat().some((text) => text?.includes('please write your response')));
    expect(await get(1)).toMatchObject({ state: 'pending' });
    const asked = telegram.messages({ chat: ada }).find(({ text }) => text?.includes('please write your response'));
    telegram.writeText({ chat: ada, text: 'later', replyTo: asked?.message_id ?? 0 });
    expect(await get(1, '?wait=10')).toMatchObject({ decision: { value: 'respond', text: 'later' } });
  });
});

describe('changed arguments', () => {
  const start = async () => {
    const asking = await startAsking();
    const receiver = await startReceiver();
    await asking.ask({ ...decide, callback_url: receiver.url });
    await asking.telegram.press({ chat: asking.ada, button: 'Edit' });
    await until(() => asking.chat().some((text) => text?.includes('the arguments are')));
    return { ...asking, receiver };
  };

  it.each([['replicas: 5\nservice: web'], ['{"replicas": 5, "service": "web"}']])(
    'given as %j are the answer only after Use these',
    async (text) => {
      const { get, telegram, ada, chat, receiver } = await start();
      telegram.writeText({ chat: ada, text: `ID:#1 ${text}` });
      await until(() => chat().some((shown) => shown?.includes('use these arguments?')));
      expect(chat().at(-1)).toContain('service: web\nreplicas: 5\ndry: false');
      expect(await get(1)).toMatchObject({ state: 'pending' });
      await telegram.press({ chat: ada, button: 'Use these' });
      const [callback] = await receiver.waitFor(1);
      const args = { service: 'web', replicas: 5, dry: false };
      const action_digest = expect.stringMatching(/^sha256:/);
      const answer = { type: 'decision', value: 'edit', reason: null, args, text: null, action_digest };
      expect(callback?.json.answer).toEqual(answer);
    },
  );

  it.each([
    ['colour: red', 'There is no argument "colour"'],
    ['replicas: many', '"replicas" must be a number'],
    ['just do it', 'Each line must be key: value'],
    ['{"replicas": ', 'not a valid JSON object'],
  ])('given as %j are refused with the reason and change nothing', async (text, problem) => {
    const { get, telegram, ada, chat } = await start();
    telegram.writeText({ chat: ada, text: `ID:#1 ${text}` });
    await until(() => chat().some((shown) => shown?.includes(problem)));
    expect(await get(1)).toMatchObject({ state: 'pending' });
  });

  it('are dropped by Discard, and the prompt stays pending', async () => {
    const { get, telegram, ada, chat } = await start();
    telegram.writeText({ chat: ada, text: 'ID:#1 replicas: 5' });
    await until(() => chat().some((shown) => shown?.includes('use these arguments?')));
    await telegram.press({ chat: ada, button: 'Discard' });
    expect(await get(1)).toMatchObject({ state: 'pending' });
    await until(() => chat().some((shown) => shown?.includes('The changes are discarded')));
    await telegram.press({ chat: ada, button: 'Approve' });
    expect(await get(1)).toMatchObject({ decision: { value: 'approve', args: action.args } });
  });
});

describe('a decision in the console', () => {
  it('takes the same object as the callback carries', async () => {
    const { ask, gateway } = await startAsking();
    await ask(decide);
    const operator = await setUpConsole(gateway);
    const answer = (body: object) => operator.request('POST', '/v1/prompts/1/answer', body);
    expect((await answer({ type: 'option', value: 'Approve' })).status).toBe(400);
    expect((await answer({ type: 'decision', value: 'edit', args: { replicas: 'x' } })).json.detail).toContain(
      'a number',
    );
    const edited = { type: 'decision', value: 'edit', reason: 'less load', args: { replicas: 1 }, text: null };
    expect(await answer(edited)).toMatchObject({
      status: 200,
      json: { decision: { ...edited, args: { ...action.args, replicas: 1 } }, answered_by_username: 'Ada' },
    });
  });
});
