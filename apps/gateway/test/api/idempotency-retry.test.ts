import { describe, expect, it } from 'vitest';
import { runStatements } from '@gateway/store/testing';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, sqlite, type Engine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

async function setUp(engine: Engine) {
  const asking = await startAsking({ engine });
  const { gateway, telegram, ada } = asking;
  await registerChannel(gateway, telegram, {
    id: 'chat',
    chat: ada,
    type: 'MESSAGE',
    callbackUrl: 'http://127.0.0.1:9/',
  });
  const post = (path: string, body: object) =>
    gateway.request('POST', path, { body, headers: { 'idempotency-key': 'order-7' } });
  return {
    ...asking,
    askWithKey: () => post('/v1/prompts/new', { channel_id: 'approvals', text: 'Ship it?' }),
    sendWithKey: (text: string) => post('/v1/messages/send', { channel_id: 'chat', text }),
  };
}

describe('a prompt that was posted but not recorded', () => {
  it.each([
    [
      'without an Idempotency-Key answers outcome_unknown',
      {},
      'outcome_unknown',
      null,
      /closes by itself soon: read #1 after 3 minutes/,
    ],
    [
      'with an Idempotency-Key answers unavailable and is continued by a retry',
      { 'idempotency-key': 'order-7' },
      'unavailable',
      '1',
      /Repeat the request with the same Idempotency-Key: it continues #1\.$/,
    ],
  ])('%s', async (_, headers, code, wait, detail) => {
    const clock = manualClock();
    const env = await sqlite.empty();
    const { gateway, telegram, ada } = await startAsking({ env, clock });
    await runStatements(
      env,
      `CREATE TRIGGER no_space BEFORE UPDATE OF message_id ON prompt BEGIN SELECT RAISE(ABORT, 'no space'); END`,
    );
    let isOver = false;
    const body = { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] };
    const ask = () =>
      gateway.request('POST', '/v1/prompts/new', { body, headers }).finally(() => {
        isOver = true;
      });
    const asked = ask();
    await until(() => {
      clock.advance(500);
      return isOver;
    });
    const refused = await asked;
    expect([refused.status, refused.json.code, refused.json.retryable]).toEqual([503, code, code === 'unavailable']);
    expect(refused.headers.get('retry-after')).toBe(wait);
    expect(refused.json.detail).toMatch(detail);
    await runStatements(env, 'DROP TRIGGER no_space');
    if (code === 'unavailable') expect((await ask()).json.prompt_id).toBe('#1');
    expect((await telegram.press({ chat: ada, button: 'Yes' })).notice).toBe('Recorded: Yes');
    expect((await gateway.request('GET', '/v1/prompts/1')).json.state).toBe('answered');
  });
});

describe('an Idempotency-Key', () => {
  onEveryEngine((engine) => {
    it.each([
      ['a rate limit', { error: { code: 429, description: 'Too Many Requests', parameters: { retry_after: 90 } } }],
      ['a failure of the platform', { error: { code: 500, description: 'Internal Server Error' } }],
      ['a dropped connection', { drop: true }],
    ])('can be reused after %s', async (_, fault) => {
      const { gateway, telegram, askWithKey, chat } = await setUp(engine);
      telegram.failNext('sendMessage', fault);
      expect(await askWithKey()).toMatchObject({ status: 400, json: { retryable: true } });
      const retried = await askWithKey();
      expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([200, null]);
      expect((await askWithKey()).text).toBe(retried.text);
      expect(chat()).toHaveLength(1);
      expect((await gateway.request('GET', '/v1/prompts')).json).toHaveLength(1);
    });

    it('of a message can be reused after a failure of the platform', async () => {
      const { telegram, sendWithKey, chat } = await setUp(engine);
      telegram.failNext('sendMessage', { error: { code: 500, description: 'Internal Server Error' } });
      expect((await sendWithKey('Done.')).status).toBe(400);
      expect((await sendWithKey('Done.')).status).toBe(201);
      expect(chat()).toEqual(['Done.']);
    });

    it('keeps the failure of a partly sent text, so that a retry sends nothing twice', async () => {
      const { telegram, sendWithKey, chat } = await setUp(engine);
      let count = 0;
      telegram.failNext('sendMessage', { when: () => (count += 1) === 2, drop: true });
      const partly = await sendWithKey('long '.repeat(1000));
      expect(partly).toMatchObject({ status: 400, json: { retryable: false } });
      expect((await sendWithKey('long '.repeat(1000))).text).toBe(partly.text);
      expect(chat()).toHaveLength(1);
    });
  });
});
