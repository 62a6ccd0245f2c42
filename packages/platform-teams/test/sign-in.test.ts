import { expectNoSecret } from '@gateway/platform-kit/testing';
import { manualClock, selfSigned } from '@gateway/simulators/teams';
import { afterEach, describe, expect, it, vi } from 'vitest';
import teams from '../src/index.js';
import { open, type Setup } from './harness.js';

const bot = '11111111-2222-3333-4444-555555555555';
const identity = '99999999-2222-3333-4444-555555555555';
const uploaded = selfSigned('gateway.example');
const other = selfSigned('gateway.example');
const certificateOf = ({ certificate, privateKey }: typeof uploaded) => certificate + privateKey;

const openWith = (credentials: Record<string, string>, setup: Setup = {}) =>
  open({ appId: bot, certificate: uploaded.certificate, ...setup, credentials: { app_password: '', ...credentials } });

afterEach(() => vi.unstubAllEnvs());

describe('Teams sign-in with a certificate', () => {
  it.each(['Public', 'USGov', 'China'] as const)('%s: gets a token by a signed assertion', async (cloud) => {
    const { connection, sim } = await openWith({ app_certificate: certificateOf(uploaded), cloud }, { cloud });
    const chat = sim.addConversation();
    await connection.sendMessage({ target: chat.id, text: 'x' });
    expect(sim.messages(chat)).toHaveLength(1);
    expect(sim.calls({ method: 'token' })[0]?.params).not.toHaveProperty('client_secret');
  });

  it('signs a new assertion for each token', async () => {
    const clock = manualClock(Date.now());
    const { connection, sim, advance } = await openWith({ app_certificate: certificateOf(uploaded) }, { clock });
    await connection.register!();
    advance(3_300_000);
    clock.advance(3_300_000);
    await connection.register!();
    expect(sim.calls({ method: 'token' })).toHaveLength(2);
  });

  it('refuses a clock that is an hour ahead', async () => {
    const { connection, advance } = await openWith({ app_certificate: certificateOf(uploaded) });
    advance(3_600_000);
    await expect(connection.register!()).rejects.toMatchObject({ message: expect.stringContaining('AADSTS700024') });
  });

  it('explains, without a secret, that another certificate was uploaded', async () => {
    const { connection, log } = await openWith({ app_certificate: certificateOf(other) });
    const error: unknown = await connection.register!().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'auth',
      message: 'Microsoft refuses the app ID or its certificate (AADSTS700027).',
      hint: expect.stringContaining('Upload this certificate'),
    });
    expectNoSecret([error, log], other.privateKey.split('\n')[3]!);
  });
});

