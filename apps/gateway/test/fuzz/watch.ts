import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { onTestFinished } from 'vitest';
import type { TestGateway } from '../harness/gateway.js';

/** Watches a gateway while it is asked. */
export interface Watch {
  /** Slowest answer of `/healthz`, in ms; Infinity when one failed. */
  readonly slowestHealth: number;
  readonly healthChecks: number;
  /** Failures that nobody caught, and what the log calls an error. */
  readonly problems: readonly string[];
  /** Bytes in use once garbage is collected; forgets the log's lines. */
  heap(): number;
}

const EVERY_MS = 100;

export function watch(gateway: TestGateway): Watch {
  const problems: string[] = [];
  let slowestHealth = 0;
  let healthChecks = 0;
  let ended = false;
  const readLog = () => {
    const lines = gateway.logLines as string[];
    problems.push(...lines.filter((line) => /"level":[56]0/.test(line)));
    lines.length = 0;
  };
  const note = (error: unknown) =>
    problems.push(`Nobody caught: ${error instanceof Error ? error.stack : String(error)}`);
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
