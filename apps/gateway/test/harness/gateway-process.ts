import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createClient } from '@gateway/contract';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The built gateway in its own process. */
export interface GatewayProcess {
  readonly url: string;
  readonly pid: number;
  /** The time of its start, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly call: ReturnType<typeof createClient>;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM. Resolves with the exit code or signal and the duration in milliseconds. */
  terminate(): Promise<{ code: number | null; signal: string | null; ms: number }>;
  /** Makes all further writes to files fail, as on a full disk. Linux only. */
  fillDisk(): void;
  /** Everything it printed, including log lines. */
  output(): string;
}

/**
 * Starts the built gateway, by default on a free port, and waits until it is ready. It is killed after the test. `wrapper` is a command
 * that becomes the command it is given, such as `env`.
 */
export async function startGatewayProcess(
  settings: Record<string, string>,
  wrapper: readonly string[] = [],
): Promise<GatewayProcess> {
  const startedAt = Date.now();
  const [program, ...args] = [...wrapper, process.execPath, main];
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  onTestFinished(kill);
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      output += text;
      const ready = /Gateway ready at (\S+)/.exec(output)?.[1];
      if (ready !== undefined) resolve(ready);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    void closed.then(() => reject(new Error(`The gateway ended before it was ready: ${output.slice(-2000)}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    startedAt,
    call: createClient({ baseUrl: url }),
    kill,
    async terminate() {
      const from = performance.now();
      child.kill('SIGTERM');
      const [code, signal] = await closed;
      return { code, signal, ms: Math.round(performance.now() - from) };
    },
    fillDisk: () => void execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=1']),
    output: () => output,
  };
}
