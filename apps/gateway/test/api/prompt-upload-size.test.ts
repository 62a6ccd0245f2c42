import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { onEveryEngine, onPostgres, sqlite, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';

const MB = 1_048_576;

async function setUp(env: Record<string, string> = {}) {
  const { telegram, env: platform } = await startTelegram();
  const database = await sqlite.empty();
  const gateway = await startTestGateway({ env: { ...database, ...platform, ...env } });
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  const spooled = () => readdir(path.join(database.DATA_DIR as string, 'spool'));
  const send = (bytes: number) => {
    const form = new FormData();
    form.append('channel_id', 'approvals');
    form.append('text', 'x'.repeat(4096));
    form.append('file', new Blob([Buffer.alloc(bytes, 'x')]), 'big.txt');
    return gateway.request('POST', '/v1/prompts/new', { body: form });
  };
  return { telegram, ada, gateway, spooled, send };
}

/** Sends a head and then bytes for as long as they are taken: what was answered, and how many bytes were taken. */
async function flood(url: string, head: readonly string[], bytes: number) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const block = Buffer.alloc(65_536, 'x');
  let answer = '';
  let sent = 0;
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
    if (bytes === 0) socket.destroy();
  });
  const closed = new Promise<void>((resolve) => socket.on('error', () => {}).on('close', () => resolve()));
  socket.write([...head, '', ''].join('\r\n'));
  const chunked = head.some((line) => /transfer-encoding/i.test(line));
  const write = () => {
    while (sent < bytes && !socket.destroyed) {
      sent += block.length;
      const went = chunked
        ? (socket.write('10000\r\n'), socket.write(block), socket.write('\r\n'))
        : socket.write(block);
      if (!went) return;
    }
  };
  socket.on('drain', write);
  if (chunked) socket.write(`${begun.length.toString(16)}\r\n${begun}\r\n`);
  write();
  await closed;
  return { answer, taken: sent - socket.writableLength };
}

const request = (...lines: string[]) => ['POST /v1/prompts/new HTTP/1.1', 'host: 127.0.0.1', ...lines];
const form = 'content-type: multipart/form-data; boundary=b';
/** The beginning of a form with a file that never ends. */
const begun = [
  '--b',
  'content-disposition: form-data; name="file"; filename="a.txt"',
  'content-type: text/plain',
  '',
  '',
].join('\r\n');

describe('the size of an upload', () => {
  it.each([
    ['2 MB unless set otherwise', {}, 2 * MB],
    ['a fraction of a megabyte', { MAX_MEDIA_SIZE_MB: '0.25' }, MB / 4],
    ['more', { MAX_MEDIA_SIZE_MB: '5' }, 5 * MB],
  ])('may be %s, to the byte', async (_, env, most) => {
    const { telegram, ada, send, spooled } = await setUp(env);
    expect((await send(most)).status).toBe(200);
    expect(telegram.messages({ chat: ada }).some(({ document }) => document?.file_size === most)).toBe(true);
    for (const bytes of [most + 1, most + 300_000, most + 20 * MB]) {
      expect(await send(bytes)).toMatchObject({
        status: 413,
        json: { detail: `The file is larger than ${most / MB} MB (MAX_MEDIA_SIZE_MB).` },
      });
    }
    expect(await spooled()).toEqual([]);
  });

  it.each([
    ['announced', 200 * MB, [form, `content-length: ${200 * MB}`]],
    ['not announced', 200 * MB, [form, 'transfer-encoding: chunked']],
  ])('ends the connection early when it is far too large and %s', async (_, bytes, lines) => {
    const { gateway, spooled } = await setUp();
    const { answer, taken } = await flood(gateway.url, request(...lines), bytes);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('MAX_MEDIA_SIZE_MB');
    // Sockets' buffers included, which may take some megabytes more.
    expect(taken).toBeLessThan(32 * MB);
    await until(async () => (await spooled()).length === 0);
    expect(gateway.logLines.some((line) => line.includes('"status":413'))).toBe(true);
  });
});

describe('before any of the body is read', () => {
  const env = { USE_AUTH: 'true', GATEWAY_API_KEY: 'a key for these tests' };

  it.each([
    ['no key', [], 401],
    ['an unknown key', ['x-api-key: gw_unknown'], 401],
  ])('a request with %s is refused', async (_, lines, status) => {
    const gateway = await startTestGateway({ env: { ...(await sqlite.empty()), ...env } });
    const { answer } = await flood(gateway.url, request(...lines, form, `content-length: ${MB}`), 0);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('a key without the scope is refused', async () => {
    const gateway = await startTestGateway({ env: { ...(await sqlite.empty()), ...env } });
    const reader = await gateway.request('POST', '/v1/keys/new', { body: { name: 'reader', preset: 'readonly' } });
    const { answer } = await flood(
      gateway.url,
      request(`x-api-key: ${reader.json.key}`, form, `content-length: ${MB}`),
      0,
    );
    expect(answer).toMatch(/^HTTP\/1.1 403 /);
  });
});

describe('the spool', () => {
  onEveryEngine((engine) => {
    it('is for its owner alone, and begins without what a killed run left', async () => {
      const database = await engine.empty();
      const spool = path.join(database.DATA_DIR as string, 'spool');
      await mkdir(spool, { mode: 0o755 });
      const leftOver = path.join(spool, 'left-over');
      await writeFile(leftOver, 'hello');
      await utimes(leftOver, 0, 0);
      await startTestGateway({ env: database });
      expect(await readdir(spool)).toEqual([]);
      expect((await stat(spool)).mode & 0o777).toBe(0o700);
    });
  });

  it('begins empty on the embedded database, which no other instance shares', async () => {
    expect(await begin(sqlite)).toEqual([]);
  });

  onPostgres((engine) => {
    it('keeps what another instance may be posting', async () => {
      expect(await begin(engine)).toEqual(['new']);
    });
  });
});

/** What a new gateway leaves of a file written just now. */
async function begin(engine: Engine): Promise<string[]> {
  const database = await engine.empty();
  const spool = path.join(database.DATA_DIR as string, 'spool');
  await mkdir(spool);
  await writeFile(path.join(spool, 'new'), 'hello');
  await startTestGateway({ env: database });
  return await readdir(spool);
}
