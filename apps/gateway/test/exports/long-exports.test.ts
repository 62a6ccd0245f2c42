import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { runStatements } from '@gateway/store/testing';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram, type TestGateway } from '../harness/gateway.js';
import { adminKey, makeKey, startKeyedGateway } from '../harness/keys.js';
import { until } from '../harness/until.js';

const PATH = '/v1/messages/export?format=ndjson';
const MB = 1024 * 1024;

/** A gateway with `count` messages of `length` characters. */
async function startWithMessages(engine: Engine, count: number, length: number) {
  const { telegram, env } = await startTelegram();
  const settings: Record<string, string> = { ...(await engine.empty()), ...env, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' };
  const clock = manualClock();
  const gateway = await startKeyedGateway({ env: settings, clock });
  const chat = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'chat', chat, type: 'MESSAGE', callbackUrl: 'http://127.0.0.1:9' });
  await gateway.request('POST', '/v1/messages/send', {
    body: { channel_id: 'chat', text: 'x' },
  });
  const text = engine.name === 'sqlite' ? `printf('%.*c', ${length}, 'x')` : `repeat('x', ${length})`;
  await runStatements(
    settings,
    `INSERT INTO message (id, text, organization_id, channel_id, direction, platform, created_at)
     WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     SELECT 'copy-' || i, ${text}, organization_id, channel_id, direction, platform, created_at FROM n, message;`,
  );
  return { gateway, settings, clock };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes in use, without garbage. */
function usedMemory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Begins to read an export, without reading its body. */
async function begin({ url }: Pick<TestGateway, 'url'>, key = adminKey): Promise<IncomingMessage> {
  const sent = request(url + PATH, { headers: { 'x-api-key': key }, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return response;
}

/** Reads the rest. `complete` is false when the connection ended before the end of the response. */
async function read(response: IncomingMessage): Promise<{ rows: number; complete: boolean; peak: number }> {
  let rows = 0;
  let peak = 0;
  let unmeasured = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      for (const byte of chunk) if (byte === 10) rows += 1;
      unmeasured += chunk.length;
      if (unmeasured < 20 * MB) continue;
      unmeasured = 0;
      peak = Math.max(peak, usedMemory());
    }
  } catch {
    // The connection was cut.
  }
  return { rows, complete: response.complete, peak };
}

const loggedStatuses = ({ logLines }: Pick<TestGateway, 'logLines'>) =>
  logLines
    .map((line) => JSON.parse(line) as { path?: string; status?: number })
    .flatMap(({ path, status }) => (path === '/v1/messages/export' && status !== undefined ? [status] : []));

onEveryEngine((engine) => {
  describe('a long export', () => {
    it('stops when its reader goes away, stalls or loses its rights', async () => {
      const { gateway, clock } = await startWithMessages(engine, 1000, 20_000);
      const gone = await begin(gateway);
      gone.destroy();
      await until(() => loggedStatuses(gateway).length === 1);

      const stalled = await begin(gateway);
      await until(() => {
        clock.advance(60_000);
        return loggedStatuses(gateway).length === 2;
      });
      expect(await read(stalled)).toMatchObject({ complete: false });

      const key = await makeKey(gateway, { preset: 'admin' });
      const refused = await begin(gateway, key.key);
      await gateway.request('DELETE', `/v1/keys/${key.id}`);
      expect(await read(refused)).toMatchObject({ complete: false });
      await until(() => loggedStatuses(gateway).length === 3);
      expect(loggedStatuses(gateway)).toEqual([499, 499, 499]);

      expect(await read(await begin(gateway))).toMatchObject({ rows: 1000, complete: true });
    });

    it('is refused while its caller has two others, with the time to wait, and other callers are not', async () => {
      const { gateway } = await startWithMessages(engine, 1000, 20_000);
      const running = [await begin(gateway), await begin(gateway)];
      const refused = await gateway.request('GET', PATH);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('10');
      expect(refused.json).toMatchObject({
        code: 'rate_limited',
        detail: expect.stringContaining('2 exports running'),
      });
      const other = await makeKey(gateway, { preset: 'admin' });
      running.push(await begin(gateway, other.key));
      for (const each of running) expect(await read(each)).toMatchObject({ rows: 1000, complete: true });
      await until(() => loggedStatuses(gateway).filter((status) => status === 200).length === 3);
      expect(await read(await begin(gateway))).toMatchObject({ complete: true });
    });

    it('is refused while the instance has ten others of any callers, until one of them has ended', async () => {
      const { gateway } = await startWithMessages(engine, 1000, 20_000);
      const running: IncomingMessage[] = [];
      for (let caller = 0; caller < 5; caller += 1) {
        const { key } = await makeKey(gateway, { preset: 'admin' });
        running.push(await begin(gateway, key), await begin(gateway, key));
      }
      const refused = await gateway.request('GET', PATH);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('10');
      expect(refused.json).toMatchObject({
        code: 'rate_limited',
        retryable: true,
        detail: expect.stringContaining('10 exports are running'),
      });
      expect(await read(running[0]!)).toMatchObject({ rows: 1000, complete: true });
      await until(() => loggedStatuses(gateway).includes(200));
      running.push(await begin(gateway));
      expect((await gateway.request('GET', PATH)).status).toBe(429);
      for (const each of running) each.destroy();
      await until(() => loggedStatuses(gateway).filter((status) => status === 499).length === 10);
      expect(await read(await begin(gateway))).toMatchObject({ rows: 1000, complete: true });
    });

    it('cuts the connection when the database fails before the last record', async () => {
      const { gateway, settings } = await startWithMessages(engine, 1000, 20_000);
      const response = await begin(gateway);
      await runStatements(settings, 'ALTER TABLE message RENAME TO moved_message;');
      const { rows, complete } = await read(response);
      expect(complete).toBe(false);
      expect(rows).toBeLessThan(1000);
      await until(() => gateway.logLines.some((line) => line.includes('An export ended before its last record')));
    });

    it('writes 100,000 messages in bounded memory, while other requests are served', { tags: ['slow'] }, async () => {
      const { gateway } = await startWithMessages(engine, 100_000, 500);
      const before = usedMemory();
      const reading = begin(gateway).then(read);
      let slowestMs = 0;
      const state = { isDone: false };
      void reading.finally(() => (state.isDone = true));
      while (!state.isDone) {
        const startedAt = performance.now();
        expect((await gateway.request('GET', '/v1/channels')).status).toBe(200);
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      }
      const { rows, complete, peak } = await reading;
      expect({ rows, complete }).toEqual({ rows: 100_000, complete: true });
      // The file has 90 MB.
      expect(peak - before).toBeLessThan(40 * MB);
      expect(slowestMs).toBeLessThan(5000);
    });
  });
});
