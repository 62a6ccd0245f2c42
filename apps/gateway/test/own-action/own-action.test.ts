import { describe, expect, it } from 'vitest';
import { platformStarters } from '@gateway/simulators/platforms';
import { freePort } from '../harness/free-port.js';
import { makeKey, startKeyedGateway, type Holder } from '../harness/keys.js';
import { onCleanUp, startOnce } from '../harness/shared.js';
import { forgers } from './forgeries.js';

const platforms = Object.keys(platformStarters);
/** Where a secret of the agent signs what people say. On Discord the genuine channel of the same bot decides about its key. */
const SIGNED = ['telegram', 'slack', 'whatsapp', 'messenger'];

/** One gateway with a chat on each platform. The person `boss` has the user id of that chat there. */
async function startFixture() {
  const started = await Promise.all(Object.values(platformStarters).map((start) => start()));
  for (const each of started) onCleanUp(() => each.close());
  const port = await freePort();
  const gateway = await startKeyedGateway({
    env: {
      ...Object.assign({}, ...started.map(({ env }) => env)),
      PORT: String(port),
      PUBLIC_WEBHOOK_URL: `http://127.0.0.1:${port}`,
      OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    },
  });
  const admin: Holder['request'] = (method, path, body) => gateway.request(method, path, { body });
  await admin('POST', '/v1/people/new', {
    person_id: 'boss',
    name: 'Boss',
    identities: started.map(({ platform, target }) => ({ platform, user_id: target })),
  });
  const agent = await makeKey(gateway, { preset: 'agent' });
  const sims = Object.fromEntries(started.map((each) => [each.platform, each]));
  return { gateway, admin, agent: agent.request, sims };
}

const once = startOnce(startFixture);

let events = 1000;

/** The guarded channels of one platform with a prompt in each, and one that the agent makes in the same chat with its own secret. */
async function guard(platform: string, test: string) {
  const { gateway, admin, agent, sims } = once();
  const { credentials, target } = sims[platform]!;
  const forger = forgers[platform]!;
  const idOf = (id: string) => `${platform}-${test}-${id}`;
  const mine = forger.credentials(credentials);
  const channel = (id: string, more: object = {}) => ({
    channel_id: idOf(id),
    platform,
    channel_type: 'PROMPT',
    target_chat_id: target,
    credentials,
    ...more,
  });
  const made = async (path: string, body: object) => {
    const reply = await admin('POST', path, body);
    expect(reply.status, reply.text).toBeLessThan(300);
    return reply.json;
  };
  await made('/v1/policies/new', { policy_id: idOf('one'), name: 'One' });
  await made('/v1/channels/new', channel('listed', { approvers: [{ person: 'boss' }] }));
  await made('/v1/channels/new', channel('ruled', { policy: idOf('one') }));
  await made('/v1/channels/new', channel('step'));
  await made('/v1/policies/new', {
    policy_id: idOf('steps'),
    name: 'Later',
    steps: [{ after_sec: 3600, channels: [idOf('step')] }],
  });
  const guarded = ['listed', 'ruled', 'step'].map(idOf);
  const nums: number[] = [];
  for (const channel_id of guarded) {
    const asked = await made('/v1/prompts/new', { channel_id, text: 'Pay?', decisions: ['approve', 'reject'] });
    nums.push(asked.prompt_num);
  }
  const states = async (of = nums) =>
    (await admin('GET', `/v1/prompts?ids=${of.join(',')}`)).json.map(({ state }: { state: string }) => state);
  /** Sends an approval by the boss, signed with the secret of the agent. Returns the status. */
  const forge = async (at: string, num: number) => {
    events += 1;
    const said = { id: events, chat: target, person: target, text: `ID:#${num} approve`, genuine: credentials };
    const forged = forger.say!(said);
    return (await gateway.request('POST', `/webhooks/default/${platform}/${at}`, forged)).status;
  };
  return {
    admin,
    agent,
    channel,
    made,
    mine,
    credentials,
    target,
    guarded,
    nums,
    states,
    forge,
    canSign: forger.say !== null,
    idOf,
  };
}

