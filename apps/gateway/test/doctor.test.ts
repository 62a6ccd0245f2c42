import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CheckResult } from '@gateway/contract';
import { onEveryEngine, sqlite } from './harness/engines.js';
import { freePort } from './harness/free-port.js';
import { registerChannel, startTelegram, startTestGateway } from './harness/gateway.js';
import { installationCommand } from './harness/installation-command.js';
import { startProvider } from './harness/openid-provider.js';
import { setUpConsole } from './harness/operators.js';
import { startReceiver } from './harness/receiver.js';
import { startTeams } from './harness/teams.js';

type Env = Record<string, string>;

/** The results of `gateway-server doctor --json` by name, and its exit code. */
async function doctor(env: Env) {
  const { code, output } = await installationCommand(['doctor', '--json'], env);
  const { ok, checks } = JSON.parse(output) as { ok: boolean; checks: CheckResult[] };
  expect(ok).toBe(code === 0);
  return { code, output, checks, named: (name: string) => checks.find((check) => check.name === name) };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gateway-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The address of a service that answers every request with an empty object. */
async function startService(): Promise<string> {
  const server = createServer((_, response) => void response.end('{}')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A running gateway with a channel. Its settings name its port, as in an installation. */
async function installation(own: Env = {}, engine = sqlite) {
  const { telegram, env } = await startTelegram();
  const port = String(await freePort());
  const settings: Env = { ...env, ...(await engine.empty()), PORT: port, ...own };
  const gateway = await startTestGateway({ env: settings });
  const receiver = await startReceiver();
  await registerChannel(gateway, telegram, {
    id: 'approvals',
    chat: telegram.addUser({ firstName: 'Ada' }),
    callbackUrl: `${receiver.url}/answers`,
  });
  return { telegram, gateway, receiver, env: settings, port };
}

onEveryEngine((engine) => {
  it('doctor finds nothing wrong in a running installation, and neither does the console', async () => {
    const { env, gateway, receiver } = await installation({}, engine);
    const found = await doctor({ ...env, PUBLIC_WEBHOOK_URL: gateway.url });
    expect(found.checks.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(found.code).toBe(0);
    for (const name of [
      'settings',
      'database',
      'DATA_DIR',
      'platform telegram',
      'gateway',
      'public address',
      'channel approvals',
    ])
      expect(found.named(name)).toMatchObject({ state: 'ok', advice: null });
    expect(found.named(`receiver ${new URL(receiver.url).origin}`)).toMatchObject({ state: 'ok' });
    expect(found.named('encryption key')).toMatchObject({ state: 'ok' });
    expect(receiver.received).toEqual([]);
    expect(found.named('channel approvals')?.text).toContain(
      'Not proven yet: no question was posted, no one answered in the chat.',
    );

    const browser = await setUpConsole(gateway);
    const { status, json } = await browser.request('POST', '/console/session/checks');
    expect(status).toBe(200);
    expect(json.checks.map(({ name }: CheckResult) => name)).toEqual(found.checks.map(({ name }) => name));
    expect(json.checks.filter(({ state }: CheckResult) => state === 'failed')).toEqual([]);
  });
});

describe('doctor in a broken installation', () => {
  it('names a public address of something else, refused credentials, a dead receiver and a misspelled setting', async () => {
    const { env, telegram, gateway } = await installation();
    const dead = await freePort();
    await gateway.request('PATCH', '/v1/channels/approvals', { body: { callback_url: `http://127.0.0.1:${dead}/` } });
    telegram.revokeToken();
    const { code, named, output } = await doctor({
      ...env,
      PUBLIC_WEBHOOK_URL: telegram.url,
      CALLBACK_TIMEOUT_MSEC: '5000',
    });
    expect(code).toBe(1);
    expect(named('public address')).toMatchObject({
      state: 'failed',
      text: expect.stringContaining(`${telegram.url} reaches something else: it answered with status 404.`),
    });
    expect(named('channel approvals')).toMatchObject({
      state: 'failed',
      text: expect.stringMatching(/token|401|credential/i),
    });
    expect(named(`receiver http://127.0.0.1:${dead}`)).toMatchObject({
      state: 'failed',
      text: 'It cannot be reached: the connection was refused: nothing listens there.',
    });
    expect(named('settings')).toMatchObject({ state: 'warning', advice: 'Did you mean CALLBACK_TIMEOUT_MS?' });
    expect(named('database')).toMatchObject({ state: 'ok' });
    expect(output).not.toContain(telegram.token);
    const text = await installationCommand(['doctor'], env);
    expect(text.output).toMatch(/failed +channel approvals {2}/);
  });

  it('names a platform that must reach the gateway when there is no public address', async () => {
    const { env, register } = await startTeams();
    const port = String(await freePort());
    const settings: Env = { ...env, ...(await sqlite.empty()), PORT: port, PUBLIC_WEBHOOK_URL: '' };
    const gateway = await startTestGateway({ env: settings });
    await register(gateway);
    const { code, named } = await doctor(settings);
    expect(code).toBe(1);
    expect(named('public address')).toMatchObject({
      state: 'failed',
      text: 'Microsoft Teams must reach this gateway from the internet, and PUBLIC_WEBHOOK_URL is not set, so no answers arrive.',
      advice: expect.stringContaining('PUBLIC_WEBHOOK_URL'),
    });
  });

  it('says whether the gateway runs, and whether its OpenID provider can be used', async () => {
    const { env, gateway, telegram } = await installation({ PUBLIC_WEBHOOK_URL: '' });
    expect((await doctor(env)).named('gateway')).toMatchObject({ state: 'ok' });
    const settings = { ...env, OIDC_ISSUER: telegram.url, OIDC_CLIENT_ID: 'gateway', OIDC_DEFAULT_ROLE: 'viewer' };
    expect((await doctor(settings)).named('OIDC_ISSUER')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('its configuration answers with status 404'),
    });
    await gateway.stop();
    const alone = await doctor({ ...settings, PASSWORD_SIGN_IN: 'false' });
    expect(alone.named('OIDC_ISSUER')).toMatchObject({ state: 'failed' });
    expect(alone.code).toBe(1);
    expect(alone.named('gateway')).toMatchObject({ state: 'skipped', text: expect.stringContaining('does not run') });
  });

  it.each([
    [
      'the configuration names another issuer',
      async () => (await startProvider()).issuer,
      'names the issuer http://127.0.0.1:',
    ],
    ['nothing listens there', async () => `http://127.0.0.1:${await freePort()}`, 'the connection was refused'],
    ['another kind of service answers', startService, 'not that of an OpenID provider'],
  ])('says of OIDC_ISSUER that %s', async (_, start, problem) => {
    const { env } = await installation();
    const issuer = (await start()).replace('127.0.0.1', 'localhost');
    const found = await doctor({ ...env, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'gateway', OIDC_DEFAULT_ROLE: 'viewer' });
    expect(found.named('OIDC_ISSUER')).toMatchObject({ state: 'warning', text: expect.stringContaining(problem) });
  });

  it('says that another program answers at the address of the gateway', async () => {
    const { env, telegram } = await installation();
    const { named } = await doctor({ ...env, PORT: new URL(telegram.url).port });
    expect(named('gateway')).toMatchObject({
      state: 'skipped',
      text: expect.stringContaining('another program answers'),
    });
  });

  it('names a folder without the database of a gateway', async () => {
    const found = await doctor({ DATA_DIR: await newFolder() });
    expect(found.code).toBe(1);
    expect(found.named('database')).toMatchObject({ state: 'failed' });
    expect(found.named('encryption key')).toMatchObject({ state: 'skipped' });
  });

  it('names a database that cannot be reached, and does the other checks', async () => {
    const found = await doctor({
      DATA_DIR: await newFolder(),
      DATABASE_URL: 'postgresql://gateway:a-password@127.0.0.1:9/none',
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      CALLBACK_SIGNING_SECRET: 'a signing secret for tests',
    });
    expect(found.code).toBe(1);
    expect(found.named('database')).toMatchObject({ state: 'failed', advice: expect.stringContaining('DATABASE_URL') });
    expect(found.named('disk space')).toBeDefined();
    expect(found.output).not.toContain('a-password');
  });

  it('names a folder that cannot be used, one that others can read, and an invalid setting', async () => {
    const folder = await newFolder();
    writeFileSync(path.join(folder, 'file'), '');
    const unusable = await doctor({ DATA_DIR: path.join(folder, 'file') });
    expect(unusable.named('DATA_DIR')).toMatchObject({ state: 'failed', text: expect.stringContaining('ENOTDIR') });
    chmodSync(folder, 0o755);
    expect((await doctor({ DATA_DIR: folder })).named('DATA_DIR')).toMatchObject({
      state: 'warning',
      advice: `Run: chmod -R go-rwx ${folder}`,
    });
    expect(await doctor({ PORT: 'eighty' })).toMatchObject({
      code: 1,
      checks: [{ name: 'settings', state: 'failed', text: expect.stringContaining('PORT is "eighty"') }],
    });
  });
});
