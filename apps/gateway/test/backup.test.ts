import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CommandError } from '../src/commands/command.js';
import { startTestGateway, startTelegram, registerChannel } from './harness/gateway.js';
import { installationCommand } from './harness/installation-command.js';
import { ask } from './durability/prompts.js';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gateway-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
const run = (args: readonly string[], dataDir: string, env = {}) =>
  installationCommand(args, { DATA_DIR: dataDir, ...env });

/** A gateway with generated secrets, a channel and three pending prompts. */
async function usedGateway() {
  const { telegram, env } = await startTelegram();
  const place = await newFolder();
  const dataDir = path.join(place, 'data');
  const gateway = await startTestGateway({ env: { ...env, DATA_DIR: dataDir } });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser({ firstName: 'Ada' }) });
  for (let count = 0; count < 3; count += 1) await ask(gateway, 'approvals');
  return { place, dataDir, gateway, env };
}

const promptsOf = async (gateway: Awaited<ReturnType<typeof startTestGateway>>) =>
  (await gateway.request('GET', '/v1/prompts')).json as unknown[];

describe('the commands gateway-server backup and gateway-server restore', () => {
  it('a backup of a running gateway is private, and a gateway continues from it in another folder', async () => {
    const { place, dataDir, gateway, env } = await usedGateway();
    const out = path.join(place, 'one.tar.gz');
    const made = await run(['backup', '--out', out], dataDir);
    expect(made).toEqual({ code: 0, output: expect.stringMatching(/Backup stored in .*one\.tar\.gz \(\d+\.\d kB\)/) });
    expect(made.output).toContain('--passphrase-file');
    expect(modeOf(out)).toBe('600');
    expect(readdirSync(place).toSorted()).toEqual(['data', 'one.tar.gz']);
    const seen = await promptsOf(gateway);
    expect(seen).toHaveLength(3);

    const inUse = await run(['restore', out], dataDir);
    expect(inUse).toEqual({
      code: 1,
      output: expect.stringContaining(`A gateway is using ${dataDir}: stop it first.`),
    });
    await gateway.stop();
    const existing = await run(['restore', out], dataDir);
    expect(existing.code).toBe(1);
    expect(existing.output).toMatch(/gateway\.db .*would be replaced/);

    const elsewhere = path.join(place, 'restored');
    expect(await run(['restore', out], elsewhere)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Restored the backup of 20.* into .*restored/),
    });
    const files = ['callback-signing-secret', 'encryption-key', 'gateway.db'];
    expect(files.map((name) => modeOf(path.join(elsewhere, name)))).toEqual(['600', '600', '600']);
    expect(modeOf(elsewhere)).toBe('700');
    const again = await startTestGateway({ env: { ...env, DATA_DIR: elsewhere } });
    expect(await promptsOf(again)).toEqual(seen);
    // The credentials of the channel are readable: its bot posts.
    await ask(again, 'approvals');
  });

  it(
    'an encrypted backup opens with its passphrase only, and damaged bytes are found before a file is put in place',
    { tags: ['slow'] },
    async () => {
      const { place, dataDir, gateway } = await usedGateway();
      await gateway.stop();
      const passphrase = path.join(place, 'passphrase');
      writeFileSync(passphrase, 'correct horse battery\n', { mode: 0o600 });
      const wrong = path.join(place, 'wrong');
      writeFileSync(wrong, 'incorrect horse battery\n', { mode: 0o600 });
      const made = await run(['backup', '--out', place, '--passphrase-file', passphrase], dataDir);
      const file = /stored in (\S+\.tar\.gz\.age)/.exec(made.output)?.[1] ?? '';
      const bytes = readFileSync(file);
      expect(bytes.includes('SQLite format') || bytes.includes('gateway.db')).toBe(false);

      const empty = path.join(place, 'restored');
      const cases: [string[], Buffer, string][] = [
        [[], bytes, 'is encrypted: name the file with its passphrase'],
        [['--passphrase-file', wrong], bytes, 'The passphrase does not fit'],
        [['--passphrase-file', passphrase], flipped(bytes, bytes.length - 100), 'is damaged or incomplete'],
        [['--passphrase-file', passphrase], flipped(bytes, 150), 'damaged'],
        [['--passphrase-file', passphrase], bytes.subarray(0, bytes.length / 2), 'is damaged or incomplete'],
        [['--passphrase-file', passphrase], Buffer.from('hello'), 'is no backup of the gateway'],
      ];
      const tried = path.join(place, 'tried');
      for (const [options, content, reason] of cases) {
        writeFileSync(tried, content);
        const refused = await run(['restore', tried, ...options], empty);
        expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(reason)]);
        expect(readdirSync(empty).filter((name) => !name.endsWith('.lock'))).toEqual([]);
      }
      expect((await run(['restore', file, '--passphrase-file', passphrase], empty)).code).toBe(0);
    },
  );

  it('restore refuses a changed part, a newer database, and secrets that differ', async () => {
    const { place, dataDir, gateway } = await usedGateway();
    await gateway.stop();
    const out = path.join(place, 'one.tar.gz');
    await run(['backup', '--out', out], dataDir);
    const tar = gunzipSync(readFileSync(out));
    const refused = async (content: Buffer, folder: string) => {
      const file = path.join(place, 'changed.tar.gz');
      writeFileSync(file, gzipSync(content));
      const { code, output } = await run(['restore', file], folder);
      expect(code).toBe(1);
      return output;
    };
    const empty = path.join(place, 'restored');
    expect(await refused(flipped(tar, tar.length - 20_000), empty)).toContain('the digest of gateway.db differs');
    const newer = Buffer.from(tar);
    newer.write('3', tar.indexOf('"20260101000000_init"') + 1);
    expect(await refused(newer, empty)).toContain(
      'was made by a newer version of the gateway (its database has 30260101',
    );

    mkdirSync(empty, { recursive: true });
    writeFileSync(path.join(empty, 'encryption-key'), Buffer.alloc(32).toString('base64'));
    const other = await run(['restore', out], empty);
    expect(other).toEqual({ code: 1, output: expect.stringContaining('encryption-key would be replaced') });
    expect(readdirSync(empty).toSorted()).toEqual(['encryption-key', 'gateway.db.lock']);
  });

  it('a lost database is restored beside the same secrets', async () => {
    const { place, dataDir, gateway } = await usedGateway();
    await gateway.stop();
    const out = path.join(place, 'one.tar.gz');
    await run(['backup', '--out', out], dataDir);
    truncateSync(path.join(dataDir, 'gateway.db'), 0);
    rmSync(path.join(dataDir, 'gateway.db-wal'), { force: true });
    expect((await run(['restore', out], dataDir)).code).toBe(0);
  });

  it('the command of docs/upgrading.md returns to the copy from before a migration', { tags: ['slow'] }, async () => {
    const page = readFileSync(new URL('../../../docs/upgrading.md', import.meta.url), 'utf8');
    const [, documented = ''] = /`npm run gateway-server -- (restore data\/backups\/\S+\.db)`/.exec(page) ?? [];
    const { place, dataDir, gateway, env } = await usedGateway();
    const copied = await promptsOf(gateway);
    await gateway.stop();
    const name = '20261122T183300Z-before-20261122195026_second_factor.db';
    mkdirSync(path.join(dataDir, 'backups'), { recursive: true });
    copyFileSync(path.join(dataDir, 'gateway.db'), path.join(dataDir, 'backups', name));
    const upgraded = await startTestGateway({ env: { ...env, DATA_DIR: dataDir } });
    await ask(upgraded, 'approvals');
    await upgraded.stop();

    for (const file of ['gateway.db', 'gateway.db-wal'])
      if (existsSync(path.join(dataDir, file))) renameSync(path.join(dataDir, file), path.join(place, file));
    const args = documented.replace('data/', `${dataDir}/`).replace('<time>-before-<migration>.db', name).split(' ');
    expect(await run(args, dataDir)).toMatchObject({ code: 0 });
    const again = await startTestGateway({ env: { ...env, DATA_DIR: dataDir } });
    expect(await promptsOf(again)).toEqual(copied);
  });

  it('a backup that is cancelled leaves no file', async () => {
    const { place, dataDir, gateway } = await usedGateway();
    const stopped = await installationCommand(
      ['backup', '--out', path.join(place, 'one.tar.gz')],
      { DATA_DIR: dataDir },
      AbortSignal.abort(new CommandError('The command was ended by SIGTERM.')),
    );
    expect([stopped.code, stopped.output]).toEqual([1, expect.stringContaining('ended by SIGTERM')]);
    expect(readdirSync(place)).toEqual(['data']);
    await gateway.stop();
  });

  it('backup refuses what it cannot store, and leaves no file', async () => {
    const { place, dataDir, gateway } = await usedGateway();
    const out = path.join(place, 'one.tar.gz');
    writeFileSync(out, 'kept');
    writeFileSync(path.join(place, 'short'), 'short\n');
    for (const [args, env, reason] of [
      [['--out', out], {}, 'exists already'],
      [['--out', path.join(place, 'missing/one.tar.gz')], {}, 'cannot be stored in'],
      [['--out', '/proc/one.tar.gz'], {}, 'in /proc'],
      [['--passphrase-file', path.join(place, 'short')], {}, 'at least 12 characters'],
      [['--passphrase-file', path.join(place, 'none')], {}, 'cannot be read (ENOENT)'],
      [['--target', out], {}, 'Unknown option'],
      [[], { DATA_DIR: place }, 'There is no database at'],
      [
        [],
        {
          DATABASE_URL: 'postgresql://127.0.0.1:9/none',
          ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
          CALLBACK_SIGNING_SECRET: 'a signing secret for tests',
        },
        'pg_dump',
      ],
    ] as const) {
      const { code, output } = await run(['backup', ...args], dataDir, env);
      expect([code, output]).toEqual([1, expect.stringContaining(reason)]);
    }
    expect(readFileSync(out, 'utf8')).toBe('kept');
    expect(readdirSync(place).toSorted()).toEqual(['data', 'one.tar.gz', 'short']);
    await gateway.stop();
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}
