import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const gatewayProgram = fileURLToPath(new URL('../../apps/gateway/dist/main.js', import.meta.url));
export const bareProgram = fileURLToPath(new URL('./bare.js', import.meta.url));
export const rawProgram = fileURLToPath(new URL('./raw.js', import.meta.url));

/** A server in its own process. */
export interface Program {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from spawning the process to its ready line. */
  readonly startMs: number;
  /** Resident memory in MiB. */
  memory(): number;
  stop(): Promise<void>;
}

/**
 * Starts a server and waits for `ready at http://…` in its output. The output goes to a file, so that reading it costs nothing
 * here. BENCH_NODE_OPTIONS adds arguments for Node, such as `--cpu-prof --cpu-prof-dir=profiles`.
 */
export async function startProgram(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const file = join(mkdtempSync(join(folder, 'log-')), 'output');
  const output = openSync(file, 'w');
  const startedAt = performance.now();
  const profile = process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? [];
  const child = spawn(process.execPath, [...profile, ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'], ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const kill = () => child.kill();
  process.once('exit', kill);
  const ended = once(child, 'exit').finally(() => process.off('exit', kill));
  let url: string | undefined;
  while (url === undefined) {
    await delay(2);
    url = /ready at (http:\/\/\S+)/.exec(readFileSync(file, 'utf8'))?.[1];
    if (child.exitCode !== null) throw new Error(`${args[0]} ended at once:\n${readFileSync(file, 'utf8')}`);
  }
  const startMs = performance.now() - startedAt;
  const program: Program = {
    url,
    pid: child.pid ?? 0,
    startMs,
    memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024,
    async stop() {
      running.delete(program);
      child.kill('SIGTERM');
      await ended;
    },
  };
  running.add(program);
  return program;
}

const running = new Set<Program>();

/** Stops what a failed section left running. */
export async function stopPrograms(): Promise<void> {
  await Promise.all([...running].map((program) => program.stop()));
}
