import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { pack, publicPackages } from '../lib/pack.mjs';
import { filesUnder } from '../lib/fingerprint.mjs';
import { root } from '../lib/workspace.mjs';
import { startLocalRegistry } from './local-registry.mjs';

const execute = promisify(execFile);
const slow = { tags: ['slow'], timeout: 240_000 };
const names = new Set(['@gateway/platform-kit', '@gateway/sandbox', '@gateway/simulators']);
const secret = 'a secret of at least 16 characters';

/** The examples, and how many lines without blanks their sources may have. */
const examples = [
  { id: 'matrix', name: 'Matrix', lines: 250 },
  { id: 'zulip', name: 'Zulip', lines: 200 },
];
/** The formatter indents a part of a file differently. */
const compact = (/** @type {string} */ code) => code.replaceAll(/\s+/g, '');
const folderOf = (/** @type {string} */ id) => join(root, 'examples', `platform-${id}`);

test.each(examples)('the adapter for $name has less than $lines lines', ({ id, lines }) => {
  const src = join(folderOf(id), 'src');
  const text = readdirSync(src).map((file) => readFileSync(join(src, file), 'utf8'));
  expect(text.join('\n').match(/\S.*$/gm)?.length).toBeLessThan(lines);
});

test('no source outside of examples names an example adapter', () => {
  const quoted = new RegExp(`(['"\`])(?:gateway-platform-)?(?:${examples.map(({ id }) => id).join('|')})\\1`);
  const sources = filesUnder('.').filter(
    (file) => /\.(?:[cm]?[jt]sx?|prisma|sql)$/.test(file) && !/^examples\/|\/test\//.test(file),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => quoted.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('the code in docs/write-a-platform.md is in the example', () => {
  const page = readFileSync(join(root, 'docs/write-a-platform.md'), 'utf8');
  const parts = [...page.matchAll(/^```ts example (\S+)\n(.*?)^```$/gms)];
  expect(parts.length).toBeGreaterThan(5);
  expect(page.split('\n').length).toBeLessThan(250);
  for (const [, file = '', code = ''] of parts) {
    const source = compact(readFileSync(join(root, file), 'utf8'));
    // A line with three dots stands for lines that are left out.
    for (const passage of code.split(/^\s*\/\/ \.\.\.\n/m))
      expect(source, `${file} has the code of the page`).toContain(compact(passage));
  }
});

describe('the example adapters, installed from packed packages in an empty folder', slow, () => {
  let base = '';
  /** @type {Awaited<ReturnType<typeof startLocalRegistry>> | null} */
  let registry = null;

  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'gateway-example-adapters-'));
    const packages = publicPackages().filter(({ name }) => names.has(name));
    registry = await startLocalRegistry(await pack(packages, join(base, 'tarballs')), join(base, 'registry'));
    const npm = ['--no-audit', '--no-fund', '--registry', registry.url, '--cache', join(base, 'cache')];
    const isSource = (/** @type {string} */ path) => !['node_modules', 'dist'].includes(basename(path));
    for (const { id } of examples) cpSync(folderOf(id), join(base, id), { recursive: true, filter: isSource });
    // One installation for all of them.
    const workspaces = examples.map(({ id }) => id);
    writeFileSync(join(base, 'package.json'), JSON.stringify({ private: true, workspaces }));
    await execute('npm', ['install', ...npm], { cwd: base });
    for (const id of workspaces)
      await execute('npm', ['pack', '--pack-destination', base, ...npm], { cwd: join(base, id) });
    const packed = workspaces.map((id) => join(base, `gateway-platform-${id}-0.1.0.tgz`));
    await execute('npm', ['install', '--prefix', join(base, 'adapters'), ...npm, ...packed], { cwd: base });
  }, 240_000);
  afterAll(() => {
    registry?.close();
    rmSync(base, { recursive: true, force: true });
  });

  test.each(examples)('the tests of the adapter for $name compile and pass', slow, async ({ id, name }) => {
    const cwd = join(base, id);
    await execute('npm', ['run', 'check'], { cwd });
    const report = join(base, `${id}.json`);
    await execute('npm', ['test', '--', '--reporter=json', `--outputFile=${report}`], { cwd }).catch(() => {});
    /** @type {{ numTotalTests: number, testResults: { assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} */
    const { numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    expect(numTotalTests).toBeGreaterThan(20);
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(results.some(({ fullName }) => fullName.includes(`${name} passes the adapter conformance suite`))).toBe(
      true,
    );
    expect(results.filter(({ status }) => status !== 'passed')).toEqual([]);
  });

  test(
    'the gateway serves both by PLATFORM_PACKAGES: a reaction on Matrix and a text on Zulip answer prompts',
    slow,
    async () => {
      const receiver = await startReceiver();
      const gateway = await startGateway(base);
      /** @type {(method: string, path: string, body?: object) => Promise<any>} */
      const call = async (method, path, body) => {
        const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
        const response = await fetch(`${gateway.url}${path}`, init);
        const json = await response.json();
        expect(response.status, JSON.stringify(json)).toBeLessThan(300);
        return json;
      };

      const platforms = await call('GET', '/v1/platforms');
      for (const { id, name } of examples) {
        const found = platforms.find((/** @type {{ id: string }} */ platform) => platform.id === id);
        expect(found).toMatchObject({ id, name });
        expect(found.problem ?? null).toBeNull();
      }
      expect(JSON.stringify(await call('GET', '/openapi.json'))).toMatch(/"enum":\[[^\]]*"matrix"[^\]]*"zulip"/);

      const { startHomeserver } = await import(join(base, 'matrix/test/homeserver.ts'));
      const { react, shownIn } = await import(join(base, 'matrix/test/rig.ts'));
      const homeserver = await startHomeserver({ isInvited: true });
      onTestFinished(homeserver.close);
      await call('POST', '/v1/channels/new', {
        channel_id: 'room',
        platform: 'matrix',
        target_chat_id: homeserver.room,
        channel_type: 'PROMPT',
        credentials: { homeserver: homeserver.url, token: homeserver.token },
      });
      await vi.waitFor(() => expect(homeserver.isMember()).toBe(true), { timeout: 30_000 });
      const asked = { channel_id: 'room', text: 'Deploy?', options: ['Yes', 'No'], callback_url: receiver.url };
      await call('POST', '/v1/prompts/new', asked);
      const [question] = shownIn(homeserver);
      expect(question.text).toContain('1. Yes');
      expect(question.buttons).toEqual(['1', '2']);
      react(homeserver, question.id, '2️⃣');
      expect(await receiver.next('matrix')).toMatchObject({ type: 'prompt.answered', answer: { value: 'No' } });
      await vi.waitFor(() => expect(shownIn(homeserver)[0]).toMatchObject({ buttons: [] }), { timeout: 30_000 });
      expect(shownIn(homeserver)[0].text).toContain('No');

      const { startZulip } = await import(join(base, 'zulip/test/zulip.ts'));
      const zulip = await startZulip(null);
      onTestFinished(zulip.close);
      await call('POST', '/v1/channels/new', {
        channel_id: 'topic',
        platform: 'zulip',
        target_chat_id: 'ops > deployments',
        channel_type: 'PROMPT',
        credentials: { site: zulip.url, email: zulip.bot.email, key: zulip.key, token: zulip.token },
      });
      await call('POST', '/v1/prompts/new', { ...asked, channel_id: 'topic', text: 'Release?' });
      expect(zulip.messages.at(-1)?.content).toContain('2. No');
      const channel = await call('GET', '/v1/channels/topic');
      const event = zulip.payload('@**Gateway** 1');
      for (const [token, status] of [
        ['not the token', 401],
        [zulip.token, 200],
      ]) {
        const body = JSON.stringify({ ...event, token });
        const headers = { 'content-type': 'application/json' };
        expect((await fetch(channel.webhook_url, { method: 'POST', headers, body })).status).toBe(status);
      }
      expect(await receiver.next('zulip')).toMatchObject({ type: 'prompt.answered', answer: { value: 'Yes' } });
    },
  );
});

