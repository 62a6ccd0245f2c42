import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Registry as RegistryOf } from 'prom-client';
import { Gauge, Registry } from './prom-client.js';

/** Scrapes at least this often see every delay. */
const WINDOW_MS = 60_000;
/** How often the delay of the event loop is sampled. */
const RESOLUTION_MS = 20;

/** Gauges with the suffix of counters. Each one is only the sum of another metric that has a label for the kind. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

let loopRegistry: RegistryOf | null = null;
let defaults: Promise<RegistryOf> | null = null;

/** Metrics of the process in Prometheus' text format. */
interface ProcessMetrics {
  text(): Promise<string>;
}

/**
 * Metrics of the process: memory, CPU, event loop and garbage collection. All gateways of a process share them. The event loop is measured
 * from this call; the rest from the first `text`, because it loads the API of OpenTelemetry, which a start does not need.
 */
export function processMetrics(): ProcessMetrics {
  loopRegistry ??= watchEventLoop(new Registry());
  const loop = loopRegistry;
  return {
    async text() {
      defaults ??= defaultMetrics();
      return `${await loop.metrics()}\n${await (await defaults).metrics()}`;
    },
  };
}

async function defaultMetrics(): Promise<RegistryOf> {
  const { collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const lags = registry.getMetricsAsArray().filter(({ name }) => name.startsWith('nodejs_eventloop_lag_'));
  for (const name of [...misnamed, ...lags.map((metric) => metric.name)]) registry.removeSingleMetric(name);
  return registry;
}

/**
 * Replaces prom-client's event loop metrics, which reset their histogram at each scrape, so that two scrapers see half of the data each.
 * Here two histograms overlap. The older one covers the last one to two windows, and reading it changes nothing.
 */
function watchEventLoop(registry: RegistryOf): RegistryOf {
  const registers = [registry];
  let [older, younger] = [newHistogram(), newHistogram()];
  setInterval(() => {
    older.reset();
    [older, younger] = [younger, older];
  }, WINDOW_MS).unref();

  // oxlint-disable-next-line no-new -- it registers itself
  new Gauge({
    name: 'nodejs_eventloop_lag_seconds',
    help: 'Delay of the next turn of the event loop, measured at the scrape.',
    registers,
    async collect() {
      const startedAt = performance.now();
      await nextTurn();
      this.set((performance.now() - startedAt) / 1000);
    },
  });
  const statistics: Record<string, (histogram: IntervalHistogram) => number> = {
    min: ({ min }) => min,
    max: ({ max }) => max,
    mean: ({ mean }) => mean,
    p50: (histogram) => histogram.percentile(50),
    p90: (histogram) => histogram.percentile(90),
    p99: (histogram) => histogram.percentile(99),
  };
  for (const [name, read] of Object.entries(statistics)) {
    // oxlint-disable-next-line no-new -- it registers itself
    new Gauge({
      name: `nodejs_eventloop_lag_${name}_seconds`,
      help: `Delay of the event loop in the last one to two minutes: ${name}.`,
      registers,
      collect() {
        this.set(lagSeconds(older, read(older)));
      },
    });
  }
  // oxlint-disable-next-line no-new -- it registers itself
  new Gauge({
    name: 'nodejs_eventloop_lag_stddev_seconds',
    help: 'Delay of the event loop in the last one to two minutes: standard deviation.',
    registers,
    collect() {
      this.set(older.count === 0 ? 0 : older.stddev / 1e9);
    },
  });
  return registry;
}

function newHistogram(): IntervalHistogram {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  return histogram;
}

/** The histogram measures the time between two samples. */
function lagSeconds({ count }: IntervalHistogram, nanoseconds: number): number {
  return count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);
}
