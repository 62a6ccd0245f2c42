import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { adapterFolder, declared, installed, manifest } from './harness/adapter-folder.js';
import { manualClock } from './harness/clock.js';
import { sqlite } from './harness/engines.js';
import { startTestGateway } from './harness/gateway.js';
import { installationCommand } from './harness/installation-command.js';
import { until } from './harness/until.js';

const token = 'secret-token-7731';
const channel = {
  channel_id: 'room',
  platform: 'matrix',
  target_chat_id: '!a:b',
  channel_type: 'PROMPT',
  credentials: { token },
};
const question = { channel_id: 'room', text: 'Go?', options: ['Yes'] };

async function invalidJson(): Promise<string> {
  const folder = await adapterFolder(declared);
  await writeFile(path.join(folder, 'package.json'), '{ "name": ');
  return folder;
}

const withoutMembers = manifest('matrix')
  .replace(/capabilities: [^]*ackWithin: 1000 },/, '')
  .replace('target: {', 'aim: {');
const withWrongDialogs = manifest('matrix').replace(
  'ackWithin: 1000 }',
  'ackWithin: 1000, dialogs: { fields: 0, title: 9, label: 9 } }',
);
const ofAnotherVersion = { gatewayPlatform: { apiVersion: 2, id: 'matrix', name: 'Matrix' } };
const ofAnotherId = { gatewayPlatform: { apiVersion: 1, id: 'telegram', name: 'Mine' } };

const kinds: readonly [kind: string, make: () => Promise<string>, reason: RegExp][] = [
  ['a syntax error', () => adapterFolder(declared, 'export default {{'), /Importing .* failed: .*syntax/i],
  ['a throw at import', () => adapterFolder(declared, 'throw new Error("no such file")'), /Error: no such file\./],
  ['no default export', () => adapterFolder(declared, 'export const a = {};'), /default export must be the manifest/],
  [
    'an id other than in its package.json',
    () => adapterFolder(declared, manifest('zulip')),
    /id: is "zulip", but package.json says "matrix"/,
  ],
  ['missing manifest members', () => adapterFolder(declared, withoutMembers), /target: .*; capabilities: /],
  [
    'incomplete limits of dialogs',
    () => adapterFolder(declared, withWrongDialogs),
    /capabilities\.dialogs\.fields: .*; capabilities\.dialogs\.value: /,
  ],
  [
    'another interface version in its package.json',
    () => adapterFolder(ofAnotherVersion),
    /version 2 of the adapter interface, and this gateway has version 1/,
  ],
  [
    'the id of a platform that exists already',
    () => adapterFolder(ofAnotherId),
    /already serves the platform "telegram"/,
  ],
  ['an invalid package.json', invalidJson, /cannot be read: SyntaxError/],
  ['a package that is not installed', async () => '@example/not-installed', /is not an installed adapter: install it/],
  [
    'a path that does not exist',
    async () => './no-such-folder',
    /\.\/no-such-folder is not an installed adapter: install it/,
  ],
  [
    'a packed package that is not installed',
    async () => './my-adapter-1.0.0.tgz',
    /must be installed: install it by "npm install --prefix \.\.\/adapters \.\/my-adapter-1\.0\.0\.tgz"/,
  ],
  ['nothing but other packages in its folder', () => installed('library', {}), /contains no adapter: install it/],
  [
    'a dependency that npm has removed',
    () => adapterFolder({ dependencies: { 'adapter-matrix': '1.0.0' } }),
    /is missing, but .* names it: run npm install/,
  ],
];

describe('a broken adapter package', () => {
  it.each(kinds)('with %s is reported with the reason, and the gateway runs without it', async (_, make, reason) => {
    const name = await make();
    const gateway = await startTestGateway({ env: { PLATFORM_PACKAGES: name, ENABLE_DOCS: 'true' } });
    const line = gateway.logLines.find((text) => text.includes('An adapter cannot be used'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      package: expect.stringContaining(name),
      reason: expect.stringMatching(reason),
    });

    const listed = (await gateway.request('GET', '/v1/platforms')).json as { id: string; problem: string | null }[];
    expect(listed.filter(({ problem }) => problem !== null)).toMatchObject([
      { package: expect.stringContaining(name), problem: expect.stringMatching(reason) },
    ]);
    expect(listed.filter(({ problem }) => problem === null).map(({ id }) => id)).toContain('telegram');
    expect((await gateway.request('GET', '/openapi.json')).text).not.toContain('"matrix"');
    expect(await gateway.request('POST', '/v1/channels/new', { body: channel })).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('adapter for the platform "matrix"'), code: 'platform_not_loaded' },
    });
  });
});

