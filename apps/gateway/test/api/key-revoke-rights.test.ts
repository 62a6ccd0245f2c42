import { describe, expect, it } from 'vitest';
import { listKeys, presets } from '@gateway/contract';
import { makeKey, startKeyedGateway } from '../harness/keys.js';

describe('revoking a key', () => {
  it('is rejected when the key has scopes that the caller lacks, even if it is revoked already', async () => {
    const gateway = await startKeyedGateway();
    const [admin] = await gateway.call(listKeys, {});
    const small = await makeKey(gateway, { scopes: ['keys:write', 'prompts:read'] });
    const agent = await makeKey(gateway, { preset: 'agent' });
    for (const [id, lacking] of [
      [admin?.id, 'admin'],
      [agent.id, 'channels:read, channels:write'],
    ]) {
      const refused = await small.request('DELETE', `/v1/keys/${id}`);
      expect(refused.status).toBe(403);
      expect(refused.json.detail).toContain(lacking);
      expect(refused.json.detail).toContain('cannot revoke');
      expect((await small.request('POST', `/v1/keys/${id}/roll`, {})).status).toBe(403);
    }
    expect((await agent.request('GET', '/v1/channels')).status).toBe(200);
    expect((await gateway.request('DELETE', `/v1/keys/${agent.id}`)).status).toBe(200);
    expect((await small.request('DELETE', `/v1/keys/${agent.id}`)).status).toBe(403);
    expect((await small.request('DELETE', '/v1/keys/unknown')).status).toBe(404);
  });

  it('is allowed for a key with no more scopes, and for the caller’s own key', async () => {
    const gateway = await startKeyedGateway();
    const small = await makeKey(gateway, { scopes: ['keys:write', 'prompts:read'] });
    const peer = await makeKey(gateway, { scopes: ['prompts:read'] });
    expect((await small.request('DELETE', `/v1/keys/${peer.id}`)).json.revoked_at).not.toBeNull();
    expect((await small.request('DELETE', `/v1/keys/${small.id}`)).status).toBe(200);
    expect((await small.request('GET', '/v1/keys')).status).toBe(401);
  });
});

it('a key of the preset asker reads and asks, and cannot change channels or keys', async () => {
  const gateway = await startKeyedGateway();
  const asker = await makeKey(gateway, { preset: 'asker' });
  expect(asker.scopes).toEqual([
    'prompts:read',
    'prompts:write',
    'messages:read',
    'messages:send',
    'channels:read',
    'deliveries:read',
  ]);
  expect(asker.scopes).toEqual(presets.asker);
  for (const path of ['/v1/prompts', '/v1/messages', '/v1/channels', '/v1/deliveries'])
    expect((await asker.request('GET', path)).status).toBe(200);
  expect((await asker.request('DELETE', '/v1/channels/approvals')).status).toBe(403);
  expect((await asker.request('GET', '/v1/keys')).status).toBe(403);
});
