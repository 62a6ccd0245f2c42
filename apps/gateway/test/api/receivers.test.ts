import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { verifySignature } from '@gateway/client';
import {
  cancelPrompt,
  createPrompt,
  getReceiver,
  listDeliveries,
  listReceivers,
  pauseReceiver,
  resumeReceiver,
  retryDeliveries,
  retryReceiver,
  type QueryInput,
} from '@gateway/contract';
import { onEveryEngine, onPostgres, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

async function start(engine: Engine, settings: Record<string, string> = {}) {
  const { telegram, env } = await startTelegram();
  const own = { CALLBACK_RETRY_SCHEDULE: '3600', OUTBOUND_ALLOWED_HOSTS: '127.0.0.1', ...settings };
  const settled = { ...(await engine.empty()), ...env, ...own };
  const gateway = await startKeyedGateway({ env: settled });
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  return {
    env: settled,
    gateway,
    telegram,
    ada,
    /** Ends a prompt, which is a callback to `url`; returns the event id. */
    async callBack(url: string): Promise<string> {
      const { prompt_id } = await gateway.call(createPrompt, {
        body: { channel_id: 'approvals', text: "It's ready?", callback_url: url, notify_on_expiry: true },
      });
      await gateway.call(cancelPrompt, { params: { id: prompt_id } });
      const [delivery] = await gateway.call(listDeliveries, { query: { prompt_id } });
      return delivery?.id ?? '';
    },
    found: async (query: QueryInput<typeof listDeliveries>) =>
      (await gateway.call(listDeliveries, { query })).map(({ id }) => id),
  };
}

const refusing = (status: number) =>
  startReceiver((_received, response) => void response.writeHead(status).end(`answered ${status}`));

describe('receivers', () => {
  onEveryEngine((engine) => {
    it('filter deliveries, as do responses, events and times, also for a retry of all that match', async () => {
      const { gateway, callBack, found } = await start(engine);
      const [good, gone, busy] = [await startReceiver(), await refusing(410), await refusing(503)];
      const begun = new Date().toISOString();
      const ids = [];
      for (const url of [good.url, `${gone.url}/a`, gone.url.replace('callback', 'other'), busy.url])
        ids.push(await callBack(url));
      const [delivered, first, second, waiting] = ids;
      await until(async () => (await found({ status_code: '2xx,410,5xx' })).length === 4);
      const origin = new URL(gone.url).origin;
      expect(await found({ url: origin })).toEqual([second, first]);
      expect(await found({ url: `${origin}/callback` })).toEqual([first]);
      expect(await found({ status_code: '503,2xx' })).toEqual([waiting, delivered]);
      expect(await found({ status_code: 'none' })).toEqual([]);
      expect(await found({ event: 'prompt.expired', state: 'dead' })).toEqual([second, first]);
      expect(await found({ event: 'message.created' })).toEqual([]);
      expect(await found({ since: begun, url: good.url })).toEqual([delivered]);
      expect(await found({ until: begun })).toEqual([]);
      for (const query of ['status_code=6xx', 'url=agent', 'event=other', 'since=yesterday'])
        expect([query, (await gateway.request('GET', `/v1/deliveries?${query}`)).status]).toEqual([query, 400]);

      const retry = async (body: object) => (await gateway.call(retryDeliveries, { body })).retried;
      expect(await retry({ url: `${origin}/callback`, status_code: ['4xx'], dry_run: true })).toBe(1);
      expect(await retry({ url: `${origin}/callback`, status_code: ['4xx'] })).toBe(1);
      await gone.waitFor(3);
      await until(async () => (await found({ url: origin, state: 'dead' })).length === 2);
      // Selected ones in any state; the one in the middle of no attempt is due at once.
      expect(await retry({ ids: [delivered, waiting] })).toBe(2);
      await good.waitFor(2);
      expect((await gateway.request('POST', '/v1/deliveries/retry', { body: { ids, dry_run: true } })).status).toBe(
        400,
      );
      expect((await gateway.request('GET', '/v1/audit?action=delivery.retried')).json).toMatchObject([
        { resource: { id: 'selected count=2' } },
        { resource: { id: `dead url=${origin}/callback status_code=400-499` } },
      ]);
    });

    it('are listed with counts, rates and durations, and their dead callbacks are retried since a time', async () => {
      const { gateway, callBack } = await start(engine);
      const [good, gone] = [await startReceiver(), await refusing(410)];
      const first = await callBack(gone.url);
      await callBack(good.url);
      const list = (query: QueryInput<typeof listReceivers> = {}) => gateway.call(listReceivers, { query });
      const listed = await until(async () => {
        const all = await list({ state: 'all' });
        return all.length === 2 && all.every(({ attempts }) => attempts === 1) ? await list() : null;
      });
      const [failing] = listed;
      const { origin, port } = new URL(gone.url);
      expect(failing).toMatchObject({
        id: `http:127.0.0.1:${port}`,
        destination: origin,
        state: 'failing',
        paused_at: null,
        pending_count: 0,
        dead_count: 1,
        error_rate: 1,
        p50_ms: expect.any(Number),
        p95_ms: expect.any(Number),
        last_attempt: { status: 410, error: expect.stringContaining('410') },
      });
      const params = { id: failing?.id ?? '' };
      const one = await gateway.call(getReceiver, { params });
      const { last_failure, addresses, traffic, ...figures } = one;
      expect(figures).toEqual(failing);
      expect(addresses).toMatchObject([{ url: gone.url, dead_count: 1 }]);
      expect(traffic).toHaveLength(24);
      expect(last_failure).toEqual({
        ...failing?.last_attempt,
        delivery_id: first,
        number: 1,
        response: 'answered 410',
      });
      const hour = await gateway.call(getReceiver, { params: { id: origin }, query: { window: '1h' } });
      expect(hour).toEqual({ ...one, traffic: expect.any(Array) });
      const healthy = await gateway.call(getReceiver, { params: { id: new URL(good.url).origin } });
      expect(healthy).toMatchObject({ last_attempt: { status: 200 }, last_failure: null });
      const page = await gateway.request('GET', '/v1/receivers?state=all&limit=1');
      const next = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
      const rest = await gateway.request('GET', next);
      const names = [page, rest].flatMap(({ json }) => json).map(({ destination }) => destination);
      expect(names).toEqual([origin, new URL(good.url).origin].toSorted());

      const retry = async (body: object) => (await gateway.call(retryReceiver, { params, body })).retried;
      const later = new Date(Date.now() + 60_000).toISOString();
      expect(await retry({ since: later })).toBe(0);
      expect(await retry({ since: '2026-01-01T00:00:00Z', dry_run: true })).toBe(1);
      expect(await retry({})).toBe(1);
      await gone.waitFor(2);
      expect(gone.received.map(({ headers }) => headers['webhook-id'])).toEqual([first, first]);

      for (const id of ['https:unknown.example', 'nothing', 'ftp:x', 'https:agent.example:443/path'])
        expect((await gateway.request('GET', `/v1/receivers/${encodeURIComponent(id)}`)).status).toBe(404);
      const limited = await makeKey(gateway, { scopes: ['deliveries:read'], channels: ['approvals'] });
      expect((await limited.request('GET', '/v1/receivers?state=all')).json).toEqual([]);
      expect((await limited.request('GET', `/v1/receivers/${params.id}`)).status).toBe(404);
    });

    it('that accept callbacks again still have their last failed attempt, with at most 2 kB of the response', async () => {
      const { gateway, callBack } = await start(engine);
      const page = `<script>alert("no")</script>${'é'.repeat(4000)}`;
      const receiver = await startReceiver((_received, response, count) => {
        if (count === 1) response.writeHead(503).end(page);
        else response.end('thanks');
      });
      const params = { id: new URL(receiver.url).origin };
      const read = () => gateway.call(getReceiver, { params });
      const first = await callBack(receiver.url);
      await until(async () => (await read()).last_attempt);
      await gateway.call(retryDeliveries, { body: { ids: [first] } });
      await until(async () => (await read()).last_attempt?.status === 200);
      await callBack(receiver.url);
      const { last_failure, state } = await until(async () => {
        const found = await read();
        return found.attempts === 3 ? found : null;
      });
      expect(state).toBe('ok');
      expect(last_failure).toMatchObject({ delivery_id: first, number: 1, status: 503 });
      const response = last_failure?.response ?? '';
      expect(page.startsWith(response.replace(/[\uFFFD…]+$/, ''))).toBe(true);
      expect(Buffer.byteLength(response)).toBeLessThanOrEqual(2050);
      const [attempt] = (await gateway.request('GET', `/v1/deliveries/${first}`)).json.attempts;
      expect(last_failure).toEqual({ ...attempt, delivery_id: first });
    });

    it('that are paused get nothing, and everything once they are resumed', async () => {
      const { gateway, callBack, found } = await start(engine);
      const receiver = await startReceiver();
      await callBack(receiver.url);
      await receiver.waitFor(1);
      const params = { id: new URL(receiver.url).origin };
      const browser = await setUpConsole(gateway);
      const path = `/v1/receivers/${encodeURIComponent(params.id)}`;
      expect((await browser.request('POST', `${path}/pause`)).json).toMatchObject({
        state: 'ok',
        paused_at: expect.any(String),
        paused_by: 'Ada',
      });
      const again = await gateway.call(pauseReceiver, { params });
      expect(again.paused_by).toBe('Ada');
      const held = [await callBack(receiver.url), await callBack(receiver.url)];
      await gateway.call(retryDeliveries, { body: { ids: held } });
      // Another receiver is served meanwhile, so the worker has looked.
      const other = await startReceiver();
      await callBack(other.url);
      await other.waitFor(1);
      expect(receiver.received).toHaveLength(1);
      expect(await found({ url: params.id, state: 'pending' })).toEqual(held.toReversed());
      expect(await gateway.call(listReceivers, { query: { state: 'paused' } })).toMatchObject([
        { destination: params.id, pending_count: 2 },
      ]);
      expect((await gateway.request('GET', '/v1/status')).json).toMatchObject({ receivers_paused: 1 });

      expect(await gateway.call(resumeReceiver, { params })).toMatchObject({ paused_at: null, paused_by: null });
      expect(await gateway.call(resumeReceiver, { params })).toMatchObject({ paused_at: null });
      await receiver.waitFor(3);
      const actions = (await gateway.request('GET', `/v1/audit?resource_id=${encodeURIComponent(params.id)}`)).json;
      expect(actions.map(({ action }: { action: string }) => action)).toEqual(['receiver.resumed', 'receiver.paused']);
      const reader = await makeKey(gateway, { scopes: ['deliveries:read'] });
      expect((await reader.request('POST', `${path}/pause`)).status).toBe(403);
    });
  });

  onPostgres((engine) => {
    it('that are paused on one instance get no more messages of a channel from another', async () => {
      const { env, gateway, telegram } = await start(engine);
      const second = await startKeyedGateway({ env });
      const chat = telegram.addUser({ firstName: 'Bob' });
      let release = () => {};
      const receiver = await startReceiver((_received, response, count) => {
        if (count === 1) release = () => void response.end();
        else response.end();
      });
      await registerChannel(gateway, telegram, { id: 'support', chat, type: 'MESSAGE', callbackUrl: receiver.url });
      for (const text of ['one', 'two', 'three', 'four']) telegram.writeText({ chat, text });
      await receiver.waitFor(1);
      const params = { id: new URL(receiver.url).origin };
      await until(async () => (await second.call(getReceiver, { params })).pending_count === 4);
      await second.call(pauseReceiver, { params });
      await until(async () => (await gateway.call(getReceiver, { params })).paused_at !== null);
      release();
      await until(async () => (await second.call(getReceiver, { params })).pending_count === 3);
      expect(receiver.received).toHaveLength(1);
      await gateway.call(resumeReceiver, { params });
      await receiver.waitFor(4);
      expect(receiver.received.map(({ json }) => json.text)).toEqual(['one', 'two', 'three', 'four']);
    });
  });
});

describe('the curl command of a delivery', () => {
  onEveryEngine((engine) => {
    it('posts its body with a signature that the client accepts, and contains no secret and no password', async () => {
      const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
      const { gateway, callBack } = await start(engine, { CALLBACK_SIGNING_SECRET: secret });
      const receiver = await startReceiver();
      const id = await callBack(receiver.url.replace('http://', 'http://bob:hush-hush@'));
      const [original] = await receiver.waitFor(1);
      const path = `/v1/deliveries/${id}/curl`;
      expect((await gateway.request('POST', path)).status).toBe(403);
      const browser = await setUpConsole(gateway);
      const { json } = await browser.request('POST', path);
      expect(json).toMatchObject({ omits_user: true, expires_at: expect.any(String) });
      expect(json.command).not.toMatch(/hush|whsec|BQUF/);
      await promisify(execFile)('sh', ['-c', `${json.command} --silent --noproxy '*'`]);
      const [, copy] = await receiver.waitFor(2);
      expect(copy?.body).toBe(original?.body);
      expect(copy?.headers['webhook-id']).toBe(id);
      const check = { body: copy?.body ?? '', headers: copy?.headers ?? {}, secret };
      expect(await verifySignature(check)).toBe(true);
      expect(await verifySignature({ ...check, body: `${check.body} ` })).toBe(false);
      expect((await gateway.request('GET', '/v1/audit?action=delivery.curl_created')).json).toMatchObject([
        { actor: { kind: 'operator', name: 'Ada' }, resource: { id } },
      ]);
    });
  });
});
