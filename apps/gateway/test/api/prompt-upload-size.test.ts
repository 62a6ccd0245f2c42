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

/** Sends a head, then bytes until the connection is closed. Returns the response and the number of bytes sent. */
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
/** The start of a form whose file does not end. */
const begun = [
  '--b',
  'content-disposition: form-data; name="file"; filename="a.txt"',
  'content-type: text/plain',
  '',
  '',
].join('\r\n');

describe('the size of an upload', () => {
  it.each([
    ['the default of 2 MB', {}, 2 * MB],
    ['a fraction of a megabyte', { MAX_MEDIA_SIZE_MB: '0.25' }, MB / 4],
    ['a larger limit', { MAX_MEDIA_SIZE_MB: '5' }, 5 * MB],
  ])('is limited to %s, exactly', async (_, env, most) => {
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
    ['with a Content-Length', 200 * MB, [form, `content-length: ${200 * MB}`]],
    ['with chunked encoding', 200 * MB, [form, 'transfer-encoding: chunked']],
  ])('ends the connection early when the upload is far too large, %s', async (_, bytes, lines) => {
    const { gateway, spooled } = await setUp();
    const { answer, taken } = await flood(gateway.url, request(...lines), bytes);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('MAX_MEDIA_SIZE_MB');
    // Socket buffers may hold some more megabytes.
    expect(taken).toBeLessThan(32 * MB);
    await until(async () => (await spooled()).length === 0);
    expect(gateway.logLines.some((line) => line.includes('"status":413'))).toBe(true);
  });
});

describe('an upload is rejected before its body is read', () => {
  const env = { USE_AUTH: 'true', GATEWAY_API_KEY: 'a key for these tests' };

  it.each([
    ['no key', [], 401],
    ['an unknown key', ['x-api-key: gw_unknown'], 401],
  ])('with %s', async (_, lines, status) => {
    const gateway = await startTestGateway({ env: { ...(await sqlite.empty()), ...env } });
    const { answer } = await flood(gateway.url, request(...lines, form, `content-length: ${MB}`), 0);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('with a key that lacks the scope', async () => {
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

describe('the spool folder', () => {
  onEveryEngine((engine) => {
    it('is readable only by its owner and is cleared of files from a killed process', async () => {
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

  it('is cleared at start on SQLite, where no other instance shares it', async () => {
    expect(await begin(sqlite)).toEqual([]);
  });

  onPostgres((engine) => {
    it('keeps recent files on PostgreSQL, where another instance may be posting them', async () => {
      expect(await begin(engine)).toEqual(['new']);
    });
  });
});

/** The files in the spool after a start with one file just written. */
async function begin(engine: Engine): Promise<string[]> {
  const database = await engine.empty();
  const spool = path.join(database.DATA_DIR as string, 'spool');
  await mkdir(spool);
  await writeFile(path.join(spool, 'new'), 'hello');
  await startTestGateway({ env: database });
  return await readdir(spool);
}
