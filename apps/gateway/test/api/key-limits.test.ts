import { describe, expect, it } from 'vitest';
import { createPerson } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { makeKey, startKeyedGateway, type Holder } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('expires_at of a key', () => {
  it('is its end: from then on its requests get 401', async () => {
    const clock = manualClock();
    const gateway = await startKeyedGateway({ clock });
    const expires_at = new Date(clock.now() + 60_000).toISOString();
    const key = await makeKey(gateway, { preset: 'agent', expires_at });
    expect(key.expires_at).toBe(expires_at);
    expect((await key.request('GET', '/v1/prompts')).status).toBe(200);
    clock.advance(60_000);
    expect(await key.request('GET', '/v1/prompts')).toMatchObject({
      status: 401,
      json: { code: 'unauthenticated', detail: expect.stringContaining('expired') },
    });
    expect(await gateway.request('POST', `/v1/keys/${key.id}/roll`, { body: {} })).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('expired') },
    });
  });

  it('is kept by the key that replaces it, and ends a rolled key before its grace period does', async () => {
    const gateway = await startKeyedGateway();
    const expires_at = inAnHour();
    const key = await makeKey(gateway, { preset: 'agent', expires_at });
    const rolled = await gateway.request('POST', `/v1/keys/${key.id}/roll`, { body: { grace_sec: 86_400 } });
    expect(rolled).toMatchObject({ status: 201, json: { expires_at } });
    expect((await gateway.request('GET', `/v1/keys/${key.id}`)).json.expires_at).toBe(expires_at);
  });

  it.each(['2020-01-01T00:00:00Z', 'tomorrow', '2999-01-01'])('is refused when it is %s', async (expires_at) => {
    const gateway = await startKeyedGateway();
    const body = { name: 'late', preset: 'agent', expires_at };
    expect((await gateway.request('POST', '/v1/keys/new', { body })).json).toMatchObject({
      code: 'validation',
      detail: expect.stringContaining('expires_at'),
    });
  });
});

