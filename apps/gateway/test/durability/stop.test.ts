import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPrompt, listMessages, listPrompts, sendMessage } from '@gateway/contract';
import { manualClock as simulatedClock } from '@gateway/simulators/telegram';
import { stopLimits } from '../../src/service/stop-limits.js';
import { onEveryEngine, onPostgres, sqlite } from '../harness/engines.js';
import { startGatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';

const body = { channel_id: 'approvals', text: 'Ship it?', options: ['Yes', 'No'] };
const greeting = { channel_id: 'chat', text: 'Hello' };

describe('SIGTERM while the platform is slow', () => {
  onEveryEngine((engine) => {
    it('waits for the platform, answers the callers and records what was posted', { tags: ['slow'] }, async () => {
      const { telegram, env: platform } = await startTelegram();
      const env = { ...(await engine.empty()), ...platform };
      const gateway = await startGatewayProcess(env);
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
      await registerChannel(gateway, telegram, {
        id: 'chat',
        chat: ada,
        type: 'MESSAGE',
        callbackUrl: 'http://127.0.0.1:9/',
      });
      let reached = 0;
      telegram.failNext('sendMessage', { delayMs: 6500, times: 2, when: () => (reached += 1) > 0 });
      const asked = gateway.call(createPrompt, { body });
      const sent = gateway.call(sendMessage, { body: greeting });
      await until(() => reached === 2);
      expect(await gateway.terminate()).toMatchObject({ code: 0 });
      const [prompt, message] = await Promise.all([asked, sent]);
      expect(message).toMatchObject({ stored: true });
      const next = await startGatewayProcess(env);
      expect(await next.call(listPrompts, {})).toMatchObject([{ id: prompt.prompt_id, message_id: prompt.message_id }]);
      expect(await next.call(listMessages, {})).toHaveLength(1);
    });

    it('records what was posted for a caller that has disconnected', async () => {
      const platformClock = simulatedClock();
      const { telegram, env: platform } = await startTelegram({ clock: platformClock });
      const env = { ...(await engine.empty()), ...platform };
      const gateway = await startTestGateway({ env });
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
      let held = false;
      telegram.failNext('sendMessage', { delayMs: 1000, when: () => (held = true) });
      const gone = new AbortController();
      const asked = gateway.call(createPrompt, { body }, { signal: gone.signal }).catch(() => null);
      await until(() => held);
      gone.abort();
      expect(await asked).toBeNull();
      const stopped = gateway.stop();
      // All connections have ended by now, but the post has not.
      await new Promise((resolve) => setTimeout(resolve, 300));
      platformClock.advance(1000);
      await stopped;
      const next = await startTestGateway({ env });
      expect(await next.call(listPrompts, {})).toMatchObject([{ id: '#1', state: 'pending' }]);
    });
  });
});

describe('a stop', () => {
  it('answers a request on a connection that was opened before it', async () => {
    const gateway = await startTestGateway();
    const { port } = new URL(gateway.url);
    const socket = net.connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.once('connect', resolve));
    // The server has accepted the connection, too.
    await gateway.request('GET', '/healthz');
    const stopped = gateway.stop();
    socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(answer.toLowerCase()).toContain('connection: close');
    await stopped;
  });

  it('answers a request that arrives while the process is busy', async () => {
    const gateway = await startTestGateway();
    const { port } = new URL(gateway.url);
    const socket = net.connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const request = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
    socket.write(request);
    await once(socket, 'data');
    const stopped = gateway.stop();
    await delay(20);
    const answer = text(socket).catch(String);
    // From here on, timers come before the reading of sockets.
    await new Promise((resolve) => setImmediate(resolve));
    socket.write(request);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK/);
    await stopped;
  });

  onPostgres((engine) => {
    it('is delayed by 5 s by default while another instance runs, and not without one', async () => {
      const start = (env: Record<string, string>) => startTestGateway({ env: { ...env, SHUTDOWN_DELAY_MS: '' } });
      const only = await start(await engine.empty());
      const shared = await engine.empty();
      const [first] = [await start(shared), await start(shared)];
      const secondsToStop = async (gateway: typeof only) => {
        const startedAt = performance.now();
        await gateway.stop();
        return (performance.now() - startedAt) / 1000;
      };
      const withAnother = await secondsToStop(first);
      expect(withAnother).toBeGreaterThan(4.9);
      expect(await secondsToStop(only)).toBeLessThan(withAnother - 2);
    });
  });

  it('reports not ready for SHUTDOWN_DELAY_MS and still answers requests', async () => {
    const gateway = await startTestGateway({ env: { ...(await sqlite.empty()), SHUTDOWN_DELAY_MS: '3000' } });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
    onTestFinished(() => agent.destroy());
    const ask = (path: string) =>
      new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
        http
          .get(gateway.url + path, { agent }, (response) => {
            response
              .resume()
              .on('end', () => resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }));
          })
          .on('error', reject);
      });
    expect(await ask('/readyz')).toEqual({ status: 200, connection: 'keep-alive' });
    const stopped = gateway.stop();
    expect(await ask('/readyz')).toEqual({ status: 503, connection: 'close' });
    const statuses: number[] = [];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let count = 0; count < 10; count += 1) statuses.push((await ask('/v1/prompts')).status);
      }),
    );
    expect(statuses).toEqual(Array.from({ length: 40 }, () => 200));
    await stopped;
    await expect(ask('/healthz')).rejects.toThrow('ECONNREFUSED');
  });

  it.runIf(process.platform === 'linux')('ends with code 0 when the disk is full', async () => {
    const { telegram, env } = await startTelegram();
    const gateway = await startGatewayProcess({ ...(await sqlite.empty()), ...env });
    const ada = telegram.addUser({ firstName: 'Ada' });
    await registerChannel(gateway, telegram, {
      id: 'chat',
      chat: ada,
      type: 'MESSAGE',
      callbackUrl: 'http://127.0.0.1:9/',
    });
    gateway.fillDisk();
    // The message is sent and not stored. The stop tries to record the last use of the channel.
    expect(await gateway.call(sendMessage, { body: greeting })).toMatchObject({ stored: false });
    expect(await gateway.terminate()).toMatchObject({ code: 0 });
    expect(gateway.output()).toContain('could not be recorded');
    expect(gateway.output()).toContain('A text was sent and could not be stored');
    expect(gateway.output()).not.toContain(greeting.text);
  });

  it('has the time limits that docs/operations.md lists', async () => {
    const page = await readFile(fileURLToPath(new URL('../../../../docs/operations.md', import.meta.url)), 'utf8');
    const documented = new Map(
      [
        ...page.matchAll(/^\| (Requests|Attempts of callbacks|Chat messages|The whole stop)\b[^|]*\| +(\d+) s +\|/gm),
      ].map(([, what, seconds]) => [what, Number(seconds) * 1000]),
    );
    expect(Object.fromEntries(documented)).toEqual({
      Requests: stopLimits.requests,
      'Attempts of callbacks': stopLimits.callbacks,
      'Chat messages': stopLimits.closings,
      'The whole stop': stopLimits.total,
    });
  });
});
