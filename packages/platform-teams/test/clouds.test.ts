import type { TeamsCloud } from '@gateway/simulators/teams';
import { describe, expect, it } from 'vitest';
import { openTestConnection } from '@gateway/platform-kit/testing';
import teams from '../src/index.js';
import { message, open } from './harness.js';

const clouds: readonly [TeamsCloud, string][] = [
  ['Public', 'https://api.botframework.com'],
  ['USGov', 'https://api.botframework.us'],
  ['USGovDoD', 'https://api.botframework.us'],
  ['China', 'https://api.botframework.azure.cn'],
];

describe('Teams clouds', () => {
  it.each(clouds)('%s: accepts activities of its issuer only, and gets a token for its audience', async (cloud) => {
    const gateway = await open({ cloud, credentials: { cloud } });
    await gateway.connection.register!();
    expect((await gateway.receive(message())).status).toBe(200);
    for (const [, iss] of clouds.filter(([, issuer]) => issuer !== clouds.find(([name]) => name === cloud)![1]))
      expect((await gateway.receive(message(), { claims: { iss } })).status).toBe(401);
  });

  it('a commercial bot with the setting of another cloud gets no token', async () => {
    const { connection } = await open({ credentials: { cloud: 'USGov' } });
    await expect(connection.register!()).rejects.toMatchObject({ code: 'auth' });
  });

  it.each([
    [
      'Public',
      'https://login.microsoftonline.com/botframework.com/oauth2/v2.0/token',
      'https://smba.trafficmanager.net/teams',
    ],
    [
      'USGov',
      'https://login.microsoftonline.us/MicrosoftServices.onmicrosoft.us/oauth2/v2.0/token',
      'https://smba.infra.gov.teams.microsoft.us/teams',
    ],
    [
      'USGovDoD',
      'https://login.microsoftonline.us/MicrosoftServices.onmicrosoft.us/oauth2/v2.0/token',
      'https://smba.infra.dod.teams.microsoft.us/teams',
    ],
    [
      'China',
      'https://login.partner.microsoftonline.cn/microsoftservices.partner.onmschina.cn/oauth2/v2.0/token',
      'https://frontend.botapi.msg.infra.teams.microsoftonline.cn',
    ],
  ])('%s: signs in at %s and posts to %s', async (cloud, tokenUrl, service) => {
    const { connection, urls } = await openRecorded({ cloud });
    await connection.sendMessage({ target: 'a:1', text: 'x' });
    expect(urls).toEqual([tokenUrl, `${service}/v3/conversations/a%3A1/activities`]);
  });

  it('an address that an operator set is used in every cloud', async () => {
    const { connection, urls } = await openRecorded({ cloud: 'USGov' }, { service: 'https://connector.example' });
    await connection.sendMessage({ target: 'a:1', text: 'x' });
    expect(urls.at(-1)).toBe('https://connector.example/v3/conversations/a%3A1/activities');
  });

  it('are part of the account id, except the default one, and unknown names are refused', () => {
    const account = (cloud?: string) =>
      teams.account(teams.credentials.parse({ app_id: 'a', app_password: 's', ...(cloud !== undefined && { cloud }) }));
    expect(new Set([account(), account(''), account('Public')]).size).toBe(1);
    expect(new Set([account(), account('USGov'), account('USGovDoD'), account('China')]).size).toBe(4);
    expect(() => account('Germany')).toThrow('must be Public, USGov, USGovDoD, China or empty');
  });
});

/** A connection with Microsoft's addresses; the requests are recorded and answered here. */
async function openRecorded(credentials: Record<string, string>, endpoints: Record<string, string> = {}) {
  const urls: string[] = [];
  const { connection } = await openTestConnection(teams, {
    credentials: { app_id: 'a', app_password: 's', ...credentials },
    endpoints,
    fetch: async (url) => {
      urls.push(new Request(url).url);
      return Response.json({ access_token: 't', expires_in: 3600, id: '1' });
    },
  });
  return { connection, urls };
}
