import { describe, expect, it } from 'vitest';
import { search, type SearchResult } from '@gateway/contract';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { adminKey, as, makeKey } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

const LONG = `${'Before. '.repeat(100)}The zebra\ncrosses. ${'After. '.repeat(100)}`;

/** Prompts 1 to 4 and records of each kind. Prompt 4 is in the channel `other`. */
async function startFixture(engine: Engine) {
  const receiver = await startReceiver();
  const asking = await startAsking({
    engine,
    env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' },
  });
  const { gateway, telegram, ada, ask } = asking;
  const browser = await setUpConsole(gateway);
  const grace = telegram.addUser({ firstName: 'Grace' });
  await registerChannel(gateway, telegram, { id: 'other', chat: grace });
  const callbackUrl = receiver.url;
  await registerChannel(gateway, telegram, { id: 'talk', chat: grace, type: 'MESSAGE', callbackUrl });
  await ask({ text: 'Deploy the payment service?', options: ['Ship "now"', 'Back\\off'], correlation_id: 'run-7/Ab' });
  await ask({ text: LONG, allow_text: true, callback_url: receiver.url });
  await ask({ text: 'Mention of 1 and run-7', correlation_id: 'RUN-7/ab' });
  await ask({ channel_id: 'other', text: 'Deploy elsewhere?', correlation_id: 'run-7/other', options: ['Yes'] });
  telegram.writeText({ chat: ada, text: 'ID:#2 Only on a Wednesday' });
  await until(async () => (await asking.get(2)).state === 'answered');
  await receiver.waitFor(1);
  const post = async (path: string, body: object) => {
    const reply = await gateway.request('POST', path, { body });
    expect(reply.status, reply.text).toBeLessThan(300);
    return reply.json;
  };
  const message = await post('/v1/messages/send', { channel_id: 'talk', text: 'The wallaby has landed' });
  await post('/v1/people/new', { person_id: 'payer', name: 'Pia Payment' });
  await post('/v1/groups/new', { group_id: 'payment-team', name: 'Team' });
  await post('/v1/policies/new', { policy_id: 'two', name: 'Payment needs two' });
  const rule = { rule_id: 'pay', actions: ['payment.send', 'payment.undo'], then: { verdict: 'deny' } };
  await post('/v1/rules/new', rule);
  const made = await post('/v1/keys/new', { name: 'Payment bot', preset: 'agent' });
  return { ...asking, browser, message, made };
}

