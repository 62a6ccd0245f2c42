import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run } from '../src/command/run.js';
import { hmacHex } from '../src/index.js';

const from = (names: string, address: string) => `import { ${names} } from ${JSON.stringify(address)};\n`;
const helpers = 'accountKey, isHmacHex, isFresh, parseJson, refuse, utf8';
const source = `${from('z', import.meta.resolve('zod'))}${from(helpers, new URL('../dist/index.js', import.meta.url).href)}
import { eventOf } from './inbound.js';
const missing = async () => { throw new Error('not here'); };
export default {
  apiVersion: 1, id: 'example', name: 'Example', icon: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  credentials: z.object({ token: z.string().meta({ title: 'Token', help: 'A token.', secret: true }) }),
  target: { title: 'Room', placeholder: 'room', help: 'The name.' },
  capabilities: { webhook: 'required', stream: 'none', choices: 'replies', text: { max: 500 },
    media: { url: false, bytes: false }, edit: 'none', threads: false, ackWithin: 1000 },
  endpoints: {}, guide: async () => 'How to set it up. '.repeat(40), account: ({ token }) => accountKey(token),
  connect: async ({ credentials, deliver, now }) => ({
    probe: missing, sendMessage: missing, sendPrompt: missing, close: async () => {},
    async webhook({ headers, body }) {
      const time = headers['x-time'] ?? '';
      if (!isHmacHex(headers['x-signature'] ?? '', credentials.token, time + utf8(body)) || !isFresh(Number(time), now()))
        return refuse(401, 'The signature is wrong.');
      await deliver([eventOf(parseJson(body))]);
      return { status: 200 };
    },
  }),
};`;
const inbound = `export const eventOf = ({ id, text }) => ({ kind: 'text', id, targets: ['room'], sender: { id: 'ada', username: null, name: 'Ada' },
  messageId: id, text: text.trim(), replyTo: null });`;

const packageJson = {
  name: 'gateway-platform-example',
  version: '1.2.3',
  type: 'module',
  license: 'MIT',
  gatewayPlatform: { apiVersion: 1, id: 'example', name: 'Example' },
  exports: { '.': { default: './dist/index.js' } },
  files: ['dist', 'LICENSE'],
  keywords: ['gateway-platform'],
  peerDependencies: { '@gateway/platform-kit': '^1.0.0' },
  scripts: { test: 'node -e ""' },
};

/** The folder of a compiled adapter. */
function folderOf(files: Readonly<Record<string, string>> = {}, changed: object = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gateway-platform-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, 'dist'));
  const all = {
    'package.json': JSON.stringify({ ...packageJson, ...changed }),
    'README.md': '# Example',
    LICENSE: 'MIT',
    'dist/index.js': source,
    'dist/inbound.js': inbound,
    ...files,
  };
  for (const [file, text] of Object.entries(all)) writeFileSync(path.join(folder, file), text);
  return folder;
}

/** Runs the command. Returns what it printed and the error for the caller. */
async function command(folder: string, ...args: readonly string[]) {
  const printed: string[] = [];
  const error = await run(args, { folder, print: (line) => void printed.push(line) }).then(
    () => null,
    (caught: Error) => caught.message,
  );
  return { error, printed: printed.join('\n') };
}

describe('gateway-platform event', () => {
  const body = JSON.stringify({ id: 'e1', text: ' Yes ' });
  const seconds = Date.parse('2026-03-01T12:00:00Z') / 1000;
  const signed = { 'X-Time': String(seconds), 'X-Signature': hmacHex('a-token', `${seconds}${body}`) };
  const recorded = { request: { headers: signed, body }, credentials: { token: 'a-token' } };

  it('gives a recorded request to the adapter at the time of the recording, and prints the reply and the events', async () => {
    const event = JSON.stringify({ ...recorded, at: '2026-03-01T12:00:05Z' });
    const { error, printed } = await command(folderOf({ 'event.json': event }), 'event', 'event.json');
    expect(error).toBeNull();
    expect(JSON.parse(printed)).toMatchObject({
      reply: { status: 200 },
      events: [{ kind: 'text', id: 'e1', text: 'Yes' }],
    });
  });

  it('prints the reply of an adapter that refuses the request, such as an old one', async () => {
    const { printed } = await command(folderOf({ 'event.json': JSON.stringify(recorded) }), 'event', 'event.json');
    expect(JSON.parse(printed)).toEqual({
      reply: { status: 401, body: { detail: 'The signature is wrong.' } },
      events: [],
      log: [],
    });
  });

  it('gives an event of a stream to eventOf, and prints where it throws', async () => {
    const files = {
      'good.json': JSON.stringify({ received: { id: 'e2', text: 'No' } }),
      'bad.json': JSON.stringify({ received: { id: 'e3' } }),
    };
    const folder = folderOf(files);
    const good = await command(folder, 'event', 'good.json');
    expect(JSON.parse(good.printed)).toMatchObject({ events: [{ id: 'e2', text: 'No' }] });
    const bad = await command(folder, 'event', 'bad.json');
    expect(bad.error).toBe('The adapter threw an error.');
    expect(JSON.parse(bad.printed).error).toMatch(/^TypeError: [^]*inbound\.js/);
  });

  it.each([
    ['no such file', {}, /event\.json cannot be read: ENOENT/],
    ['no event', { 'event.json': '{}' }, /^The file needs "request" or "received"\.$/],
    ['no compiled adapter', { 'event.json': '{}', 'dist/index.js': 'export default {{' }, /Compile the package first/],
  ])('says what is wrong: %s', async (_what, files, message) => {
    expect((await command(folderOf(files), 'event', 'event.json')).error).toMatch(message);
  });
});

describe('gateway-platform check', () => {
  it('names all flaws of the manifest and of package.json', async () => {
    expect((await command(folderOf(), 'check')).error).toBeNull();
    const flawed = folderOf({ 'dist/index.js': source.replace('<svg', '<img') }, { keywords: [] });
    expect((await command(flawed, 'check')).error?.split('\n')).toEqual([
      expect.stringMatching(/^icon: /),
      expect.stringMatching(/^package\.json: keywords: /),
    ]);
  });
});

describe('gateway-platform release', () => {
  it('tests and packs the adapter, lists the files, and publishes nothing', async () => {
    const { error, printed } = await command(folderOf(), 'release');
    expect(error).toBeNull();
    expect(printed).toContain('gateway-platform-example 1.2.3 is ready');
    expect(printed).toContain('  dist/index.js\n');
    expect(printed).toContain('Nothing was published. To publish it:\n\n  npm publish --access public');
  });

  it('names what is missing in the package and what does not belong into it', async () => {
    const folder = folderOf({ 'dist/.env': 'TOKEN=x' }, { files: ['dist/inbound.js', 'dist/.env'] });
    rmSync(path.join(folder, 'LICENSE'));
    const { error } = await command(folder, 'release');
    expect(error).toBe(
      'gateway-platform-example 1.2.3 is not ready:\n- dist/index.js is missing\n- LICENSE is missing\n- dist/.env does not belong into it',
    );
  });

  it('stops at failing tests with their output', async () => {
    const scripts = { test: `node -e "console.log('1 failed'); process.exit(1)"` };
    expect((await command(folderOf({}, { scripts }), 'release')).error).toMatch(/^npm test failed:[^]*1 failed/);
  });
});
