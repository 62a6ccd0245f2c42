import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createClient } from '@gateway/contract';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The built gateway in a process of its own. */
export interface GatewayProcess {
  readonly url: string;
  /** When it was started, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly call: ReturnType<typeof createClient>;
  /** SIGKILL: it ends at once and tidies nothing. Resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM: resolves with how it ended and how many milliseconds that took. */
  terminate(): Promise<{ code: number | null; signal: string | null; ms: number }>;
  /** From now on no file of its own can be written, as on a full disk. Linux only. */
  fillDisk(): void;
  /** All that it printed, log lines included. */
  output(): string;
}

/** Starts the build's gateway on a free port unless told otherwise, and waits until it is ready; killed with the test at the latest. */
export async function startGatewayProcess(settings: Record<string, string>): Promise<GatewayProcess> {
  const startedAt = Date.now();
  const child = spawn(process.execPath, [main], {
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
