import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const script = fileURLToPath(new URL('./child.mjs', import.meta.url));

export interface OtherProcess {
  /** Whole lines said so far. */
  lines(): string[];
  /** Resolves when it has said a line that begins so often with `prefix`; rejects when it ends before. */
  said(prefix: string, times?: number): Promise<void>;
  kill(): Promise<void>;
  ended: Promise<void>;
}

/** Starts child.mjs; `fileLimit` caps, in 512-byte blocks, the size of any file it writes, as a full disk would. */
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
    said: (prefix, times = 1) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (lines().filter((line) => line.startsWith(prefix)).length >= times) resolve();
        };
        child.stdout.on('data', look);
        void ended.then(() => reject(new Error(`it ended without saying ${prefix}: ${output.slice(-500)}`)));
        look();
      }),
  };
}

/** The ids that the process was told are stored. */
export function acknowledged(process: OtherProcess): string[] {
  return process.lines().flatMap((line) => (line.startsWith('stored ') ? [line.slice('stored '.length)] : []));
}
