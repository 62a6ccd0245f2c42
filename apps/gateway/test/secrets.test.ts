import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../src/settings/config.js';
import { loadSecrets } from '../src/secrets/secrets.js';

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'gateway-secrets-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

const load = (dataDir: string, env: Record<string, string> = {}) =>
  loadSecrets(parseConfig({ DATA_DIR: dataDir, ...env }));

describe('generated secrets', () => {
  it('are created once, readable only by their owner', async () => {
    const dataDir = path.join(await folder(), 'not', 'yet', 'there');
    const first = load(dataDir);
    expect(first.encryptionKey).toHaveLength(32);
    expect(first.signing[0].length).toBeGreaterThanOrEqual(32);
    expect(readdirSync(dataDir).toSorted()).toEqual(['callback-signing-secret', 'encryption-key']);
    for (const name of readdirSync(dataDir)) expect(statSync(path.join(dataDir, name)).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(load(dataDir)).toEqual(first);
    expect(load(await folder()).encryptionKey).not.toEqual(first.encryptionKey);
  });

  it('have no trailing line break, and the format of Standard Webhooks', async () => {
    const dataDir = await folder();
    const { signing } = load(dataDir);
    for (const name of readdirSync(dataDir)) expect(readFileSync(path.join(dataDir, name), 'utf8')).toMatch(/^\S+$/);
    expect(readFileSync(path.join(dataDir, 'callback-signing-secret'), 'utf8')).toBe(signing[0]);
    expect(signing[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  it('of an earlier version (hexadecimal, with a line break) are kept', async () => {
    const dataDir = await folder();
    const { encryptionKey } = load(dataDir);
    writeFileSync(path.join(dataDir, 'encryption-key'), `${Buffer.from(encryptionKey).toString('base64')}\n`);
    writeFileSync(path.join(dataDir, 'callback-signing-secret'), `${'0af9'.repeat(16)}\n`);
    expect(load(dataDir)).toMatchObject({ encryptionKey, signing: ['0af9'.repeat(16)] });
  });

  it('are not created when they are set', async () => {
    const dataDir = await folder();
    const secrets = load(dataDir, {
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      CALLBACK_SIGNING_SECRET: 'a secret that is given',
      CALLBACK_SIGNING_SECRET_PREVIOUS: 'older',
    });
    expect(secrets.signing).toEqual(['a secret that is given', 'older']);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.each([
    ['encryption-key', '', 'ENCRYPTION_KEY'],
    ['encryption-key', 'half of a k', 'ENCRYPTION_KEY'],
    ['callback-signing-secret', '\n', 'CALLBACK_SIGNING_SECRET'],
    ['callback-signing-secret', 'too short', 'CALLBACK_SIGNING_SECRET'],
    ['callback-signing-secret', 'whsec_no base64 in here at all', 'CALLBACK_SIGNING_SECRET'],
  ])('that are damaged (%s: %j) stop the start and are not overwritten', async (name, content, setting) => {
    const dataDir = await folder();
    load(dataDir);
    writeFileSync(path.join(dataDir, name), content);
    expect(() => load(dataDir)).toThrow(
      `${path.join(dataDir, name)} is damaged: restore it from a backup, or set ${setting}.`,
    );
    expect(readFileSync(path.join(dataDir, name), 'utf8')).toBe(content);
  });

  it('that cannot be stored stop the start with an error that names DATA_DIR', async () => {
    const file = path.join(await folder(), 'a-file');
    writeFileSync(file, '');
    expect(() => load(file)).toThrow(
      `DATA_DIR is ${JSON.stringify(file)}, where encryption-key cannot be stored (ENOTDIR): it must be a folder that this user may write to.`,
    );
    const taken = await folder();
    mkdirSync(path.join(taken, 'encryption-key'));
    expect(() => load(taken)).toThrow(/^DATA_DIR is .*EISDIR/);
  });
});
