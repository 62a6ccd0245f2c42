import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { adminKey, makeKey, startKeyedGateway } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

/** Waits for the log line of one request. */
async function lineOf(gateway: TestGateway, requestId: string) {
  return await until(() =>
    gateway.logLines
      .map((line) => JSON.parse(line))
      .find((line) => line.request_id === requestId && line.msg === 'request'),
  );
}

describe('the log', () => {
  it('has one line per request with its id and key id, and without the query', async () => {
    const gateway = await startKeyedGateway();
    const key = await makeKey(gateway, { scopes: ['prompts:read'] });
    const reply = await key.request('GET', '/v1/prompts?q=a-private-matter&correlation_id=somebody');
    const line = await lineOf(gateway, reply.headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({ level: 30, method: 'GET', path: '/v1/prompts', status: 200, key: key.id });
    expect(Object.keys(line).toSorted()).toEqual([
      'address',
      'key',
      'level',
      'method',
      'ms',
      'msg',
      'path',
      'request_id',
      'status',
      'time',
    ]);

    const refused = await gateway.request('GET', '/v1/prompts', { headers: { 'x-api-key': 'gw_not_a_key' } });
    expect(await lineOf(gateway, refused.headers.get('x-request-id') ?? '')).not.toHaveProperty('key');
    const webhook = await gateway.request('POST', '/webhooks/default/telegram/none?secret=hidden', { body: {} });
    expect(await lineOf(gateway, webhook.headers.get('x-request-id') ?? '')).toMatchObject({
      path: '/webhooks/default/telegram/none',
      status: 404,
    });
    const all = gateway.logLines.join('\n');
    for (const secret of [adminKey, key.key, 'gw_not_a_key', 'a-private-matter', 'somebody', 'hidden'])
      expect(all).not.toContain(secret);
  });

  it('keeps a well-formed X-Request-Id of the caller and replaces any other', async () => {
    const gateway = await startTestGateway();
    const ask = async (id: string) =>
      (await fetch(`${gateway.url}/healthz`, { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    for (const id of ['a', 'trace:01-ab.c_d', 'x'.repeat(64)]) expect(await ask(id)).toBe(id);
    for (const id of ['x'.repeat(65), 'two words', '{"a":1}', 'é', '<b>'])
      expect(await ask(id)).toMatch(/^[0-9a-f-]{36}$/);
    await lineOf(gateway, 'trace:01-ab.c_d');
  });

  it('warns about failed platform calls, with the hint, and about slow ones', async () => {
    const clock = manualClock();
    const { post, ask, gateway, telegram, ada } = await startAsking({ clock });
    const lineOfMessage = (message: string) =>
      gateway.logLines.map((line) => JSON.parse(line)).find(({ msg }) => msg === message);
    await ask();
    expect(lineOfMessage('A platform call was slow')).toBeUndefined();
    telegram.failNext('sendMessage', { delayMs: 100, when: () => (clock.advance(4000), true) });
    await ask();
    expect(lineOfMessage('A platform call was slow')).toMatchObject({
      level: 40,
      platform: 'telegram',
      channel_id: 'approvals',
      ms: 4000,
    });

    telegram.blockBot(ada);
    expect((await post({ channel_id: 'approvals', text: 'Ship it?' })).status).toBe(400);
    const failed = lineOfMessage('A platform call failed');
    expect(failed).toMatchObject({ level: 40, platform: 'telegram', channel_id: 'approvals', code: 'forbidden' });
    expect(failed.hint).toMatch(/\w+ \w+/);
    expect(gateway.logLines.join('\n')).not.toContain(telegram.token);
  });
});
