import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel, type TestGateway } from '../harness/gateway.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { startReceiver } from '../harness/receiver.js';
import { startOnce } from '../harness/shared.js';
import { startAsking } from './asking.js';

interface Row {
  readonly id: string;
  readonly at?: string;
  readonly created_at?: string;
}

/** Prompts of two channels that were cancelled in the same millisecond, with their callbacks and audit entries. */
async function startCancelling(engine: Engine) {
  const receiver = await startReceiver();
  const asking = await startAsking({
    engine,
    clock: manualClock(),
    env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' },
  });
  const { gateway, telegram, ada } = asking;
  await registerChannel(gateway, telegram, { id: 'releases', chat: ada });
  const cancelled = async (channel_id = 'approvals') => {
    const num = await asking.ask({ channel_id, callback_url: receiver.url, notify_on_expiry: true });
    const reply = await gateway.request('POST', `/v1/prompts/${num}/cancel`);
    if (reply.status !== 200) throw new Error(reply.text);
  };
  for (let index = 0; index < 7; index += 1) await cancelled(index % 3 === 0 ? 'releases' : 'approvals');
  const limited = await makeKey(gateway, { preset: 'admin', channels: ['approvals', 'releases'] });
  return { ...asking, cancelled, limited };
}

/** Follows the Link headers. `meanwhile` runs after the first page. */
async function pages(
  request: TestGateway['request'],
  path: string,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { status, json, text, headers } = await request('GET', next);
    if (status !== 200) throw new Error(text);
    if (rows.length === 0) await meanwhile();
    rows.push(...(json as Row[]));
    next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  return rows;
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

onEveryEngine((engine) => {
  describe('order=oldest', () => {
    const shared = startOnce(() => startCancelling(engine));

    it.each([
      ['/v1/deliveries?', 7],
      ['/v1/deliveries?channel_id=approvals&', 4],
      ['/v1/deliveries?event=prompt.expired&', 7],
      ['/v1/deliveries?since=2020-01-01T00:00:00Z&until=2100-01-01T00:00:00Z&', 7],
      ['/v1/audit?', 11],
      ['/v1/audit?action=prompt.cancelled&', 7],
      ['/v1/audit?since=2020-01-01T00:00:00Z&until=2100-01-01T00:00:00Z&', 11],
      ['/v1/prompts?state=all&', 7],
      ['/v1/prompts?state=expired&', 7],
      ['/v1/prompts?state=expired&channel_id=approvals&', 4],
      ['/v1/prompts?state=all&since=2020-01-01T00:00:00Z&', 7],
    ])('reverses GET %s, page by page, with records of the same millisecond', async (path, count) => {
      const { request } = shared().gateway;
      const newest = await pages(request, `${path}limit=2`);
      expect(newest).toHaveLength(count);
      const oldest = await pages(request, `${path}order=oldest&limit=2`);
      expect(ids(oldest)).toEqual(ids(newest).toReversed());
      expect(new Set(oldest.map(({ at, created_at }) => at ?? created_at)).size).toBe(1);
      expect(ids(await pages(request, `${path}order=newest&limit=2`))).toEqual(ids(newest));
    });

    it('reverses the lists of a key that is limited to channels', async () => {
      const { request } = shared().limited;
      for (const path of ['/v1/deliveries?', '/v1/prompts?state=all&', '/v1/audit?']) {
        const newest = await pages(request, `${path}limit=3`);
        expect(newest.length).toBeGreaterThan(1);
        expect(ids(await pages(request, `${path}order=oldest&limit=3`))).toEqual(ids(newest).toReversed());
      }
    });

    it('ends with the records that are added while the pages are read', async () => {
      const { gateway, cancelled } = await startCancelling(engine);
      for (const path of ['/v1/deliveries?', '/v1/audit?action=prompt.cancelled&', '/v1/prompts?state=all&']) {
        const before = await pages(gateway.request, `${path}order=oldest`);
        const after = await pages(gateway.request, `${path}order=oldest&limit=3`, () => cancelled());
        expect(ids(after).slice(0, -1)).toEqual(ids(before));
        expect(after).toHaveLength(before.length + 1);
      }
    });
  });
});

describe('order', () => {
  const shared = startOnce(startAsking);
  const cursor = (position: string) => Buffer.from(position).toString('base64url');
  const invalidCursor = 'cursor is not valid: take it from the Link header of the previous page.';

  it.each([
    [`deliveries?order=oldest&cursor=${cursor('12')}`, invalidCursor],
    [`deliveries?cursor=${cursor('oldest.12')}`, invalidCursor],
    [`deliveries?order=oldest&cursor=${cursor('oldest.0')}`, invalidCursor],
    [`audit?order=oldest&cursor=${cursor('12')}`, invalidCursor],
    [`audit?order=newest&cursor=${cursor('oldest.12')}`, invalidCursor],
    [`prompts?order=oldest&cursor=${cursor('12')}`, invalidCursor],
    [`prompts?order=oldest&cursor=${cursor('never.12')}`, invalidCursor],
    [`prompts?order=ends_soonest&cursor=${cursor('oldest.12')}`, invalidCursor],
    ['deliveries?order=ends_soonest', 'order must be one of newest, oldest.'],
    ['audit?order=-at', 'order must be one of newest, oldest.'],
    ['prompts?order=oldest&q=x', 'order oldest cannot be combined with q: a search lists the newest first.'],
    ['deliveries/export?format=csv&order=oldest', 'order is unknown.'],
    ['audit/export?format=csv&order=oldest', 'order is unknown.'],
    ['prompts/export?format=csv&order=oldest', 'order is unknown.'],
  ])('rejects GET /v1/%s with 400', async (path, detail) => {
    expect(await shared().gateway.request('GET', `/v1/${path}`)).toMatchObject({ status: 400, json: { detail } });
  });

  it('oldest has nothing after a cursor beyond every record', async () => {
    const { gateway } = shared();
    for (const beyond of [2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER])
      for (const list of ['deliveries', 'audit', 'prompts']) {
        const path = `/v1/${list}?order=oldest&cursor=${cursor(`oldest.${beyond}`)}`;
        expect(await gateway.request('GET', path)).toMatchObject({ status: 200, json: [] });
      }
  });
});
