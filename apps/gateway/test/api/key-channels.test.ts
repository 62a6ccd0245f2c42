import { describe, expect, it } from 'vitest';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { registerChannel, type Reply } from '../harness/gateway.js';
import { adminKey, makeKey, type Holder } from '../harness/keys.js';
import { startReceiver } from '../harness/receiver.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { startAsking, type Asking } from './asking.js';

interface Fixture extends Asking {
  /** All scopes, in the channels `approvals` and `chat`. */
  readonly limited: Holder;
  /** All scopes, in four channels: the two, and two without a record. */
  readonly wider: Holder;
  readonly record: { mine: Records; other: Records };
}

/** What was asked, sent and delivered in the channels of one group. */
interface Records {
  readonly prompt: string;
  readonly message: string;
  readonly delivery: string;
}

/** Two groups of channels, each with a prompt, a message and a callback: `approvals` and `chat`, `others` and `away`. */
async function startFixture(engine: Engine): Promise<Fixture> {
  const receiver = await startReceiver();
  const asking = await startAsking({
    engine,
    env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' },
  });
  const { gateway, telegram, post } = asking;
  const grace = telegram.addUser({ firstName: 'Grace' });
  const alan = telegram.addUser({ firstName: 'Alan' });
  await registerChannel(gateway, telegram, { id: 'others', chat: grace });
  for (const [id, chat] of [
    ['chat', grace],
    ['away', alan],
  ] as const)
    await registerChannel(gateway, telegram, { id, chat, type: 'MESSAGE', callbackUrl: receiver.url });
  const records = async (prompts: string, messages: string): Promise<Records> => {
    const asked = await post({
      channel_id: prompts,
      text: `In ${prompts}`,
      callback_url: receiver.url,
      options: ['Yes'],
      notify_on_expiry: true,
    });
    await gateway.request('POST', `/v1/prompts/${asked.json.prompt_num}/cancel`);
    const sent = await gateway.request('POST', '/v1/messages/send', {
      body: { channel_id: messages, text: `In ${messages}` },
    });
    const [delivery] = (await gateway.request('GET', `/v1/deliveries?channel_id=${prompts}`)).json;
    return { prompt: String(asked.json.prompt_num), message: sent.json.message_id, delivery: delivery.id };
  };
  const record = { mine: await records('approvals', 'chat'), other: await records('others', 'away') };
  const channels = ['approvals', 'chat'];
  const limited = await makeKey(gateway, { scopes: ['admin'], channels });
  const wider = await makeKey(gateway, { scopes: ['admin'], channels: [...channels, 'empty', 'unknown'] });
  return { ...asking, limited, wider, record };
}

