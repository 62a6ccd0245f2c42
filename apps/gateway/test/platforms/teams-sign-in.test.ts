import { createChannel, getChannel, testChannel } from '@gateway/contract';
import { selfSigned, startTeamsSimulator, type TeamsSimulatorOptions } from '@gateway/simulators/teams';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestGateway } from '../harness/gateway.js';

/** A gateway with a channel of a simulated tenant. */
async function start(credentials: Record<string, string>, options: TeamsSimulatorOptions, withIdentities = true) {
  const teams = await startTeamsSimulator(options);
  onTestFinished(() => teams.close());
  teams.addPerson({ name: 'Ada' });
  const chat = teams.addConversation({ name: 'ops' });
  const { token, openid, service, identity } = teams.endpoints;
  const gateway = await startTestGateway({
    env: {
      PLATFORM_TEAMS_TOKEN_URL: token,
      PLATFORM_TEAMS_OPENID_URL: openid,
      PLATFORM_TEAMS_SERVICE_URL: service,
      ...(withIdentities && { PLATFORM_TEAMS_IDENTITY_URL: identity }),
    },
  });
  await gateway.call(createChannel, {
    body: {
      channel_id: 'ops',
      platform: 'teams',
      target_chat_id: chat.id,
      channel_type: 'PROMPT',
      credentials: { app_id: teams.appId, app_tenant_id: teams.tenantId, ...credentials },
    },
  });
  const test = () => gateway.call(testChannel, { params: { id: 'ops' } });
  return { teams, gateway, test };
}

const uploaded = selfSigned('gateway.example');
const pem = uploaded.certificate + uploaded.privateKey;

describe('a Microsoft Teams channel without a client secret', () => {
  it('changes from the secret to a certificate in one request, and shows no part of the key', async () => {
    const { teams, gateway, test } = await start(
      { app_password: 'the secret' },
      { appPassword: 'the secret', certificate: uploaded.certificate },
    );
    expect(await test()).toMatchObject({ ok: true });
    const change = async (credentials: Record<string, string>) =>
      await gateway.request('PATCH', '/v1/channels/ops', { body: { credentials } });
    const refused = await change({ app_certificate: pem });
    expect([refused.status, refused.json.detail]).toEqual([400, expect.stringContaining('needs exactly one of')]);
    expect((await change({ app_certificate: pem, app_password: '' })).status).toBe(200);
    expect(await test()).toMatchObject({ ok: true });
    expect(teams.calls({ method: 'token' }).at(-1)?.params).not.toHaveProperty('client_secret');
    const shown = await gateway.call(getChannel, { params: { id: 'ops' } });
    expect(JSON.stringify([shown, refused.json, gateway.logLines])).not.toContain(uploaded.privateKey.split('\n')[3]);
  });

  it('uses the managed identity of the machine', async () => {
    const { test, teams } = await start(
      { managed_identity_client_id: 'system' },
      {
        identities: ['system'],
        federatedIdentity: 'system',
      },
    );
    expect(await test()).toMatchObject({ ok: true });
    expect(teams.calls({ method: 'identity' }).length).toBeGreaterThan(0);
  });

  it('cannot use the identity of the machine when the administrator has not allowed it', async () => {
    const { test, teams } = await start({ managed_identity_client_id: 'system' }, { identities: ['system'] }, false);
    expect((await test()).problems[0]).toContain('PLATFORM_TEAMS_IDENTITY_URL');
    expect(teams.calls({ method: 'identity' })).toHaveLength(0);
  });

  it('is refused with none of secret, certificate and managed identity, and the sentence names all three', async () => {
    const { gateway } = await start({ app_password: 'the secret' }, { appPassword: 'the secret' });
    const refused = await gateway.request('POST', '/v1/channels/new', {
      body: {
        channel_id: 'none',
        platform: 'teams',
        target_chat_id: '19:x@thread.v2',
        channel_type: 'PROMPT',
        credentials: { app_id: 'a' },
      },
    });
    expect([refused.status, refused.json.detail]).toEqual([
      400,
      expect.stringMatching(/app_password.*app_certificate.*managed_identity_client_id/),
    ]);
  });
});