describe('an adapter that throws', () => {
  it.each([
    ['connect', 'connect: async () => {'],
    ['sendPrompt', 'sendPrompt: async (question) => {'],
  ])('in %s is logged with error and stack, without credentials', async (_, head) => {
    const source = manifest('matrix').replace(
      head,
      `${head} throw new TypeError('no room for ${token} in undefined at https://ada:pass@files.example/a.png');`,
    );
    const folder = await adapterFolder(declared, source);
    const gateway = await startTestGateway({ env: { PLATFORM_PACKAGES: folder } });
    expect((await gateway.request('POST', '/v1/channels/new', { body: channel })).status).toBe(201);
    expect((await gateway.request('POST', '/v1/prompts/new', { body: question })).status).toBe(400);
    const failure = await until(() =>
      gateway.logLines.map((line) => JSON.parse(line)).find(({ stack }) => Array.isArray(stack)),
    );
    expect(failure).toMatchObject({
      level: 50,
      error: 'TypeError: no room for [hidden] in undefined at https://[hidden]@files.example/a.png',
    });
    expect(failure.stack[0]).toContain(path.join(folder, 'index.js'));
    expect(gateway.logLines.join('\n')).not.toContain(token);
  });
});

describe('a connection that lacks what its manifest declares:', () => {
  const declares = (capabilities: string) => manifest('matrix').replace("edit: 'none'", capabilities);
  it.each([
    ['a missing closePrompt', declares("edit: 'call'"), "closePrompt (the manifest declares edit: 'call')"],
    [
      'start',
      declares("edit: 'none'").replace("stream: 'none'", "stream: 'polling'"),
      'start (the manifest declares a',
    ],
    [
      'probe and close',
      manifest('matrix').replace('probe:', 'prob:').replace('close:', 'clos:'),
      'lacks probe, close.',
    ],
  ])('%s is told to the caller and in the health, also by a test of the channel', async (_, source, named) => {
    const folder = await adapterFolder(declared, source);
    const gateway = await startTestGateway({ env: { PLATFORM_PACKAGES: folder } });
    expect((await gateway.request('POST', '/v1/channels/new', { body: channel })).status).toBe(201);
    expect(await gateway.request('POST', '/v1/prompts/new', { body: question })).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining(named) },
    });
    expect((await gateway.request('POST', '/v1/channels/room/test')).text).toContain(named);
    await until(async () => (await gateway.request('GET', '/v1/channels/room')).json.health.detail?.includes(named));
  });
});

describe('an adapter whose connection does not close', () => {
  it.each([
    ['because it throws', "throw new Error('no socket');", 'A connection could not be closed'],
    ['because it hangs', 'await new Promise(() => {});', 'A connection did not close in time'],
  ])('%s is logged, and other connections open', async (_, body, message) => {
    const source = manifest('matrix').replace('close: async () => {}', `close: async () => { ${body} }`);
    const clock = manualClock();
    // Every wait for an adapter that hangs ends by the clock: in a request, in a change of connections and when the gateway stops.
    const ticking = setInterval(() => clock.advance(1000), 20);
    onTestFinished(() => clearInterval(ticking));
    const gateway = await startTestGateway({
      env: { PLATFORM_PACKAGES: await adapterFolder(declared, source) },
      clock,
    });
    expect((await gateway.request('POST', '/v1/channels/new', { body: channel })).status).toBe(201);
    expect((await gateway.request('POST', '/v1/prompts/new', { body: question })).status).toBe(200);
    expect((await gateway.request('DELETE', '/v1/channels/room')).status).toBeLessThan(300);
    await until(() => gateway.logLines.some((line) => line.includes(message)));
    const other = { ...channel, channel_id: 'other', credentials: { token: `${token} of another length` } };
    expect((await gateway.request('POST', '/v1/channels/new', { body: other })).status).toBe(201);
    const asked = { ...question, channel_id: 'other' };
    expect((await gateway.request('POST', '/v1/prompts/new', { body: asked })).status).toBe(200);
  });
});

/** The gateway waits 20 and 35 s for an adapter that hangs. */
const slow = { tags: ['slow'] };

