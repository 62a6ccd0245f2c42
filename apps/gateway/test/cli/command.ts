import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onCleanUp } from '../harness/shared.js';
import { until } from '../harness/until.js';

export const program = fileURLToPath(new URL('../../../../packages/cli/dist/compiled/bin.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  // oxlint-disable-next-line no-explicit-any -- tests read results of many types
  readonly json: any;
}

/** A running command. */
export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Waits until it has printed this to either of its outputs. */
  prints(text: string): Promise<void>;
  stdout(): string;
  stderr(): string;
}

export interface Options {
  readonly env?: Record<string, string>;
  readonly input?: string;
  /** The folder in which it runs. */
  readonly cwd?: string;
}

/** An empty folder, removed after the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gateway-cli-'));
  onCleanUp(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the built command. Its profiles are in a folder of the test; it ends with the test. */
export function start(args: readonly string[], { env = {}, input = '', cwd }: Options = {}): Running {
  const child = spawn(process.execPath, [program, ...args], {
    ...(cwd !== undefined && { cwd }),
    env: { PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: env.XDG_CONFIG_HOME ?? emptyFolder(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => {}).end(input);
  const closed = once(child, 'close') as Promise<[number | null]>;
  onCleanUp(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    prints: async (text) => void (await until(() => (stdout + stderr).includes(text))),
    finished: closed.then(([code]) => ({ code, stdout, stderr, json: jsonOf(stdout) })),
  };
}

/** Runs the built command to its end. */
export async function run(args: readonly string[], options?: Options): Promise<Finished> {
  return await start(args, options).finished;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
