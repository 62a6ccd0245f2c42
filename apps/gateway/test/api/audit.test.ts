import { describe, expect, it } from 'vitest';
import { listAudit, type AuditEntry, type QueryInput } from '@gateway/contract';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';

onEveryEngine((engine) => {
  async function setUp() {
    const { telegram, env } = await startTelegram();
    const gateway = await startKeyedGateway({ env: { ...(await engine.empty()), ...env } });
    const ada = telegram.addUser({ firstName: 'Ada' });
    const register = (id: string) => registerChannel(gateway, telegram, { id, chat: ada });
    const entryLines = async (query: QueryInput<typeof listAudit> = {}) =>
      (await gateway.call(listAudit, { query })).map(({ action, resource }: AuditEntry) => `${action} ${resource.id}`);
    return { telegram, gateway, ada, register, entryLines };
  }

  describe('the audit log', () => {
    it('records which key created and revoked a key, when and from which address', async () => {
      const { gateway } = await setUp();
      const deputy = await makeKey(gateway, { name: 'Deputy', preset: 'admin' });
      const agent = (await deputy.request('POST', '/v1/keys/new', { name: 'Agent', preset: 'agent' })).json;
      const { revoked_at } = (await deputy.request('DELETE', `/v1/keys/${agent.id}`)).json;
      const by = { actor: { kind: 'key', id: deputy.id, name: 'Deputy' }, address: '127.0.0.1' };
      const [revoked, made, ...before] = await gateway.call(listAudit, {});
      expect(revoked).toMatchObject({
        ...by,
        action: 'key.revoked',
        resource: { kind: 'key', id: agent.id },
        at: revoked_at,
      });
      expect(made).toMatchObject({
        ...by,
        action: 'key.created',
        resource: { kind: 'key', id: agent.id },
        at: agent.created_at,
      });
      expect(before.map(({ actor }) => [actor.kind, actor.name])).toEqual([
        ['key', 'Bootstrap key (GATEWAY_API_KEY)'],
        ['system', null],
      ]);
    });

    it('records each change of a channel once', async () => {
      const { gateway, register, entryLines } = await setUp();
      await register('approvals');
      await gateway.request('PATCH', '/v1/channels/approvals', { body: { target_chat_id: '42' } });
      await gateway.request('DELETE', '/v1/channels/approvals');
      await gateway.request('DELETE', '/v1/channels/approvals');
      await gateway.request('PATCH', '/v1/channels/approvals');
      expect((await entryLines({ resource_id: 'approvals' })).toReversed()).toEqual([
        'channel.created approvals',
        'channel.updated approvals',
        'channel.unregistered approvals',
        'channel.updated approvals',
      ]);
    });

    it('records a cancelled prompt once, not the rejected second attempt', async () => {
      const { gateway, register, entryLines } = await setUp();
      await register('approvals');
      await gateway.request('POST', '/v1/prompts/new', { body: { channel_id: 'approvals', text: 'Ship it?' } });
      const cancelled = await Promise.all([1, 2, 3].map(() => gateway.request('POST', '/v1/prompts/1/cancel')));
      expect(cancelled.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(cancelled.filter(({ status }) => status === 409)).toHaveLength(2);
      expect(await entryLines({ action: 'prompt.cancelled' })).toEqual(['prompt.cancelled #1']);
    });

    it('records denied requests and no invalid ones', async () => {
      const { gateway, register, entryLines, telegram } = await setUp();
      await register('approvals');
      const before = await entryLines();
      const reader = await makeKey(gateway, { name: 'x', scopes: ['keys:write'] });
      const refused = await Promise.all([
        gateway.request('POST', '/v1/channels/new', {
          body: {
            channel_id: 'approvals',
            platform: 'telegram',
            target_chat_id: '1',
            channel_type: 'PROMPT',
            credentials: { bot_token: telegram.token },
          },
        }),
        gateway.request('PATCH', '/v1/channels/approvals', { body: { credentials: { bot_token: 'no token' } } }),
        gateway.request('PATCH', '/v1/channels/nowhere', { body: {} }),
        gateway.request('DELETE', '/v1/keys/unknown'),
        gateway.request('POST', '/v1/keys/new', { body: { name: 'x' } }),
        reader.request('POST', '/v1/keys/new', { name: 'x', preset: 'admin' }),
      ]);
      expect(refused.map(({ status }) => status)).toEqual([409, 400, 404, 404, 400, 403]);
      expect(await entryLines()).toEqual(['request.denied POST /v1/keys/new', `key.created ${reader.id}`, ...before]);
    });

    it('records one creation when eight requests register the same channel', async () => {
      const { gateway, entryLines, telegram } = await setUp();
      const body = {
        channel_id: 'approvals',
        platform: 'telegram',
        target_chat_id: '1',
        channel_type: 'PROMPT',
        credentials: { bot_token: telegram.token },
      };
      await Promise.all(Array.from({ length: 8 }, () => gateway.request('POST', '/v1/channels/new', { body })));
      expect(await entryLines({ action: 'channel.created' })).toEqual(['channel.created approvals']);
    });

    it('is filtered by action, resource and actor, page by page', async () => {
      const { gateway, register, entryLines } = await setUp();
      const deputy = await makeKey(gateway, { name: 'Deputy', preset: 'admin' });
      await register('one');
      await register('two');
      await deputy.request('DELETE', '/v1/channels/one');
      expect(await entryLines({ actor_id: deputy.id })).toEqual(['channel.unregistered one']);
      expect(await entryLines({ action: 'channel.created' })).toEqual(['channel.created two', 'channel.created one']);
      expect(await entryLines({ action: 'channel.created', resource_id: 'one' })).toEqual(['channel.created one']);
      expect(await entryLines({ action: 'channel.created', actor_id: deputy.id })).toEqual([]);

      const seen: string[] = [];
      let page: string | undefined = '/v1/audit?limit=2';
      while (page !== undefined) {
        const { json, headers } = await gateway.request('GET', page);
        seen.push(...json.map(({ id }: AuditEntry) => id));
        page = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
      }
      expect(seen).toEqual((await gateway.call(listAudit, {})).map(({ id }) => id));
      expect(seen).toHaveLength(5);
    });

    it('never holds a secret', async () => {
      const { gateway, register, telegram } = await setUp();
      await register('approvals');
      const other = telegram.addBot();
      await gateway.request('PATCH', '/v1/channels/approvals', { body: { credentials: { bot_token: other.token } } });
      const agent = await makeKey(gateway, { preset: 'agent' });
      const { text } = await gateway.request('GET', '/v1/audit');
      expect(text).toContain(agent.id);
      for (const secret of [telegram.token, other.token, agent.key, agent.key.slice(12)])
        expect(text).not.toContain(secret);
    });
  });
});

describe('GET /v1/audit', () => {
  const shared = startOnce(startKeyedGateway);

  it.each(['action=', 'actor=x', 'limit=0', 'limit=201', `resource_id=${'x'.repeat(129)}`, 'cursor=nonsense'])(
    'rejects ?%s with 400',
    async (query) => {
      const gateway = shared();
      expect((await gateway.request('GET', `/v1/audit?${query}`)).status).toBe(400);
    },
  );
});