describe('an adapter that never answers a call', () => {
  it('gets platform_unavailable for its caller, and the channel is failing until a call succeeds', slow, async () => {
    const state = globalThis as { hangs?: boolean };
    state.hangs = true;
    onTestFinished(() => void delete state.hangs);
    const hanging = manifest('matrix').replaceAll(
      /(sendPrompt|sendMessage|probe): async \(([a-z]*)\) =>/g,
      (_, name, parameter) => `${name}: async (${parameter}) => globalThis.hangs ? await new Promise(() => {}) :`,
    );
    const source = hanging.replace(': { globalThis.lastQuestion = question; return posted(); }', ': posted()');
    const gateway = await startTestGateway({ env: { PLATFORM_PACKAGES: await adapterFolder(declared, source) } });
    expect((await gateway.request('POST', '/v1/channels/new', { body: channel })).status).toBe(201);
    expect(await gateway.request('POST', '/v1/prompts/new', { body: question })).toMatchObject({
      status: 400,
      json: { code: 'platform_unavailable', detail: expect.stringContaining('The adapter of Matrix did not answer') },
    });
    expect((await gateway.request('POST', '/v1/channels/room/test')).json).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('The adapter of Matrix did not answer')],
    });
    const healthOf = async () => (await gateway.request('GET', '/v1/channels/room')).json.health;
    await until(async () => (await healthOf()).detail?.includes('The adapter of Matrix did not answer'));

    state.hangs = false;
    expect((await gateway.request('POST', '/v1/prompts/new', { body: question })).status).toBe(200);
    await until(async () => (await healthOf()).state === 'ok');
  });

  it('is named by gateway-server doctor, with the results of all other checks', slow, async () => {
    const hanging = manifest('matrix').replace(
      'probe: async () =>',
      'probe: () => new Promise(() => {}), other: async () =>',
    );
    const env = { ...(await sqlite.empty()), PLATFORM_PACKAGES: await adapterFolder(declared, hanging) };
    const gateway = await startTestGateway({ env });
    expect((await gateway.request('POST', '/v1/channels/new', { body: channel })).status).toBe(201);
    await gateway.stop();
    const { code, output } = await installationCommand(['doctor', '--json'], env);
    const { checks } = JSON.parse(output) as { checks: { name: string; state: string }[] };
    expect(code).toBe(1);
    expect(checks.find(({ name }) => name === 'channel room')).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('The adapter of Matrix did not answer within 20 s.'),
    });
    expect(checks.find(({ name }) => name === 'database')).toMatchObject({ state: 'ok' });
  });
});

describe('an adapter that is uninstalled while it has channels', () => {
  async function withPendingPrompt() {
    const env = { ...(await sqlite.empty()), PLATFORM_PACKAGES: await adapterFolder(declared, closing) };
    const gateway = await startTestGateway({ env });
    await gateway.request('POST', '/v1/channels/new', { body: channel });
    expect((await gateway.request('POST', '/v1/prompts/new', { body: question })).status).toBe(200);
    await gateway.stop();
    return { env, without: { ...env, PLATFORM_PACKAGES: '' } };
  }

  it('is reported at start with its number of channels, and its channels are listed', async () => {
    const { without } = await withPendingPrompt();
    const gateway = await startTestGateway({ env: without });
    const line = gateway.logLines.find((text) => text.includes('Channels have no adapter'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      platform: 'matrix',
      channels: 1,
      reason: expect.stringContaining('npm install --prefix ../adapters PACKAGE'),
    });
    expect((await gateway.request('GET', '/v1/channels?platform=matrix')).json).toMatchObject([{ channel_id: 'room' }]);
    expect((await gateway.request('GET', '/v1/channels?platform=zulip')).status).toBe(400);
    const [failing] = await until(async () => {
      const { troubled } = (await gateway.request('GET', '/v1/statistics')).json.channels;
      return troubled.length > 0 && troubled;
    });
    expect(failing).toMatchObject({
      channel_id: 'room',
      health: { detail: expect.stringContaining('npm install --prefix ../adapters PACKAGE') },
    });
  });

  it('closes the message of a prompt that was cancelled meanwhile when it is installed again', async () => {
    const { env, without } = await withPendingPrompt();
    const between = await startTestGateway({ env: without });
    expect((await between.request('POST', '/v1/prompts/1/cancel')).status).toBe(200);
    await between.stop();
    const state = globalThis as { closedPrompts?: string[] };
    state.closedPrompts = [];
    await startTestGateway({ env });
    await until(() => state.closedPrompts?.length === 1);
    expect(state.closedPrompts).toEqual(['m1']);
  });
});

/** Source of an adapter that records the messages it closes. */
const closing = manifest('matrix').replace(
  'close: async () => {}',
  'closePrompt: async ({ messageId }) => { globalThis.closedPrompts?.push(messageId); }, close: async () => {}',
);
