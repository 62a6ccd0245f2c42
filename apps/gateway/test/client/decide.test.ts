import { describe, expect, expectTypeOf, it } from 'vitest';
import { until } from '../harness/until.js';
import { startClient } from './asking.js';

const action = { name: 'deploy', args: { service: 'api', version: '1' }, summary: 'Releases the api.' };

describe('decide', () => {
  it('resolves with an approval and the arguments, and shows them in the chat', async () => {
    const { client, press, chat } = await startClient();
    const asked = client.decide({ action });
    await press('Approve');
    const outcome = await asked;
    expect(outcome).toMatchObject({
      status: 'answered',
      answer: { type: 'decision', value: 'approve', args: action.args, reason: null },
      answeredBy: { username: 'ada' },
    });
    expect(chat()[0]).toContain('service: api');
    if (outcome.status === 'answered') expectTypeOf(outcome.answer.value).toEqualTypeOf<'approve' | 'reject'>();
    if (outcome.status === 'answered' && outcome.answer.value === 'approve')
      expectTypeOf(outcome.answer.args).toEqualTypeOf<{ service: string; version: string }>();
  });

  it('waits for the words of the person who rejects', async () => {
    const { client, press, telegram, ada, get } = await startClient();
    const asked = client.decide({ action });
    await press('Reject');
    await until(async () => (await get(1)).state === 'answered');
    telegram.writeText({ chat: ada, text: 'ID:#1 Not on a Friday.' });
    expect(await asked).toMatchObject({ answer: { value: 'reject', reason: 'Not on a Friday.', args: null } });
  });

  it('does not wait for words that are not asked for, or longer than reason_wait_sec', async () => {
    for (const given of [{ ask_reason: 'never' as const }, { reason_wait_sec: 1 }]) {
      const { client, press } = await startClient();
      const asked = client.decide({ action, ...given });
      await press('Reject');
      expect(await asked).toMatchObject({ answer: { value: 'reject', reason: null } });
    }
  });

  it('resolves with the arguments that a person edited', async () => {
    const { client, press, telegram, ada } = await startClient();
    const asked = client.decide({ action, decisions: ['approve', 'edit'] });
    await press('Edit');
    telegram.writeText({ chat: ada, text: 'ID:#1 version: 2' });
    await until(() => JSON.stringify(telegram.messages({ chat: ada })).includes('Use these'));
    await telegram.press({ chat: ada, button: 'Use these' });
    const outcome = await asked;
    expect(outcome).toMatchObject({ answer: { value: 'edit', args: { service: 'api', version: '2' } } });
    if (outcome.status === 'answered' && outcome.answer.value === 'edit')
      expectTypeOf(outcome.answer.args).toEqualTypeOf<{ service: string; version: string }>();
  });

  it('resolves with the text of a response, by buttons with labels of the agent', async () => {
    const { client, press, telegram, ada } = await startClient();
    const asked = client.decide({
      action,
      decisions: ['approve', 'respond'],
      labels: { approve: 'Ship it', respond: 'Say more' },
    });
    await press('Say more');
    telegram.writeText({ chat: ada, text: 'ID:#1 Which version?' });
    expect(await asked).toMatchObject({ answer: { value: 'respond', text: 'Which version?', args: null } });
  });
});
