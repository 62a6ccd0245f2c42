import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../apps/gateway/dist/main.js', import.meta.url));
const LINK_TIMEOUT_MS = 10_000 * Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1);
/** The environment variables that the gateway inherits. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];

/** The built gateway as a process that can be stopped and restarted on the same port. */
export class GatewayProcess {
  private child: ChildProcess | undefined;
  private port = '0';
  url = '';
  /** The output so far. */
  output = '';

  constructor(private readonly settings: Readonly<Record<string, string>>) {}

  async start(): Promise<void> {
    const basics = Object.fromEntries(inherited.map((name) => [name, process.env[name]]));
    const child = spawn(process.execPath, [program], {
      env: { ...basics, HOST: '127.0.0.1', LOG_LEVEL: 'warn', LOG_FORMAT: 'json', ...this.settings, PORT: this.port },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.url = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        createInterface({ input: stream }).on('line', (line) => {
          this.output += `${line}\n`;
          const ready = /^Gateway ready at (\S+)/.exec(line)?.[1];
          if (ready !== undefined) resolve(ready);
        });
      }
      child.once('exit', () => reject(new Error(`The gateway exited before it was ready:\n${this.output}`)));
    });
    this.port = new URL(this.url).port;
  }

  /** The latest setup link for the first operator. It may arrive after the ready line, because both have their own pipe. */
  async setUpLink(): Promise<string> {
    const deadline = performance.now() + LINK_TIMEOUT_MS;
    for (;;) {
      const link = [...this.output.matchAll(/https?:\/\/\S+\/console\/setup#token=[\w-]+/g)].at(-1)?.[0];
      if (link !== undefined) return link;
      if (performance.now() > deadline) throw new Error(`The gateway printed no setup link:\n${this.output}`);
      await delay(20);
    }
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