onEveryEngine((engine) => {
  const shared = startOnce(() => startKeyedGateway({ engine }));

  describe('a key that is limited to channels', () => {
    it('names these channels in its record', async () => {
      const key = await makeKey(shared(), { preset: 'asker', channels: ['one', 'two', 'one'] });
      expect(key.channels).toEqual(['one', 'two']);
      expect((await shared().request('GET', `/v1/keys/${key.id}`)).json.channels).toEqual(['one', 'two']);
      expect((await makeKey(shared(), { preset: 'asker' })).channels).toBeNull();
      const empty = await shared().request('POST', '/v1/keys/new', {
        body: { name: 'none', preset: 'asker', channels: [] },
      });
      expect(empty.json.detail).toMatch(/channels must name at least one channel/);
    });

    it('creates, replaces and revokes only keys that may use no other channel', async () => {
      const limited = await makeKey(shared(), { scopes: ['admin'], channels: ['one', 'two'] });
      const create = (channels?: string[] | null) =>
        limited.request('POST', '/v1/keys/new', { name: 'child', preset: 'agent', channels });
      const [child] = await Promise.all([create(['one']), create(['two', 'one'])]);
      expect(child).toMatchObject({ status: 200, json: { channels: ['one'] } });
      for (const channels of [undefined, null, ['one', 'three']]) {
        expect(await create(channels)).toMatchObject({
          status: 403,
          json: { code: 'channel_not_allowed', detail: expect.stringContaining('one, two') },
        });
      }
      const free = await makeKey(shared(), { preset: 'agent' });
      for (const other of [free, await makeKey(shared(), { preset: 'agent', channels: ['three'] })]) {
        expect((await limited.request('DELETE', `/v1/keys/${other.id}`)).status).toBe(403);
        expect((await limited.request('POST', `/v1/keys/${other.id}/roll`, {})).status).toBe(403);
      }
      const rolled = await limited.request('POST', `/v1/keys/${child.json.id}/roll`, {});
      expect(rolled).toMatchObject({ status: 201, json: { channels: ['one'] } });
      expect((await limited.request('DELETE', `/v1/keys/${rolled.json.id}`)).status).toBe(200);
      expect((await limited.request('DELETE', `/v1/keys/${limited.id}`)).status).toBe(200);
    });

    it('does not count as the last key with all rights', async () => {
      const gateway = await startKeyedGateway({ engine });
      const [bootstrap] = (await gateway.request('GET', '/v1/keys')).json;
      await makeKey(gateway, { scopes: ['admin'], channels: ['one'] });
      await makeKey(gateway, { scopes: ['admin'], expires_at: inAnHour() });
      expect((await gateway.request('DELETE', `/v1/keys/${bootstrap.id}`)).status).toBe(400);
    });
  });

  it('a key that expires creates no key that lasts longer', async () => {
    const expires_at = inAnHour();
    const key = await makeKey(shared(), { scopes: ['admin'], expires_at });
    const create = (more: object) => key.request('POST', '/v1/keys/new', { name: 'child', preset: 'agent', ...more });
    expect((await create({ expires_at })).status).toBe(200);
    for (const more of [{}, { expires_at: '2999-01-01T00:00:00Z' }]) {
      expect(await create(more)).toMatchObject({ status: 403, json: { detail: expect.stringContaining(expires_at) } });
    }
  });

  describe('a key that acts for a person', () => {
    const people = startOnce(async () => {
      const gateway = await startKeyedGateway({ engine });
      for (const person_id of ['ada', 'grace'])
        await gateway.call(createPerson, { body: { person_id, name: person_id } });
      return gateway;
    });
    const create = (by: Holder, acts_for: string | null) =>
      by.request('POST', '/v1/keys/new', { name: 'assistant', scopes: ['prompts:write'], acts_for });

    it('is created by a caller with people:write, for a person who exists', async () => {
      const gateway = people();
      const plain = await makeKey(gateway, { scopes: ['keys:write', 'prompts:write'] });
      expect(await create(plain, 'ada')).toMatchObject({
        status: 403,
        json: { detail: expect.stringContaining('people:write') },
      });
      const manager = await makeKey(gateway, { scopes: ['keys:write', 'prompts:write', 'people:write'] });
      expect(await create(manager, 'ada')).toMatchObject({ status: 200, json: { acts_for: 'ada' } });
      expect(await create(manager, 'missing')).toMatchObject({
        status: 400,
        json: { detail: expect.stringMatching(/acts_for.*no person "missing"/) },
      });
    });

    it('creates keys for the same person only, and is revoked by callers with people:write', async () => {
      const gateway = people();
      const plain = await makeKey(gateway, { scopes: ['keys:write', 'prompts:write'] });
      const key = await makeKey(gateway, { scopes: ['keys:write', 'prompts:write'], acts_for: 'ada' });
      expect((await create(key, 'ada')).status).toBe(200);
      for (const other of ['grace', null]) expect((await create(key, other)).status).toBe(403);
      expect((await plain.request('DELETE', `/v1/keys/${key.id}`)).status).toBe(403);
      expect((await plain.request('POST', `/v1/keys/${key.id}/roll`, {})).status).toBe(403);
      const rolled = await key.request('POST', `/v1/keys/${key.id}/roll`, { grace_sec: 60 });
      expect(rolled).toMatchObject({ status: 201, json: { acts_for: 'ada' } });
      expect((await key.request('DELETE', `/v1/keys/${key.id}`)).status).toBe(200);
    });

    it('prevents that the person is deleted until it is revoked', async () => {
      const gateway = await startKeyedGateway({ engine });
      await gateway.call(createPerson, { body: { person_id: 'ada', name: 'Ada' } });
      const key = await makeKey(gateway, { name: 'assistant', preset: 'asker', acts_for: 'ada' });
      expect(await gateway.request('DELETE', '/v1/people/ada')).toMatchObject({
        status: 409,
        json: { detail: expect.stringContaining('"assistant"') },
      });
      await gateway.request('DELETE', `/v1/keys/${key.id}`);
      expect((await gateway.request('DELETE', '/v1/people/ada')).status).toBe(200);
    });
  });
});
