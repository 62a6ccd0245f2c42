import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { link, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sqlite } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { onCleanUp, startOnce } from '../harness/shared.js';

const MB = 1_048_576;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const unreachable = 'media_path does not name a file in MEDIA_ALLOWED_DIR.';
const outside = 'media_path must be in MEDIA_ALLOWED_DIR.';
const notRegular = 'media_path must name a regular file, not a folder, pipe or device.';

/** An allowed folder `media` and a forbidden folder `secret`, with files in each. */
async function setUp(
  env: (root: string) => Record<string, string> = (root) => ({ MEDIA_ALLOWED_DIR: path.join(root, 'media') }),
) {
  const root = await mkdtemp(path.join(tmpdir(), 'gateway-media-'));
  onCleanUp(() => rm(root, { recursive: true, force: true }));
  const media = path.join(root, 'media');
  await mkdir(path.join(media, 'charts'), { recursive: true });
  await mkdir(path.join(root, 'secret'));
  await writeFile(path.join(media, 'charts', 'chart.png'), png);
  await writeFile(path.join(media, 'notes.txt'), 'hello');
  await writeFile(path.join(root, 'secret', 'key.txt'), 'a secret');
  const { telegram, env: platform } = await startTelegram();
  const database = await sqlite.empty();
  const gateway = await startTestGateway({ env: { ...database, ...platform, ...env(root) } });
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  return {
    root,
    media,
    telegram,
    gateway,
    message: () => telegram.messages({ chat: ada }).at(-1),
    ask: (media_path: string, more: object = {}) =>
      gateway.request('POST', '/v1/prompts/new', {
        body: { channel_id: 'approvals', text: 'Well?', media_path, ...more },
      }),
    /** Asserts that nothing was posted, spooled or stored. */
    async expectNothing() {
      expect(telegram.messages({ chat: ada })).toEqual([]);
      expect(await readdir(path.join(database.DATA_DIR as string, 'spool'))).toEqual([]);
      expect((await gateway.request('GET', '/v1/prompts?state=all')).json).toEqual([]);
    },
    spooled: () => readdir(path.join(database.DATA_DIR as string, 'spool')),
  };
}

