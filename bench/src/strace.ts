import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What processes wrote to the database's log. */
export interface Written {
  readonly syncs: number;
  readonly bytes: number;
}

const ATTACH_MS = 300;

/**
 * Counts the writes and syncs of processes from now on with strace; the returned function ends it. Null: strace is missing or not
 * permitted. It slows the processes down, so nothing else is measured meanwhile.
 */
export async function startStrace(
  folder: string,
  pids: readonly number[],
): Promise<((counted: RegExp) => Promise<Written>) | null> {
  const file = join(folder, `strace-${performance.now()}`);
  const processes = pids.flatMap((pid) => ['-p', String(pid)]);
  const child = spawn(
    'strace',
    ['-f', '-y', '-s', '0', '-e', 'trace=fsync,fdatasync,pwrite64', '-o', file, ...processes],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit').catch(() => {});
  const failed = await Promise.race([ended.then(() => true), delay(ATTACH_MS, false)]);
  if (failed) return null;
  return async (counted) => {
    child.kill('SIGINT');
    await ended;
    const lines = readFileSync(file, 'utf8').split('\n');
    let [syncs, bytes] = [0, 0];
    for (const line of lines) {
      const [, call = '', path = ''] = /(fsync|fdatasync|pwrite64)\(\d+<([^>]*)>/.exec(line) ?? [];
      if (!counted.test(path)) continue;
      if (call === 'pwrite64') bytes += Number(/"", *(\d+)|""\.\.\., (\d+)/.exec(line)?.slice(1).find(Boolean) ?? 0);
      else syncs += 1;
    }
    return { syncs, bytes };
  };
}