onEveryEngine((engine) => {
  describe('a key with channels', () => {
    const shared = startOnce(() => startFixture(engine));

    it('lists only what belongs to them', async () => {
      for (const holder of [shared().limited, shared().wider]) {
        const channelsOf = async (path: string) => {
          const reply = await holder.request('GET', path);
          expect(reply.status, reply.text).toBe(200);
          const ids: string[] = reply.json.map(({ channel_id }: { channel_id: string }) => channel_id);
          return [...new Set(ids)].toSorted();
        };
        expect(await channelsOf('/v1/channels')).toEqual(['approvals', 'chat']);
        for (const query of ['state=all', 'state=expired', 'state=all&q=In', 'ids=1,2', 'ids=1,2&wait=1'])
          expect(await channelsOf(`/v1/prompts?${query}`), query).toEqual(['approvals']);
        for (const query of ['', 'direction=outbound', 'q=In'])
          expect(await channelsOf(`/v1/messages?${query}`), query).toEqual(['chat']);
        expect(await channelsOf('/v1/deliveries')).toEqual(['approvals']);
        expect(await channelsOf('/v1/deliveries?prompt_id=2')).toEqual([]);
        for (const path of [
          'prompts?state=all&channel_id=others',
          'messages?channel_id=away',
          'deliveries?channel_id=others',
        ])
          expect(await channelsOf(`/v1/${path}`), path).toEqual([]);
      }
    });

    it('pages through its lists without gaps', async () => {
      const { limited, post } = shared();
      for (let round = 0; round < 3; round += 1) {
        await post({ channel_id: 'approvals', text: 'Mine' });
        await post({ channel_id: 'others', text: 'Theirs' });
      }
      const nums: number[] = [];
      for (let next: string | undefined = '/v1/prompts?state=all&limit=2'; next;) {
        const page: Reply = await limited.request('GET', next);
        nums.push(...page.json.map(({ prompt_num }: { prompt_num: number }) => prompt_num));
        next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      }
      expect(nums).toEqual([7, 5, 3, 1]);
    });

    it('reads single records of them and gets 404 for others', async () => {
      const { limited, record } = shared();
      const paths = ({ prompt, message, delivery }: Records) => [
        `/v1/prompts/${prompt}`,
        `/v1/prompts/${prompt}?wait=1`,
        `/v1/messages/${message}`,
        `/v1/deliveries/${delivery}`,
      ];
      for (const path of [...paths(record.mine), '/v1/channels/chat'])
        expect((await limited.request('GET', path)).status, path).toBe(200);
      for (const path of [...paths(record.other), '/v1/channels/away'])
        expect((await limited.request('GET', path)).status, path).toBe(404);
    });

    it('changes nothing elsewhere: 403 channel_not_allowed', async () => {
      const { limited, telegram } = shared();
      const credentials = { bot_token: telegram.token };
      for (const [method, path, body] of [
        ['POST', '/v1/prompts/new', { channel_id: 'others', text: 'Hello?' }],
        ['POST', '/v1/prompts/new', { channel_id: 'unknown', text: 'Hello?' }],
        ['POST', '/v1/messages/send', { channel_id: 'away', text: 'Hello' }],
        [
          'POST',
          '/v1/channels/new',
          { channel_id: 'new', platform: 'telegram', target_chat_id: '1', channel_type: 'PROMPT', credentials },
        ],
        ['PATCH', '/v1/channels/others', {}],
        ['DELETE', '/v1/channels/others', undefined],
        ['POST', '/v1/channels/others/test', undefined],
        ['POST', '/v1/deliveries/retry', { channel_id: 'others' }],
      ] as const) {
        expect(await limited.request(method, path, body), `${method} ${path}`).toMatchObject({
          status: 403,
          json: { code: 'channel_not_allowed', detail: expect.stringContaining('approvals, chat') },
        });
      }
    });

    it('gets 404 for a change of a record elsewhere, as for its read', async () => {
      const { limited, record } = shared();
      for (const [path, unknown] of [
        [`/v1/prompts/${record.other.prompt}/cancel`, '/v1/prompts/999/cancel'],
        [`/v1/deliveries/${record.other.delivery}/retry`, `/v1/deliveries/${record.mine.message}/retry`],
      ] as const) {
        const reply = await limited.request('POST', path);
        expect(reply, path).toMatchObject({ status: 404, json: { code: 'not_found' } });
        expect(reply.text).not.toMatch(/others|away/);
        expect((await limited.request('POST', unknown)).status, unknown).toBe(404);
      }
    });

    it('asks, cancels, sends, tests and retries in them', async () => {
      const { limited, record } = shared();
      const asked = await limited.request('POST', '/v1/prompts/new', { channel_id: 'approvals', text: 'Mine?' });
      expect(asked.status).toBe(200);
      for (const [method, path, body] of [
        ['POST', `/v1/prompts/${asked.json.prompt_num}/cancel`, undefined],
        ['POST', '/v1/messages/send', { channel_id: 'chat', text: 'Hello' }],
        ['PATCH', '/v1/channels/chat', {}],
        ['POST', '/v1/channels/chat/test', undefined],
        ['POST', `/v1/deliveries/${record.mine.delivery}/retry`, undefined],
        ['POST', '/v1/deliveries/retry', { dry_run: true }],
      ] as const) {
        const reply = await limited.request(method, path, body);
        expect([200, 201], `${method} ${path}: ${reply.text}`).toContain(reply.status);
      }
    });

    it('gets events of them only, also after a reconnect', async () => {
      const { limited, gateway, post } = shared();
      const live = await readEvents(gateway, { apiKey: limited.key, query: '?types=prompt.created' });
      const away = await readEvents(gateway, { apiKey: limited.key, query: '?types=prompt.created&channel_id=others' });
      await post({ channel_id: 'others', text: 'Theirs' });
      await post({ channel_id: 'approvals', text: 'Mine' });
      await live.waitFor(1);
      expect(live.events.map(({ data }) => data.channel_id)).toEqual(['approvals']);
      const again = await readEvents(gateway, { apiKey: limited.key, after: 0, query: '?types=prompt.created' });
      await until(() => again.events.at(-1)?.id === live.events[0]?.id);
      expect(new Set(again.events.map(({ data }) => data.channel_id))).toEqual(new Set(['approvals']));
      expect(away.events).toEqual([]);
    });

    it('reads the audit entries of them and of itself', async () => {
      const { limited } = shared();
      await limited.request('DELETE', '/v1/channels/chat');
      const entries = (await limited.request('GET', '/v1/audit')).json as {
        actor: { id: string };
        resource: { kind: string; id: string };
      }[];
      expect(entries.length).toBeGreaterThan(2);
      for (const { actor, resource } of entries)
        expect(actor.id === limited.id || ['approvals', 'chat'].includes(resource.id), resource.id).toBe(true);
    });
  });
});