describe('a prompt with media_path', () => {
  /** For tests in which nothing is posted. */
  const shared = startOnce(setUp);

  it('posts an image as a photo and stores no media_url', async () => {
    const { media, gateway, ask, message, spooled } = await setUp();
    const asked = await ask(path.join(media, 'charts', 'chart.png'));
    expect(asked.status).toBe(200);
    expect(message()).toMatchObject({ caption: expect.stringMatching(/^Well\?/), photo: [{ file_size: png.length }] });
    expect((await gateway.request('GET', '/v1/prompts/1')).json).toMatchObject({ state: 'pending', media_url: null });
    expect(await spooled()).toEqual([]);
  });

  it.each([
    ['relative to the folder', 'notes.txt'],
    ['with dots that stay in the folder', 'charts/../notes.txt'],
    ['with a leading dot', './notes.txt'],
  ])('accepts a path %s', async (_, given) => {
    const { ask, message } = await setUp();
    expect((await ask(given)).status).toBe(200);
    expect(message()?.document).toMatchObject({ file_name: 'notes.txt', file_size: 5 });
  });

  it('accepts links that stay in the folder, and a linked folder', async () => {
    const { root, media, ask, message } = await setUp((base) => ({ MEDIA_ALLOWED_DIR: path.join(base, 'linked') }));
    await symlink(media, path.join(root, 'linked'));
    await symlink('charts/chart.png', path.join(media, 'latest.png'));
    for (const given of [path.join(root, 'linked', 'latest.png'), path.join(media, 'latest.png'), 'latest.png']) {
      expect((await ask(given)).status).toBe(200);
      expect(message()?.photo).toBeDefined();
    }
  });

  it('posts the content that was checked, when the file is replaced meanwhile', async () => {
    const { media, telegram, ask, message } = await setUp();
    const file = path.join(media, 'notes.txt');
    telegram.failNext('sendDocument', {
      error: { code: 429, description: 'Too Many Requests: retry after 1', parameters: { retry_after: 1 } },
    });
    const asking = ask('notes.txt');
    await telegram.waitForCall('sendDocument');
    await rm(file);
    await writeFile(file, 'exchanged');
    expect((await asking).status).toBe(200);
    const stored = await fetch(`${telegram.url}/file/bot${telegram.token}/documents/${message()?.document?.file_id}`);
    expect(await stored.text()).toBe('hello');
  });

  it('accepts a file of MAX_MEDIA_SIZE_MB and rejects one more byte', async () => {
    const { media, ask, message } = await setUp((root) => ({
      MEDIA_ALLOWED_DIR: path.join(root, 'media'),
      MAX_MEDIA_SIZE_MB: '0.5',
    }));
    await writeFile(path.join(media, 'fits.txt'), Buffer.alloc(MB / 2, 'x'));
    await writeFile(path.join(media, 'over.txt'), Buffer.alloc(MB / 2 + 1, 'x'));
    expect((await ask('fits.txt')).status).toBe(200);
    expect(message()?.document?.file_size).toBe(MB / 2);
    expect(await ask('over.txt')).toMatchObject({
      status: 400,
      json: { detail: 'The file that media_path names is larger than 0.5 MB (MAX_MEDIA_SIZE_MB).' },
    });
  });

  it('is rejected with the setting to change when MEDIA_ALLOWED_DIR is not set', async () => {
    const { media, ask, expectNothing } = await setUp(() => ({}));
    expect(await ask(path.join(media, 'notes.txt'))).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('set MEDIA_ALLOWED_DIR') },
    });
    await expectNothing();
  });

  it('is rejected when MEDIA_ALLOWED_DIR does not exist', async () => {
    const { ask } = await setUp((root) => ({ MEDIA_ALLOWED_DIR: path.join(root, 'gone') }));
    expect(await ask('notes.txt')).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('the folder that MEDIA_ALLOWED_DIR names is missing') },
    });
  });

  it('cannot be combined with media_url', async () => {
    const { ask, expectNothing } = shared();
    expect(await ask('notes.txt', { media_url: 'http://127.0.0.1:9/a.png' })).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('one media source') },
    });
    await expectNothing();
  });

  it.each([
    ['above the folder', () => '../secret/key.txt', outside],
    ['of a missing file above the folder', () => '../secret/nothing.txt', outside],
    ['far above the folder', () => '../'.repeat(40) + 'etc/passwd', outside],
    ['in another folder', (root: string) => path.join(root, 'secret', 'key.txt'), outside],
    ['of a missing file in another folder', (root: string) => path.join(root, 'nothing'), outside],
    ['in a sibling folder with the same prefix', (root: string) => path.join(root, 'media-too', 'a.txt'), outside],
    ['of the folder itself', (root: string) => path.join(root, 'media'), outside],
    ['written as a file URL', (root: string) => `file://${root}/media/notes.txt`, unreachable],
    ['with percent-encoded dots', () => '%2e%2e/secret/key.txt', unreachable],
    ['of a missing file', () => 'nothing.txt', unreachable],
    ['below a file', () => 'notes.txt/more.txt', unreachable],
    ['longer than any file system allows', () => 'x'.repeat(4000), unreachable],
    ['of a subfolder', () => 'charts', notRegular],
  ])('rejects a path %s', async (_, given, sentence) => {
    const { root, ask, expectNothing } = shared();
    await mkdir(path.join(root, 'media-too'), { recursive: true });
    await writeFile(path.join(root, 'media-too', 'a.txt'), 'hello');
    expect(await ask(given(root))).toMatchObject({
      status: 400,
      json: { detail: sentence, issues: [{ path: ['media_path'] }] },
    });
    await expectNothing();
  });

  it.each([
    ['to a file outside', 'key', '../secret/key.txt', 'key'],
    ['to nothing outside', 'key', '../secret/nothing.txt', 'key'],
    ['to a folder outside', 'way', '../secret', 'way/key.txt'],
    ['to a folder outside, with a missing file', 'way', '../secret', 'way/nothing.txt'],
    ['to the outside folder itself', 'way', '../secret', 'way'],
    ['to a device', 'zero', '/dev/zero', 'zero'],
    ['to itself', 'loop', 'loop', 'loop'],
    ['to the open files of the process', 'own', '/proc/self/fd', 'own/0'],
  ])('rejects a path through a link %s with the same error', async (_, name, target, given) => {
    const { media, ask, expectNothing } = shared();
    const linkPath = path.join(media, name);
    await symlink(target, linkPath);
    onTestFinished(() => rm(linkPath));
    expect(await ask(given)).toMatchObject({ status: 400, json: { detail: unreachable } });
    await expectNothing();
  });

  it('rejects a pipe without blocking', async () => {
    const { media, ask, expectNothing } = shared();
    execFileSync('mkfifo', [path.join(media, 'pipe')]);
    expect(await ask('pipe')).toMatchObject({ status: 400, json: { detail: notRegular } });
    await expectNothing();
  });

  it('rejects a socket', async () => {
    const { media, ask, expectNothing } = shared();
    const server = createServer().listen(path.join(media, 'socket'));
    onTestFinished(() => void server.close());
    expect(await ask('socket')).toMatchObject({ status: 400, json: { detail: notRegular } });
    await expectNothing();
  });

  it('rejects an empty file', async () => {
    const { media, ask, expectNothing } = shared();
    await writeFile(path.join(media, 'empty.png'), '');
    expect(await ask('empty.png')).toMatchObject({
      status: 400,
      json: { detail: 'The file is empty: an attachment needs at least one byte.' },
    });
    await expectNothing();
  });

  it('does not move or remove the file', async () => {
    const { media, ask } = await setUp();
    await link(path.join(media, 'notes.txt'), path.join(media, 'same.txt'));
    expect((await ask('same.txt')).status).toBe(200);
    expect((await readdir(media)).toSorted()).toEqual(['charts', 'notes.txt', 'same.txt']);
  });
});
