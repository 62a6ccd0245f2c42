import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../apps/gateway/dist/main.js', import.meta.url));
/** The environment variables that a program needs to run. Others, such as DATABASE_URL, must not affect the demo. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG', 'TZ'];

/** A gateway in its own process. */
export interface GatewayProcess {
  readonly url: string;
  /** Resolves when the process has ended, by `stop` or by itself. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the built gateway on a free port. Rejects when it ends before it is ready. */
export async function startGatewayProcess(settings: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  const basics = Object.fromEntries(inherited.map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [program], {
    env: { ...basics, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => {});
  const kill = () => child.kill();
  process.once('exit', kill);
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^Gateway ready at (\S+)/.exec(line)?.[1];
      if (found === undefined) process.stdout.write(`${line}\n`);
      else resolve(found);
    });
    ended.then(() => reject(new Error('The gateway ended before it was ready.')), reject);
  });
  return {
    url,
    ended,
    async stop() {
      process.off('exit', kill);
      child.kill('SIGTERM');
      await ended;
    },
  };
}
