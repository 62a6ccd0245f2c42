import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '../durability/prompts.js';
import { startGatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { canMount, onSmallDisk, readOnly } from './mounts.js';

const slow = { tags: ['slow'], timeout: 90_000 };
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const DISK_MB = 24;

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gateway-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a command of the built gateway in its own process. */
function start(args: readonly string[], env: Record<string, string>, wrapper: readonly string[]) {
  const [program = '', ...rest] = [...wrapper, process.execPath, cli, ...args];
  const child = spawn(program, rest, { env: { PATH: process.env.PATH ?? '', ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ code, output }));
  return { pid: child.pid ?? 0, ended };
}

/** The data folder of a stopped gateway with a channel and some prompts, and its settings. */
async function stoppedGateway() {
  const { telegram, env } = await startTelegram();
  const dataDir = await newFolder();
  const settings = { ...env, DATA_DIR: dataDir };
  const gateway = await startGatewayProcess(settings);
  await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser({ firstName: 'Ada' }) });
  for (let count = 0; count < 3; count += 1) await ask(gateway, 'approvals');
  expect(await gateway.terminate()).toMatchObject({ code: 0 });
  return { dataDir, settings };
}

describe.runIf(canMount)('on a faulty disk', () => {
  it('gateway-server backup says that the disk became full, and leaves no file', slow, async () => {
    const { settings } = await stoppedGateway();
    const [out, passphrase] = [await newFolder(), path.join(await newFolder(), 'passphrase')];
    writeFileSync(passphrase, 'correct horse battery\n', { mode: 0o600 });
    // The shell keeps the disk until it has listed what is left on it.
    const list = ['sh', '-c', '"$@"; code=$?; ls -A "$0"; exit $code', out];
    const args = ['backup', '--out', path.join(out, 'one.tar.gz.age'), '--passphrase-file', passphrase];
    const backup = start(args, settings, [...onSmallDisk(out, DISK_MB), ...list]);
    const seen = path.join('/proc', String(backup.pid), 'root', out);
    // The key is derived from the passphrase after the copy was made, which takes longer than to fill the disk.
    await until(() => existsSync(seen) && readdirSync(seen).some((name) => name.startsWith('.gateway-backup-')));
    expect(() => writeFileSync(path.join(seen, 'filler'), Buffer.alloc(DISK_MB << 20))).toThrow('ENOSPC');
    const { code, output } = await backup.ended;
    expect(output).toContain(`There is not enough space for the backup in ${out}: free space, or use --out.`);
    expect(code).toBe(1);
    expect(output.trimEnd().split('\n').at(-1)).toBe('filler');
  });

  it('gateway-server doctor names a full disk and what to do', slow, async () => {
    const { dataDir, settings } = await stoppedGateway();
    const full = await newFolder();
    const copy = `cp -a "$0"/. "$1"/; head -c ${DISK_MB}m /dev/zero 2>&1 >"$1/filler"; shift; exec "$@"`;
    const wrapper = [...onSmallDisk(full, DISK_MB), 'sh', '-c', copy, dataDir, full];
    const { code, output } = await start(['doctor'], { ...settings, DATA_DIR: full }, wrapper).ended;
    expect(code).toBe(1);
    expect(output).toMatch(/failed +disk space .* 0\.0 GB are free/);
    expect(output).toMatch(/failed +database /);
    expect(output).toContain('The disk is full: free space');
  });

  it('gateway-server doctor names a read-only disk and what to do', slow, async () => {
    const { dataDir, settings } = await stoppedGateway();
    const { code, output } = await start(['doctor'], settings, readOnly(dataDir)).ended;
    expect(code).toBe(1);
    expect(output).toMatch(/failed +DATA_DIR .* is not writable \(EROFS\)/);
    expect(output).toContain('The disk is read-only: mount it for writing');
    expect(output).toMatch(/failed +database /);
  });
});
