import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../harness/free-port.js';
import { until } from '../harness/until.js';

/** Whether a program is installed on this machine. */
export const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

/** A temporary folder with these files, by relative path. It is removed after the test. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gateway-docs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

export interface Program {
  readonly command: string;
  /** `command` runs the first file. */
  readonly files: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunningProgram {
  readonly url: string;
  readonly port: number;
  /** Its working directory. */
  readonly folder: string;
  /** Everything it printed. */
  output(): string;
  isRunning(): boolean;
}

/** Starts a receiver written for port 9000 on a free port. It stops with the test. */
export async function startReceiverProgram({ command, files, env }: Program): Promise<RunningProgram> {
  const port = await freePort();
  const moved = Object.entries(files).map(([name, text]) => [name, text.replaceAll(/\b9000\b/g, String(port))]);
  const folder = await folderOf(Object.fromEntries(moved));
  const child = spawn(command, [Object.keys(files)[0] ?? ''], {
    cwd: folder,
    env: { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  await until(async () => {
    if (!isRunning()) throw new Error(`The receiver ended: ${output}`);
    return await listens(port);
  });
  return { url: `http://127.0.0.1:${port}/answers`, port, folder, output: () => output, isRunning };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
