import { describe, expect, it } from 'vitest';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';
import { startAsking } from './asking.js';

const late = { after_sec: 1, channels: ['approvals'], approvers: [{ person: 'ben' }] };

/** The channels `approvals` (free), `guarded` (approved by Ada), `ruled` (prescribes `hasty`, approved by Ada) and `elsewhere`. */
async function startFixture(engine: Engine) {
  const asking = await startAsking({ engine, env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
  const { gateway, telegram, ada } = asking;
  const send = async (path: string, body: object, method = 'POST') => {
    const reply = await gateway.request(method, path, { body });
    if (reply.status >= 400) throw new Error(`${path}: ${reply.text}`);
  };
  const identities = [{ platform: 'telegram', user_id: String(ada.id) }];
  await send('/v1/people/new', { person_id: 'ada', name: 'Ada', identities });
  await send('/v1/people/new', { person_id: 'ben', name: 'Ben' });
  for (const id of ['guarded', 'ruled', 'elsewhere']) await registerChannel(gateway, telegram, { id, chat: ada });
  const policies = {
    hasty: { on_timeout: { decision: 'approve' } },
    wide: { steps: [late] },
    plain: { steps: [{ after_sec: 5, remind: true }] },
    away: { steps: [{ after_sec: 1, channels: ['elsewhere'] }] },
    used: {},
  };
  for (const [policy_id, rules] of Object.entries(policies))
    await send('/v1/policies/new', { policy_id, name: policy_id, ...rules });
  const approvers = [{ person: 'ada' }];
  await send('/v1/channels/guarded', { approvers }, 'PATCH');
  await send('/v1/channels/ruled', { approvers, policy: 'hasty' }, 'PATCH');
  await send('/v1/channels/elsewhere', { policy: 'used' }, 'PATCH');
  return { ...asking, send, agent: await makeKey(gateway, { preset: 'agent' }) };
}

const decided = { text: 'Ship it?', decisions: ['approve', 'reject'] };
const notAllowed = { status: 403, json: { code: 'channel_not_allowed' } };

onEveryEngine((engine) => {
  const shared = startOnce(() => startFixture(engine));

  describe('on a channel with approvers, a policy that the prompt names', () => {
    it.each([
      ['decides by time', { channel_id: 'guarded', policy: 'hasty' }, /"guarded" has approvers.*when the time is over/],
      [
        'adds approvers',
        { channel_id: 'guarded', policy: 'wide' },
        /"guarded" has approvers.*adds approvers in a step/,
      ],
      ['bears on one of several channels', { channels: ['approvals', 'guarded'], policy: 'wide' }, /"guarded"/],
      ['is prescribed by another channel only', { channels: ['guarded', 'ruled'] }, /"guarded"/],
    ])('is refused when it %s', async (_, prompt, detail) => {
      expect(await shared().agent.request('POST', '/v1/prompts/new', { ...decided, ...prompt })).toMatchObject({
        status: 400,
        json: { code: 'validation', detail: expect.stringMatching(detail) },
      });
    });

    it('is accepted when it widens nothing, when the channel prescribes it, and with policies:write', async () => {
      const { agent, gateway } = shared();
      const author = await makeKey(gateway, { scopes: ['prompts:write', 'policies:write'] });
      for (const [holder, prompt] of [
        [agent, { channel_id: 'guarded', policy: 'plain' }],
        [agent, { channel_id: 'approvals', policy: 'hasty' }],
        [agent, { channel_id: 'ruled' }],
        [agent, { channel_id: 'ruled', policy: 'hasty' }],
        [author, { channel_id: 'guarded', policy: 'hasty' }],
        [author, { channel_id: 'guarded', policy: 'wide' }],
      ] as const) {
        const reply = await holder.request('POST', '/v1/prompts/new', { ...decided, ...prompt });
        expect(reply.status, `${JSON.stringify(prompt)}: ${reply.text}`).toBe(200);
      }
    });
  });

  it('approvers in a step of a policy need people:write when it is made or changed', async () => {
    const { gateway } = shared();
    const writer = await makeKey(gateway, { scopes: ['policies:write'] });
    const both = await makeKey(gateway, { scopes: ['policies:write', 'people:write'] });
    const body = { policy_id: 'judges', name: 'Judges', steps: [late] };
    const refused = { status: 403, json: { code: 'forbidden', detail: expect.stringContaining('people:write') } };
    expect(await writer.request('POST', '/v1/policies/new', body)).toMatchObject(refused);
    expect(await writer.request('PATCH', '/v1/policies/plain', { steps: [late] })).toMatchObject(refused);
    expect((await both.request('POST', '/v1/policies/new', body)).status).toBe(201);
    expect((await both.request('PATCH', '/v1/policies/judges', { steps: [late] })).status).toBe(200);
  });

  describe('a key with channels', () => {
    const limited = () => makeKey(shared().gateway, { scopes: ['admin'], channels: ['approvals'] });

    it('makes no policy with a step into another channel, existing or not', async () => {
      const holder = await limited();
      const own = { policy_id: 'own', name: 'Own', steps: [{ after_sec: 1, channels: ['approvals'] }] };
      expect((await holder.request('POST', '/v1/policies/new', own)).status).toBe(201);
      for (const channel of ['elsewhere', 'nowhere']) {
        const steps = [{ after_sec: 1, channels: ['approvals', channel] }];
        for (const [method, path, body] of [
          ['POST', '/v1/policies/new', { policy_id: 'reach', name: 'Reach', steps }],
          ['PATCH', '/v1/policies/own', { steps }],
        ] as const)
          expect(await holder.request(method, path, body), `${method} ${channel}`).toMatchObject(notAllowed);
      }
      expect((await holder.request('DELETE', '/v1/policies/own')).status).toBe(200);
    });

    it('neither changes nor deletes a policy that is in use in another channel', async () => {
      const { gateway } = shared();
      const holder = await limited();
      for (const id of ['used', 'away']) {
        const path = `/v1/policies/${id}`;
        const before = (await gateway.request('GET', path)).text;
        for (const [method, body] of [
          ['PATCH', { approvals: 5 }],
          ['DELETE', undefined],
        ] as const) {
          const reply = await holder.request(method, path, body);
          expect(reply, `${method} ${path}`).toMatchObject(notAllowed);
          expect(reply.text).not.toContain('elsewhere');
        }
        expect((await gateway.request('GET', path)).text).toBe(before);
      }
    });

    it('takes no question to another channel by a policy that its prompt or its channel names', async () => {
      const { gateway } = shared();
      const holder = await limited();
      const asked = { ...decided, channel_id: 'approvals' };
      for (const [method, path, body] of [
        ['POST', '/v1/prompts/new', { ...asked, policy: 'away' }],
        ['PATCH', '/v1/channels/approvals', { policy: 'away' }],
      ] as const) {
        const reply = await holder.request(method, path, body);
        expect(reply, path).toMatchObject(notAllowed);
        expect(reply.text).not.toContain('elsewhere');
      }
      expect((await gateway.request('GET', '/v1/channels/approvals')).json).not.toHaveProperty('policy');
    });

    it('asks by a policy that its channel prescribes, also when this asks elsewhere later', async () => {
      const { gateway, telegram, ada, send } = shared();
      await registerChannel(gateway, telegram, { id: 'prescribing', chat: ada });
      await send('/v1/channels/prescribing', { policy: 'away' }, 'PATCH');
      const holder = await makeKey(gateway, { preset: 'asker', channels: ['prescribing'] });
      const reply = await holder.request('POST', '/v1/prompts/new', { ...decided, channel_id: 'prescribing' });
      expect(reply.status, reply.text).toBe(200);
    });
  });
});
