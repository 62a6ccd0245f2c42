import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { startAsking } from './asking.js';

const question = (text: string, more: object = {}) => ({ channel_id: 'approvals', text, options: ['Yes'], ...more });

async function startBatch(options: Parameters<typeof startAsking>[0] = {}) {
  const asking = await startAsking(options);
  const batch = (prompts: unknown, headers: Record<string, string> = {}) =>
    asking.gateway.request('POST', '/v1/prompts/batch', { headers, body: { prompts } });
  return { ...asking, batch };
}

describe('a batch of prompts', () => {
  onEveryEngine((engine) => {
    it('asks each prompt, with the results in order, and a bad one does not stop the others', async () => {
      const { batch, chat, get } = await startBatch({ engine });
      const reply = await batch([
        question('First?'),
        question('Second?', { channel_id: 'nowhere' }),
        question('Third?', { typo: 1 }),
        'no object',
        question('Fifth?', { decisions: ['approve', 'reject'], options: [], action: { name: 'deploy' } }),
      ]);
      expect(reply).toMatchObject({ status: 200, json: { batch_id: expect.any(String) } });
      const { results } = reply.json;
      expect(results).toMatchObject([
        { prompt_id: expect.stringMatching(/^#[12]$/), channel_id: 'approvals', warnings: [] },
        { code: 'channel_not_found', retryable: false },
        { code: 'validation', issues: [{ path: ['typo'] }] },
        { code: 'validation' },
        { prompt_id: expect.stringMatching(/^#[12]$/) },
      ]);
      expect(chat()).toHaveLength(2);
      expect(await get(results[0].prompt_num)).toMatchObject({ text: 'First?', state: 'pending' });
      expect(await get(results[4].prompt_num)).toMatchObject({ action: { name: 'deploy' } });
    });

    it('with an Idempotency-Key is asked once, and another body with the key is refused', async () => {
      const { batch, chat } = await startBatch({ engine });
      const headers = { 'idempotency-key': 'batch-1' };
      const prompts = [question('First?'), question('Second?')];
      const first = await batch(prompts, headers);
      const again = await batch(prompts, headers);
      expect(again).toMatchObject({ status: 200, json: first.json });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await batch([...prompts, question('Third?')], headers)).toMatchObject({
        status: 422,
        json: { code: 'idempotency_mismatch' },
      });
      expect(chat()).toHaveLength(2);
    });

    it('of which one prompt failed for a time asks only that one when it is repeated', async () => {
      const { batch, chat, telegram } = await startBatch({ engine });
      const headers = { 'idempotency-key': 'batch-2' };
      const prompts = [question('First?'), question('Second?'), question('Third?')];
      telegram.failNext('sendMessage', {
        error: { code: 502, description: 'Bad Gateway' },
        when: ({ text }) => String(text).includes('Second?'),
      });
      const first = await batch(prompts, headers);
      expect(first.json.results[1]).toMatchObject({ code: 'platform_unavailable', retryable: true });
      const again = await batch(prompts, headers);
      expect(again.json).toMatchObject({ batch_id: first.json.batch_id, results: [first.json.results[0], {}, {}] });
      expect(again.json.results[1]).toHaveProperty('prompt_id');
      expect(again.json.results[2]).toEqual(first.json.results[2]);
      expect(chat()).toHaveLength(3);
    });
  });

  it('with a key for each prompt asks what was not asked, alone or in another batch', async () => {
    const { gateway, chat, list } = await startBatch();
    const ask = async (names: readonly string[]) =>
      await gateway.request('POST', '/v1/prompts/batch', {
        body: { prompts: names.map((name) => question(`${name}?`)), idempotency_keys: names },
      });
    const alone = await gateway.request('POST', '/v1/prompts/new', {
      headers: { 'idempotency-key': 'First' },
      body: question('First?'),
    });
    const both = await ask(['First', 'Second']);
    const others = await ask(['Second', 'Third']);
    expect(both.json.results[0].prompt_id).toBe(alone.json.prompt_id);
    expect(others.json.results[0]).toEqual(both.json.results[1]);
    expect(chat()).toHaveLength(3);
    expect((await list()).json).toHaveLength(3);
  });

  it('refuses keys that are not one valid key for each prompt', async () => {
    const { gateway, chat } = await startBatch();
    for (const [keys, path] of [
      [['a'], ['idempotency_keys']],
      [
        ['a', 'a b'],
        ['idempotency_keys', 1],
      ],
    ]) {
      const body = { prompts: [question('First?'), question('Second?')], idempotency_keys: keys };
      expect(await gateway.request('POST', '/v1/prompts/batch', { body })).toMatchObject({
        status: 400,
        json: { code: 'validation', issues: [{ path }] },
      });
    }
    expect(chat()).toEqual([]);
  });

  it('refuses a number that would not be kept exactly, and a text that cannot be stored, in their places only', async () => {
    const { gateway, chat } = await startBatch();
    const action = (args: string) =>
      `{"channel_id":"approvals","text":"Pay?","decisions":["approve"],"action":{"name":"pay","args":${args}}}`;
    const reply = await fetch(`${gateway.url}/v1/prompts/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"prompts":[${action('{"id":12345678901234567890}')},${action('{"note":"a\\u0000b"}')},${action('{"id":1.50}')}]}`,
    });
    const { results } = (await reply.json()) as { results: unknown[] };
    expect(results).toMatchObject([
      { code: 'validation', issues: [{ path: ['action', 'args', 'id'], code: 'inexact_number' }] },
      { code: 'validation', issues: [{ path: ['action', 'args', 'note'] }] },
      { prompt_id: '#1' },
    ]);
    expect(chat()).toHaveLength(1);
  });

  it.each([
    ['none', []],
    ['21 prompts', Array.from({ length: 21 }, () => question('Again?'))],
    ['no list', question('One?')],
  ])('with %s is refused', async (_what, prompts) => {
    const { batch, chat } = await startBatch();
    expect((await batch(prompts)).status).toBe(400);
    expect(chat()).toEqual([]);
  });

  it('with 20 prompts is asked', async () => {
    const { batch } = await startBatch();
    const reply = await batch(Array.from({ length: 20 }, (_, index) => question(`Number ${index}?`)));
    const ids = reply.json.results.map((result: { prompt_id: string }) => result.prompt_id);
    expect(new Set(ids).size).toBe(20);
  });
});

describe('an attack with a batch', () => {
  it('gets no further than the channels and scopes of its key', async () => {
    const { gateway, chat } = await startBatch({
      env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey },
    });
    const [reader, limited] = await Promise.all([
      makeKey(gateway, { scopes: ['prompts:read'] }),
      makeKey(gateway, { scopes: ['prompts:write'], channels: ['elsewhere'] }),
    ]);
    const body = { prompts: [question('Mine?')] };
    expect((await reader.request('POST', '/v1/prompts/batch', body)).status).toBe(403);
    expect((await limited.request('POST', '/v1/prompts/batch', body)).json.results).toMatchObject([
      { code: 'channel_not_allowed' },
    ]);
    expect(chat()).toEqual([]);
  });

  it('counts as one request for each prompt against the limit of the key', async () => {
    const clock = manualClock();
    const { gateway, chat } = await startBatch({
      clock,
      env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey, RATE_LIMIT_KEY: '6' },
    });
    const key = await makeKey(gateway, { scopes: ['prompts:write'] });
    const prompts = Array.from({ length: 20 }, (_, index) => question(`Number ${index}?`));
    const { results } = (await key.request('POST', '/v1/prompts/batch', { prompts })).json;
    const refused = results.filter(({ code }: { code?: string }) => code === 'rate_limited');
    expect(refused.length).toBe(20 - chat().length);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ retryable: true });
  });

  it('meets the limit of open prompts of the channel like single prompts', async () => {
    const { batch, chat } = await startBatch({ env: { MAX_OPEN_PROMPTS_PER_CHANNEL: '2' } });
    const { results } = (await batch(['A?', 'B?', 'C?'].map((text) => question(text)))).json;
    expect(results.filter(({ code }: { code?: string }) => code === 'too_many_open_prompts')).toHaveLength(1);
    expect(chat()).toHaveLength(2);
  });
});
