import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const script = fileURLToPath(new URL('./child.mjs', import.meta.url));

export interface OtherProcess {
  /** The complete lines that it has printed so far. */
  lines(): string[];
  /** Resolves when it has printed `times` lines that begin with `prefix`; rejects when it ends earlier. */
  printed(prefix: string, times?: number): Promise<void>;
  kill(): Promise<void>;
  ended: Promise<void>;
}

/** Starts child.mjs. `fileLimit` limits the size of each file that it writes, in 512-byte blocks, to simulate a full disk. */
export function startProcess(file: string, mode: 'hold' | 'write', { fileLimit = 'unlimited' } = {}): OtherProcess {
  const child = spawn('sh', ['-c', `ulimit -f ${fileLimit}; exec "$0" "$@"`, process.execPath, script, file, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close').then(() => {});
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);

  const lines = () =>
    output
      .slice(0, output.lastIndexOf('\n') + 1)
      .split('\n')
      .slice(0, -1);
  return {
    lines,
    ended,
    kill,
    printed: (prefix, times = 1) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (lines().filter((line) => line.startsWith(prefix)).length >= times) resolve();
        };
        child.stdout.on('data', look);
        void ended.then(() => reject(new Error(`it ended without printing ${prefix}: ${output.slice(-500)}`)));
        look();
      }),
  };
}

/** The ids whose writes the process saw acknowledged. */
export function acknowledged(process: OtherProcess): string[] {
  return process.lines().flatMap((line) => (line.startsWith('stored ') ? [line.slice('stored '.length)] : []));
}
