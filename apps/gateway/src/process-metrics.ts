import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** The longest interval between two scrapes that misses nothing. */
const WINDOW_MS = 60_000;
/** How often the event loop is looked at, in milliseconds. */
const RESOLUTION_MS = 20;

/** Gauges whose names say that they are counters; each is the sum of one that is told by kind. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

let ofProcess: Registry | null = null;

/** Memory, CPU, event loop and garbage collection: of the process, however many gateways it holds, from the first call on. */
export function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
    const lags = ofProcess.getMetricsAsArray().filter(({ name }) => name.startsWith('nodejs_eventloop_lag_'));
    for (const name of [...misnamed, ...lags.map((metric) => metric.name)]) ofProcess.removeSingleMetric(name);
    watchEventLoop(ofProcess);
  }
  return ofProcess;
}

/**
 * The library resets its histogram at each scrape, so that each of two scrapers sees half. Here two histograms
 * overlap: the older one, which holds between one and two windows, is read, and reading changes nothing.
 */
function watchEventLoop(registry: Registry): void {
  const registers = [registry];
  let [older, younger] = [newHistogram(), newHistogram()];
  setInterval(() => {
    older.reset();
    [older, younger] = [younger, older];
  }, WINDOW_MS).unref();

  // oxlint-disable-next-line no-new -- it registers itself
  new Gauge({
    name: 'nodejs_eventloop_lag_seconds',
    help: 'How late the event loop took its next turn, when this was asked.',
    registers,
    async collect() {
      const startedAt = performance.now();
      await nextTurn();
      this.set((performance.now() - startedAt) / 1000);
    },
  });
  const figures: Record<string, (histogram: IntervalHistogram) => number> = {
    min: ({ min }) => min,
    max: ({ max }) => max,
    mean: ({ mean }) => mean,
    p50: (histogram) => histogram.percentile(50),
    p90: (histogram) => histogram.percentile(90),
    p99: (histogram) => histogram.percentile(99),
  };
  for (const [name, read] of Object.entries(figures)) {
    // oxlint-disable-next-line no-new -- it registers itself
    new Gauge({
      name: `nodejs_eventloop_lag_${name}_seconds`,
      help: `How late the event loop was in the last one to two minutes: ${name}.`,
      registers,
      collect() {
        this.set(lagSeconds(older, read(older)));
      },
    });
  }
  // oxlint-disable-next-line no-new -- it registers itself
  new Gauge({
    name: 'nodejs_eventloop_lag_stddev_seconds',
    help: 'How late the event loop was in the last one to two minutes: standard deviation.',
    registers,
    collect() {
      this.set(older.count === 0 ? 0 : older.stddev / 1e9);
    },
  });
}

function newHistogram(): IntervalHistogram {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  return histogram;
}

/** What is measured is the time from one look to the next. */
function lagSeconds({ count }: IntervalHistogram, nanoseconds: number): number {
  return count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);
}