onEveryEngine((engine) => {
  const shared = startOnce(() => startFixture(engine));

  type Ask = (method: string, path: string) => Promise<{ status: number; text: string; json: SearchResult[] }>;
  const find = async (q: string, ask: Ask = (...call) => shared().gateway.request(...call), more = '') => {
    const reply = await ask('GET', `${search.path}?q=${encodeURIComponent(q)}${more}`);
    expect(reply.status, reply.text).toBe(200);
    return reply.json;
  };
  const short = (results: readonly SearchResult[]) => results.map(({ kind, id, match }) => `${match} ${kind} ${id}`);

  describe('the search', () => {
    it.each(['#1', '1', ' #1 '])('finds the prompt 1 by %j before texts that contain it', async (q) => {
      const [first, ...others] = await find(q);
      expect(first).toMatchObject({
        kind: 'prompt',
        id: '#1',
        match: 'exact',
        title: 'Deploy the payment service?',
        detail: 'run-7/Ab',
        channel_id: 'approvals',
        state: 'pending',
      });
      expect(others.every(({ match }) => match !== 'exact')).toBe(true);
    });

    it('finds deliveries by the prompt and by the event id', async () => {
      const delivery = (await find('#2')).find(({ kind }) => kind === 'delivery');
      expect(delivery).toMatchObject({ prompt_id: '#2', title: 'prompt.answered', channel_id: 'approvals' });
      expect(short(await find(delivery?.id.toUpperCase() ?? ''))).toEqual([`exact delivery ${delivery?.id}`]);
    });

    it('finds a correlation id exactly, then by its beginning, with upper and lower case', async () => {
      expect(short(await find('run-7/Ab'))).toEqual(['exact prompt #1']);
      expect(short(await find('run-7'))).toEqual(['prefix prompt #1', 'prefix prompt #4', 'text prompt #3']);
      expect(short(await find('RUN-7/'))).toEqual(['prefix prompt #3']);
    });

    it('finds prompts by an option and by a typed answer, also in their list', async () => {
      for (const [q, id] of [
        ['ship "NOW"', '#1'],
        ['back\\off', '#1'],
        ['on a wednesday', '#2'],
      ] as const) {
        expect(short(await find(q)), q).toEqual([`text prompt ${id}`]);
        const list = await shared().list(`?state=all&q=${encodeURIComponent(q)}`);
        expect(list.json.map((prompt: { id: string }) => prompt.id)).toEqual([id]);
      }
      expect(await find('%')).toEqual([]);
    });

    it('returns the part of a long text around the match, on one line', async () => {
      const [hit] = await find('ZEBRA');
      expect(hit?.title).toMatch(/^….{20,40}The zebra crosses\. After\..*…$/);
      expect(hit?.title.length).toBeLessThan(165);
    });

    it('finds messages by their text and id', async () => {
      const { message } = shared();
      const hit = { kind: 'message', id: message.message_id, channel_id: 'talk', title: 'The wallaby has landed' };
      expect(await find('wallaby')).toEqual([expect.objectContaining({ ...hit, match: 'text', state: 'outbound' })]);
      expect(await find(message.message_id)).toEqual([expect.objectContaining({ ...hit, match: 'exact' })]);
    });

    it('finds all kinds by name, and operators for an owner only', async () => {
      const { made, browser } = shared();
      expect(short(await find('payment'))).toEqual([
        'prefix group payment-team',
        'prefix policy two',
        `prefix key ${made.id}`,
        'text prompt #1',
        'text person payer',
        'text rule pay',
      ]);
      expect(short(await find('APPROVALS'))).toEqual(['exact channel approvals']);
      expect(await find('PAY')).toContainEqual(
        expect.objectContaining({ kind: 'rule', id: 'pay', match: 'exact', detail: 'payment.send, payment.undo' }),
      );
      expect((await find(made.key_prefix)).map(({ title }) => title)).toEqual(['Payment bot']);
      expect(await find('ada@example.com')).toEqual([]);
      expect(await find('ada@example.com', browser.request)).toEqual([
        expect.objectContaining({ kind: 'operator', title: 'Ada', detail: 'ada@example.com', state: 'owner' }),
      ]);
    });

    it('finds only kinds that the key may read, and only what belongs to its channels', async () => {
      const { gateway } = shared();
      const reader = await makeKey(gateway, { scopes: ['people:read'] });
      expect(short(await find('payment', reader.request))).toEqual(['prefix group payment-team', 'text person payer']);
      const limited = await makeKey(gateway, { scopes: ['admin'], channels: ['other'] });
      const seen = async (q: string) =>
        (await find(q, limited.request)).filter(({ kind }) => kind !== 'key').map(({ kind, id }) => `${kind} ${id}`);
      expect(await seen('deploy')).toEqual(['prompt #4']);
      expect(await seen('run-7')).toEqual(['prompt #4']);
      expect(await seen('run-7/Ab')).toEqual([]);
      for (const q of ['#1', '#2', 'wallaby', 'approvals', 'talk']) expect(await seen(q), q).toEqual([]);
    });

    it('returns at most `limit` results of each kind, and refuses a blank text and an unknown key', async () => {
      expect(short(await find('deploy', undefined, '&limit=1'))).toEqual(['text prompt #4']);
      const { gateway } = shared();
      for (const query of ['', 'q=', 'q=%20', 'q=a&limit=21', 'q=a&kind=b'])
        expect((await gateway.request('GET', `${search.path}?${query}`)).status, query).toBe(400);
      expect((await as(gateway, 'wrong')('GET', `${search.path}?q=a`)).status).toBe(401);
    });
  });
});
