import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openBelow } from '../../src/media/allowed-folder.js';

/** What another process does just before and just after a file is opened. */
const meanwhile = vi.hoisted(() => ({ before: async () => {}, after: async () => {} }));

vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  const open: typeof real.open = async (...given) => {
    await meanwhile.before();
    const handle = await real.open(...given);
    await meanwhile.after();
    return handle;
  };
  return { ...real, open };
});

afterEach(() => Object.assign(meanwhile, { before: async () => {}, after: async () => {} }));

async function folders() {
  const root = await mkdtemp(path.join(tmpdir(), 'gateway-folder-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [media, secret] = [path.join(root, 'media'), path.join(root, 'secret')];
  const [day, file, aside] = [path.join(media, 'day'), path.join(media, 'day', 'a.txt'), path.join(root, 'aside')];
  await mkdir(day, { recursive: true });
  await mkdir(secret);
  await writeFile(file, 'open');
  await writeFile(path.join(secret, 'a.txt'), 'secret');
  return { media, secret, day, file, aside };
}

const refused = 'media_path does not name a file in MEDIA_ALLOWED_DIR.';

describe.each([
  ['on a system with /proc', '/proc/self/fd'],
  ['on a system without /proc', '/nowhere'],
])('openBelow, %s', (_, descriptors) => {
  it('opens a file below the folder', async () => {
    const { media } = await folders();
    const handle = await openBelow(media, 'day/a.txt', descriptors);
    expect(await handle.readFile('utf8')).toBe('open');
    await handle.close();
  });

  it('rejects a folder that is replaced by a link after the check', async () => {
    const { media, secret, day, aside } = await folders();
    meanwhile.before = async () => {
      await rename(day, aside);
      await symlink(secret, day);
    };
    await expect(openBelow(media, 'day/a.txt', descriptors)).rejects.toThrow(refused);
  });

  it('rejects a symlink swap that is undone after open (TOCTOU)', async () => {
    const { media, secret, day, aside } = await folders();
    meanwhile.before = async () => {
      await rename(day, aside);
      await symlink(secret, day);
    };
    meanwhile.after = async () => {
      await rm(day);
      await rename(aside, day);
    };
    await expect(openBelow(media, 'day/a.txt', descriptors)).rejects.toThrow(refused);
  });

  it('rejects a file that is replaced by a link after the check', async () => {
    const { media, secret, file } = await folders();
    meanwhile.before = async () => {
      await rm(file);
      await symlink(path.join(secret, 'a.txt'), file);
    };
    await expect(openBelow(media, 'day/a.txt', descriptors)).rejects.toThrow(refused);
  });

  it('rejects a file that is replaced by a pipe, without blocking', async () => {
    const { media, file } = await folders();
    meanwhile.before = async () => {
      await rm(file);
      execFileSync('mkfifo', [file]);
    };
    await expect(openBelow(media, 'day/a.txt', descriptors)).rejects.toThrow(refused);
  });

  it('rejects a file that is removed after the check', async () => {
    const { media, file } = await folders();
    meanwhile.before = () => rm(file);
    await expect(openBelow(media, 'day/a.txt', descriptors)).rejects.toThrow(refused);
  });
});
