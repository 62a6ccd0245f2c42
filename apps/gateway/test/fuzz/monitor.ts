import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { onTestFinished } from 'vitest';
import type { TestGateway } from '../harness/gateway.js';

/** Observes a gateway during a fuzz run. */
export interface GatewayMonitor {
  /** Slowest response of `/healthz`, in ms; Infinity when one failed. */
  readonly slowestHealth: number;
  readonly healthChecks: number;
  /** Unhandled errors, and error lines of the log. */
  readonly problems: readonly string[];
  /** Heap bytes in use after a garbage collection. Discards the captured log lines. */
  heap(): number;
}

const EVERY_MS = 100;

export function monitor(gateway: TestGateway): GatewayMonitor {
  const problems: string[] = [];
  let slowestHealth = 0;
  let healthChecks = 0;
  let ended = false;
  const readLog = () => {
    const lines = gateway.logLines as string[];
    problems.push(...lines.filter((line) => /"level":[56]0/.test(line)));
    lines.length = 0;
  };
  const note = (error: unknown) => problems.push(`Unhandled: ${error instanceof Error ? error.stack : String(error)}`);
  process.on('unhandledRejection', note);
  process.on('uncaughtExceptionMonitor', note);

  async function check(): Promise<void> {
    const startedAt = performance.now();
    const ok = await fetch(`${gateway.url}/healthz`).then(
      async (response) => ((await response.json()) as { status: string }).status === 'ok',
      () => false,
    );
    if (ended) return;
    slowestHealth = Math.max(slowestHealth, ok ? performance.now() - startedAt : Infinity);
    healthChecks += 1;
    readLog();
    timer = setTimeout(() => void check(), EVERY_MS);
  }
  let timer = setTimeout(() => void check(), 0);
  onTestFinished(() => {
    ended = true;
    clearTimeout(timer);
    process.off('unhandledRejection', note);
    process.off('uncaughtExceptionMonitor', note);
  });
  return {
    get slowestHealth() {
      return slowestHealth;
    },
    get healthChecks() {
      return healthChecks;
    },
    get problems() {
      readLog();
      return problems;
    },
    heap() {
      readLog();
      collect();
      return process.memoryUsage().heapUsed;
    },
  };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
