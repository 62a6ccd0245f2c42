import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import type { Engine } from '../harness/engines.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

const args = { service: 'api', replicas: 3, dry: false };
const decide = { action: { name: 'deploy', args }, decisions: ['approve', 'reject', 'edit'] };

/** Ada in a chat with a question, and what she does there. */
async function startEditing(engine?: Engine, prompt: object = decide) {
  const asking = await startAsking({ ...(engine && { engine }) });
  const { telegram, ada, chat } = asking;
  await asking.ask(prompt);
  const count = (part: string) => chat().filter((text) => text?.includes(part)).length;
  const press = (button: string) => telegram.press({ chat: ada, button });
  /** Writes a text, and waits until a new message of the bot contains this. */
  const write = async (text: string, answer: string) => {
    const before = count(answer);
    telegram.writeText({ chat: ada, text: `ID:#1 ${text}` });
    await until(() => count(answer) > before);
    return chat().at(-1);
  };
  return { ...asking, count, press, write };
}

describe('a second edit by the same person', () => {
  it('starts from their first one, and shows all that was changed', async () => {
    const { get, press, write, chat, count, telegram, ada } = await startEditing();
    await press('Edit');
    await write('replicas: 5', 'use these arguments?');
    expect(await write('dry: true', 'use these arguments?')).toContain(
      'Changed: replicas, dry.\nservice: api\nreplicas: 5\ndry: true',
    );
    const message = telegram.messages({ chat: ada })[0]?.message_id ?? 0;
    await telegram.press({ chat: ada, button: 'Edit', message });
    await until(() => count('the arguments are') === 2);
    expect(chat().at(-1)).toContain('service: api\nreplicas: 5\ndry: true');
    await write('service: web', 'use these arguments?');
    await press('Use these');
    expect(await get(1)).toMatchObject({
      decision: { value: 'edit', args: { service: 'web', replicas: 5, dry: true } },
    });
  });

  it('starts from what was asked after the first one was discarded', async () => {
    const { get, press, write } = await startEditing();
    await write('replicas: 5', 'use these arguments?');
    await press('Discard');
    await write('dry: true', 'use these arguments?');
    await press('Use these');
    expect(await get(1)).toMatchObject({ decision: { value: 'edit', args: { ...args, dry: true } } });
  });

  it('keeps 1e999 as a text instead of an infinite number', async () => {
    const { get, write } = await startEditing();
    await write('replicas: 1e400', '"replicas" would not be kept exactly');
    await write('{"replicas": -1e400}', '"replicas" would not be kept exactly');
    expect(await get(1)).toMatchObject({ state: 'pending' });
  });
});

onEveryEngine((engine) => {
  describe('an event that a crash cut off before the person was asked', () => {
    it.each([
      ['a press on Edit', 'the arguments are'],
      ['changed arguments', 'use these arguments?'],
    ])('is continued when the platform repeats it: %s', async (what, expected) => {
      const { get, telegram, ada, press, write, count } = await startEditing(engine);
      telegram.failNext('sendMessage', { error: { code: 400, description: 'Bad Request: lost' } });
      if (what === 'changed arguments') telegram.writeText({ chat: ada, text: 'ID:#1 replicas: 5' });
      else await press('Edit');
      await telegram.waitForCall('sendMessage', (call) => JSON.stringify(call).includes('lost'));
      expect(count(expected)).toBe(0);
      const update = telegram.updates().at(-1)?.update_id ?? 0;
      telegram.redeliver(update);
      await until(() => count(expected) === 1);
      telegram.redeliver(update);
      await write('dry: true', 'use these arguments?');
      expect(count(expected)).toBe(what === 'changed arguments' ? 2 : 1);
      await press('Use these');
      const replicas = what === 'changed arguments' ? 5 : 3;
      expect(await get(1)).toMatchObject({ decision: { args: { ...args, replicas, dry: true } } });
    });
  });
});

describe('a typed label', () => {
  it.each([
    ['approve', 'approve'],
    ['  REJECT ', 'reject'],
  ])('counts as the press, also where a text would be the response: %j', async (text, value) => {
    const { get, telegram, ada } = await startEditing(undefined, { decisions: ['approve', 'reject', 'respond'] });
    telegram.writeText({ chat: ada, text: `ID:#1 ${text}` });
    expect(await get(1, '?wait=10')).toMatchObject({ state: 'answered', decision: { value, text: null } });
  });

  it.each(['approve!', 'I approve', 'Ap prove', 'approve because'])(
    'is exact but for case and outer spaces: %j is the response',
    async (text) => {
      const { get, telegram, ada } = await startEditing(undefined, { decisions: ['approve', 'respond'] });
      telegram.writeText({ chat: ada, text: `ID:#1 ${text}` });
      expect(await get(1, '?wait=10')).toMatchObject({ decision: { value: 'respond', text } });
    },
  );

  it('of Edit or Respond asks for more, as the press does, and after Respond a label is the response', async () => {
    const { get, write, telegram, ada } = await startEditing(undefined, {
      ...decide,
      decisions: ['approve', 'edit', 'respond'],
    });
    await write('edit', 'the arguments are');
    await write('Respond', 'please write your response');
    expect(await get(1)).toMatchObject({ state: 'pending' });
    telegram.writeText({ chat: ada, text: 'ID:#1 approve' });
    expect(await get(1, '?wait=10')).toMatchObject({ decision: { value: 'respond', text: 'approve' } });
  });

  it('of an option counts only where the prompt takes texts', async () => {
    const { ask, get, telegram, ada, write } = await startEditing(undefined, { options: ['Yes', 'No'] });
    await write('yes', 'takes no text');
    expect(await get(1)).toMatchObject({ state: 'pending' });
    await ask({ options: ['Yes', 'No'], allow_text: true });
    telegram.writeText({ chat: ada, text: 'ID:#2 yes' });
    expect(await get(2, '?wait=10')).toMatchObject({ answer: 'Yes', answer_type: 'option' });
  });
});

describe('an approval in the console', () => {
  it('with other arguments than those asked for is refused with 400, and the prompt stays pending', async () => {
    const { get, ask, gateway } = await startEditing();
    const receiver = await startReceiver();
    const operator = await setUpConsole(gateway);
    const approve = (num: number, given: unknown) =>
      operator.request('POST', `/v1/prompts/${num}/answer`, { type: 'decision', value: 'approve', args: given });
    for (const other of [{ ...args, replicas: 4 }, { replicas: 3 }, {}, { ...args, more: 1 }])
      expect(await approve(1, other)).toMatchObject({
        status: 400,
        json: { code: 'validation', detail: expect.stringMatching(/^args: must be those that were asked for/) },
      });
    expect(await get(1)).toMatchObject({ state: 'pending' });
    const same = { dry: false, replicas: 3, service: 'api' };
    expect(await approve(1, same)).toMatchObject({ status: 200, json: { decision: { args } } });
    await ask({ ...decide, callback_url: receiver.url });
    expect((await approve(2, null)).status).toBe(200);
    expect((await receiver.waitFor(1))[0]?.json.answer.args).toEqual(args);
  });
});