/** The built gateway, with the adapters that are installed in the folder. */
async function startGateway(/** @type {string} */ base) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: join(base, 'data'),
    PLATFORM_PACKAGES: join(base, 'adapters'),
    PUBLIC_WEBHOOK_URL: url,
    CALLBACK_SIGNING_SECRET: secret,
    ENABLE_DOCS: 'true',
  };
  const child = spawn(process.execPath, [join(root, 'apps/gateway/dist/main.js')], { env });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  await vi.waitFor(() => expect(output).toContain('Gateway ready at'), { timeout: 60_000, interval: 100 });
  return { url };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  return String(port);
}

/** A callback address that takes only signed callbacks. */
async function startReceiver() {
  /** @type {{ type: string, platform: string }[]} */
  const received = [];
  const server = createServer((request, response) => {
    void (async () => {
      /** @type {Buffer[]} */
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      const isGenuine = request.headers['x-signature'] === expected;
      if (isGenuine) received.push(JSON.parse(body.toString('utf8')));
      response.writeHead(isGenuine ? 204 : 401).end();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void (server.closeAllConnections(), server.close()));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/callback`,
    next: (/** @type {string} */ platform) =>
      vi.waitFor(
        () => {
          const found = received.find((event) => event.platform === platform);
          expect(found, JSON.stringify(received)).toBeDefined();
          return found;
        },
        { timeout: 30_000, interval: 50 },
      ),
  };
}