describe('Teams sign-in with a managed identity', () => {
  it.each([undefined, 'header-secret'])(
    'uses one token when the identity is the bot itself (identity header %s)',
    async (header) => {
      vi.stubEnv('IDENTITY_HEADER', header);
      const { connection, sim } = await openWith(
        { managed_identity_client_id: bot },
        { identities: [bot], ...(header && { identityHeader: header }) },
      );
      const chat = sim.addConversation();
      await connection.sendMessage({ target: chat.id, text: 'x' });
      await connection.sendMessage({ target: chat.id, text: 'y' });
      expect(sim.messages(chat)).toHaveLength(2);
      expect(sim.calls({ method: 'identity' })).toHaveLength(1);
      expect(sim.calls({ method: 'token' })).toHaveLength(0);
    },
  );

  it.each([
    ['Public', identity],
    ['USGov', identity],
    ['China', 'system'],
  ] as const)('%s: that the app trusts is exchanged for a token (%s)', async (cloud, trusted) => {
    const { connection, sim } = await openWith(
      { managed_identity_client_id: trusted, cloud },
      { cloud, identities: [trusted], federatedIdentity: trusted },
    );
    await connection.register!();
    expect(sim.calls({ method: 'token' })).toHaveLength(1);
  });

  it('explains that the app does not trust the identity', async () => {
    const { connection } = await openWith({ managed_identity_client_id: identity }, { identities: [identity] });
    await expect(connection.register!()).rejects.toMatchObject({
      code: 'auth',
      message: 'Microsoft refuses the app ID or its managed identity (AADSTS700213).',
      hint: expect.stringContaining('Federated credentials'),
    });
  });

  it('explains that the machine does not have it', async () => {
    const { connection } = await openWith({ managed_identity_client_id: identity });
    await expect(connection.register!()).rejects.toMatchObject({
      code: 'auth',
      hint: expect.stringContaining('Assign the identity'),
    });
  });

  it.each([
    [429, 'rate_limited'],
    [410, 'unavailable'],
    [500, 'unavailable'],
  ])('is tried again after status %i', async (status, code) => {
    const { connection, sim } = await openWith({ managed_identity_client_id: bot }, { identities: [bot] });
    sim.failNext('identity', { answer: { status, body: {} } });
    await expect(connection.register!()).rejects.toMatchObject({ code });
    await connection.register!();
  });

  it('is refused without a request while no operator has set the address of the service', async () => {
    const { connection, sim } = await openWith(
      { managed_identity_client_id: bot },
      { identities: [bot], endpoints: () => ({ identity: teams.endpoints['identity']!.default }) },
    );
    await expect(connection.register!()).rejects.toMatchObject({
      code: 'auth',
      hint: expect.stringContaining('PLATFORM_TEAMS_IDENTITY_URL'),
    });
    expect(sim.calls()).toHaveLength(0);
  });
});

describe('Teams credentials', () => {
  const problemOf = (given: Record<string, string>) =>
    teams.credentials.safeParse({ app_id: bot, ...given }).error?.issues.map(({ path, message }) => [path[0], message]);
  const both = /exactly one of the client secret/;

  it('have exactly one of secret, certificate and managed identity', () => {
    expect(problemOf({})).toEqual([['app_password', expect.stringMatching(both)]]);
    expect(problemOf({ app_password: ' ', app_certificate: '' })).toEqual([
      ['app_password', expect.stringMatching(both)],
    ]);
    expect(problemOf({ app_password: 's', managed_identity_client_id: 'system' })).toEqual([
      ['managed_identity_client_id', expect.stringMatching(both)],
    ]);
    expect(problemOf({ app_certificate: certificateOf(uploaded) })).toBeUndefined();
  });

  it.each([
    ['in one line', (text: string) => text.replaceAll('\n', '')],
    ['with \\n for line breaks', (text: string) => text.replaceAll('\n', String.raw`\n`)],
    ['with the key first', () => uploaded.privateKey + uploaded.certificate],
    ['with a chain', (text: string) => other.certificate + text],
  ])('accept a certificate %s', async (_name, change) => {
    const { connection } = await openWith({ app_certificate: change(certificateOf(uploaded)) });
    await connection.register!();
  });

  it.each([
    [uploaded.certificate, /certificate .* and its private key/],
    ['nonsense', /PEM text/],
    [uploaded.certificate + other.privateKey, /belong together/],
    [uploaded.certificate + uploaded.privateKey.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE'), /without a password/],
    [uploaded.certificate.replace(/M/g, 'N') + uploaded.privateKey, /cannot be read/],
  ])('explain what is wrong with a certificate (%#)', (text, reason) => {
    expect(problemOf({ app_certificate: text })).toEqual([['app_certificate', expect.stringMatching(reason)]]);
  });

  it('give each way to sign in its own account', () => {
    const account = (given: Record<string, string>) =>
      teams.account(teams.credentials.parse({ app_id: bot, ...given }));
    const accounts = [
      account({ app_password: 'system' }),
      account({ managed_identity_client_id: 'system' }),
      account({ managed_identity_client_id: identity }),
      account({ app_certificate: certificateOf(uploaded) }),
      account({ app_certificate: certificateOf(other) }),
    ];
    expect(new Set(accounts).size).toBe(accounts.length);
  });
});