describe('an agent key cannot approve its own action', () => {
  it.each(platforms)('by another bot, chat or receiver of a guarded channel on %s', async (platform) => {
    const { agent, admin, mine, target, guarded, nums, states, forge, canSign, channel, credentials } = await guard(
      platform,
      'swap',
    );
    for (const [index, id] of guarded.entries()) {
      const attack = async (patch: object, field: string) => {
        const reply = await agent('PATCH', `/v1/channels/${id}`, patch);
        expect([id, field, reply.status, reply.json.code]).toEqual([id, field, 403, 'forbidden']);
        expect(reply.json.detail).toContain(`Changing ${field} of the channel "${id}" needs the scope people:write`);
      };
      await attack({ credentials: mine }, 'credentials');
      await attack({ credentials }, 'credentials');
      await attack({ credentials: {} }, 'credentials');
      await attack({ target_chat_id: target }, 'target_chat_id');
      await attack({ callback_url: 'http://127.0.0.1:1/' }, 'callback_url');
      if (canSign) expect(await forge(id, nums[index]!)).toBe(401);

      expect((await agent('DELETE', `/v1/channels/${id}`)).status).toBe(200);
      const again = await agent('POST', '/v1/channels/new', { ...channel('x'), channel_id: id, credentials: mine });
      expect([again.status, again.json.code]).toEqual([409, 'channel_exists']);
      await attack({ credentials: mine }, 'credentials');
      expect((await agent('PATCH', `/v1/channels/${id}`, {})).status).toBe(200);
      if (canSign) expect(await forge(id, nums[index]!)).toBe(401);
    }
    expect(await states()).toEqual(['pending', 'pending', 'pending']);
    const records = await Promise.all(guarded.map((id) => admin('GET', `/v1/channels/${id}`)));
    expect(records.map(({ json }) => [json.credentials_proven, json.credentials_set_by.id])).toEqual(
      guarded.map(() => [true, expect.any(String)]),
    );
  });

  it.each(platforms)('by a channel of its own with the same bot or chat on %s', async (platform) => {
    const { agent, admin, mine, guarded, nums, states, forge, canSign, channel, made, idOf } = await guard(
      platform,
      'own',
    );
    const own = channel('own', { credentials: mine });
    expect((await agent('POST', '/v1/channels/new', own)).status).toBe(201);
    const { channel_id: ownId } = own;
    if (canSign) for (const num of nums) expect(await forge(ownId, num)).toBe(SIGNED.includes(platform) ? 200 : 401);
    expect(await states()).toEqual(['pending', 'pending', 'pending']);

    const question = { text: 'Pay?', decisions: ['approve', 'reject'] };
    const [listed = '', ruled = ''] = guarded;
    const attempts = [
      { channels: [listed, ownId] },
      { channels: [ownId, listed] },
      { channels: [ruled, ownId] },
      { channel_id: ownId, approvers: [{ person: 'boss' }] },
      { channel_id: ownId, policy: idOf('one') },
    ];
    for (const attempt of attempts) {
      const reply = await agent('POST', '/v1/prompts/new', { ...question, ...attempt });
      expect([attempt, reply.status, reply.json.code]).toEqual([attempt, 403, 'channel_not_allowed']);
      expect(reply.json.detail).toContain(`PATCH /v1/channels/${ownId}`);
    }
    const policy = { policy_id: idOf('mine'), name: 'Mine', steps: [{ after_sec: 1, channels: [ownId] }] };
    expect((await admin('POST', '/v1/policies/new', policy)).json).toMatchObject({ code: 'channel_not_allowed' });
    const changed = await admin('PATCH', `/v1/policies/${idOf('one')}`, { steps: policy.steps });
    expect(changed.json).toMatchObject({ code: 'channel_not_allowed' });

    for (const rule of [{ approvers: [{ person: 'boss' }] }, { policy: idOf('one') }]) {
      const reply = await admin('PATCH', `/v1/channels/${ownId}`, rule);
      expect([reply.status, reply.json.code]).toEqual([400, 'credentials_not_proven']);
    }
    await made('/v1/channels/new', channel('shown'));
    const proving = { credentials: mine, approvers: [{ person: 'boss' }] };
    expect((await admin('PATCH', `/v1/channels/${ownId}`, proving)).status).toBe(200);
  });

  it.each(SIGNED)(
    'by a new secret of an unguarded channel in which the question stands, too, on %s',
    async (platform) => {
      const { agent, admin, made, mine, guarded, states, forge, channel, idOf, credentials } = await guard(
        platform,
        'beside',
      );
      const [listed = ''] = guarded;
      const beside = idOf('beside');
      await made('/v1/channels/new', channel('beside'));
      const ask = async (where: object) => {
        const question = { text: 'Pay?', decisions: ['approve', 'reject'], ...where };
        return (await agent('POST', '/v1/prompts/new', question)).json.prompt_num as number;
      };
      const both = await ask({ channels: [listed, beside] });
      const first = await ask({ channels: [beside, listed] });
      const named = await ask({ channel_id: beside, approvers: [{ person: 'boss' }] });
      const plain = await ask({ channel_id: beside });
      const nums = [both, first, named, plain];
      expect(await states(nums)).toEqual(nums.map(() => 'pending'));
      expect((await agent('PATCH', `/v1/channels/${beside}`, { credentials: mine })).status).toBe(200);
      const { json } = await admin('GET', `/v1/channels/${beside}`);
      expect(json).toMatchObject({ credentials_proven: false, credentials_set_by: { kind: 'key', name: 'a key' } });
      for (const num of nums) expect(await forge(beside, num)).toBe(200);
      expect(await states(nums)).toEqual(nums.map(() => 'pending'));

      // The forgery would be an answer: it is one to a question that has no rules, in the agent's own channel.
      if (platform !== 'telegram') {
        const own = await ask({ channel_id: beside });
        expect(await forge(beside, own)).toBe(200);
        expect(await states([own])).toEqual(['answered']);
      }
      // A part of the credentials can keep the agent's secret: it proves nothing.
      const [part, ...others] = Object.entries(credentials);
      if (part && others.length > 0) {
        await admin('PATCH', `/v1/channels/${beside}`, { credentials: Object.fromEntries([part]) });
        expect((await admin('GET', `/v1/channels/${beside}`)).json.credentials_proven).toBe(false);
      }
      expect((await admin('PATCH', `/v1/channels/${beside}`, { credentials })).status).toBe(200);
      expect((await admin('GET', `/v1/channels/${beside}`)).json.credentials_proven).toBe(true);
      for (const num of nums) expect(await forge(beside, num)).toBe(401);
      expect(await states(nums)).toEqual(nums.map(() => 'pending'));
    },
  );

  it('by an older channel of the same Discord bot with a key of its own', async () => {
    const { agent, channel, made, mine, forge, idOf } = await guard('discord', 'bot');
    const other = { ...mine, bot_token: 'another-bot' };
    const older = channel('older', { credentials: other });
    expect((await agent('POST', '/v1/channels/new', older)).status).toBe(201);
    expect(await forge(idOf('older'), 1), 'the agent signs for its own bot').toBe(200);
    await made('/v1/channels/new', channel('younger', { credentials: { ...other, public_key: 'ab'.repeat(32) } }));
    expect(await forge(idOf('older'), 1)).toBe(401);
    expect(await forge(idOf('younger'), 1)).toBe(401);
  });

  it.each(platforms)('with a key that is limited to channels on %s', async (platform) => {
    const { gateway } = once();
    const { mine, target, guarded, channel, idOf } = await guard(platform, 'limited');
    const own = idOf('own');
    const { request } = await makeKey(gateway, { scopes: ['admin'], channels: [...guarded, own] });
    for (const id of guarded)
      for (const patch of [{ credentials: mine }, { target_chat_id: target }]) {
        const reply = await request('PATCH', `/v1/channels/${id}`, patch);
        expect([reply.status, reply.json.detail]).toEqual([403, expect.stringContaining('limited to channels')]);
      }
    expect((await request('POST', '/v1/channels/new', { ...channel('x'), channel_id: own })).status).toBe(201);
    expect((await request('PATCH', `/v1/channels/${own}`, { target_chat_id: target })).status).toBe(403);
  });
});
