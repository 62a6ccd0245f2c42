import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cancelPrompt, createPrompt, listDeliveries } from '@gateway/contract';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

describe('hanging receivers', () => {
  onEveryEngine((engine) => {
    const doNotDelay = async (count: number, each: number) => {
      const { gateway } = await start(engine, { CALLBACK_TIMEOUT_MS: '60000' });
      const hanging = await hangingReceivers(count);
      const healthy = await startReceiver();
      await createPendingCallbacks(gateway, Array.from({ length: each }, () => hanging.urls).flat());
      await until(() => hanging.reached.size === count, 30_000);
      for (let index = 1; index <= 8; index += 1) {
        await createPendingCallbacks(gateway, [healthy.url]);
        await healthy.waitFor(index);
      }
      expect(hanging.answered()).toBe(0);
    };
    it.each([[8, 18]])('do not delay a healthy receiver (%i of them, %i callbacks each)', doNotDelay);
    it.each([
      [20, 8],
      [200, 1],
    ])('do not delay a healthy receiver (%i of them, %i callbacks each)', { tags: ['slow'] }, doNotDelay);

    it('get one attempt at a time after a timeout, also from an instance started later', async () => {
      const { gateway, settings } = await start(engine, {
        CALLBACK_TIMEOUT_MS: '300',
        CALLBACK_RETRY_SCHEDULE: '0.1,3600',
      });
      const hanging = await hangingReceivers(1);
      await createPendingCallbacks(gateway, Array.from({ length: 12 }, () => hanging.urls).flat());
      await until(async () => (await gateway.call(listDeliveries, {})).some(({ last_error }) => last_error !== null));
      // The attempts that started before the first timeout are still open.
      await until(() => hanging.open() <= 1);
      hanging.resetPeak();
      const seen = hanging.arrived();
      await until(() => hanging.arrived() >= seen + 2);
      expect(hanging.peak()).toBe(1);
      await gateway.stop();

      hanging.resetPeak();
      const before = hanging.arrived();
      await startTestGateway({ env: settings });
      await until(() => hanging.arrived() >= before + 2);
      expect(hanging.peak()).toBe(1);
    });

    it('get their normal share again when they answer', async () => {
      const { gateway } = await start(engine, {
        CALLBACK_TIMEOUT_MS: '300',
        CALLBACK_RETRY_SCHEDULE: '0.1,0.1,0.1,0.1',
      });
      const hanging = await hangingReceivers(1);
      await createPendingCallbacks(gateway, Array.from({ length: 12 }, () => hanging.urls).flat());
      await until(async () => (await gateway.call(listDeliveries, {})).some(({ last_error }) => last_error !== null));
      hanging.recover();
      await until(async () => (await gateway.call(listDeliveries, { query: { state: 'delivered' } })).length === 12);
    });
  });
});

async function start(engine: Engine, env: Record<string, string>) {
  const { telegram, env: platform } = await startTelegram();
  const settings = { ...(await engine.empty()), ...platform, ...env };
  const gateway = await startTestGateway({ env: settings });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser({ firstName: 'Ada' }) });
  return { gateway, settings };
}

/** Creates one pending callback for each address. */
async function createPendingCallbacks(gateway: TestGateway, urls: readonly string[]): Promise<void> {
  const rest = [...urls];
  const work = async () => {
    for (let url = rest.shift(); url !== undefined; url = rest.shift()) {
      const { prompt_id } = await gateway.call(createPrompt, {
        body: { channel_id: 'approvals', text: 'Deploy?', options: ['Yes'], callback_url: url, notify_on_expiry: true },
      });
      await gateway.call(cancelPrompt, { params: { id: prompt_id } });
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

/** Accepts requests on many addresses and does not answer them. */
async function hangingReceivers(count: number) {
  const open = new Set<ServerResponse>();
  const reached = new Set<string>();
  let arrived = 0;
  let answered = 0;
  let peak = 0;
  let hangs = true;
  const server = createServer((request, response) => {
    arrived += 1;
    reached.add(request.headers.host ?? '');
    open.add(response);
    peak = Math.max(peak, open.size);
    response.once('close', () => open.delete(response));
    if (!hangs) response.end();
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    urls: Array.from({ length: count }, (_, index) => `http://127.0.1.${index + 1}:${port}/callback`),
    /** The addresses that received a request. */
    reached,
    arrived: () => arrived,
    /** The number of requests that wait for a response. */
    open: () => open.size,
    answered: () => answered,
    /** The highest number of concurrent requests. */
    peak: () => peak,
    resetPeak: () => (peak = 0),
    recover() {
      hangs = false;
      answered += open.size;
      for (const response of open) response.end();
    },
  };
}
