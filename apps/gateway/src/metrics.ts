import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock, MetricsSnapshot, Meter } from '@gateway/core';
import { version } from './version.js';
import { processMetrics } from './process-metrics.js';

/** Minimum time between two reads of the metrics snapshot from the database, for all scrapers together. */
const SNAPSHOT_TTL_MS = 10_000;

export interface Metrics extends Meter {
  /** Counts a finished request. `route` is the path's pattern; null: no route matched. */
  request(route: string | null, method: string, status: number, ms: number): void;
  /** All metrics in Prometheus' text format. */
  text(sources: MetricsSources): Promise<string>;
}

/** What each scrape reads. */
export interface MetricsSources {
  readonly snapshot: () => Promise<MetricsSnapshot>;
  /** Describes a problem of the database; null: none. */
  readonly databaseCheck: () => Promise<string | null>;
  readonly eventStreams: () => number;
  readonly clock: Clock;
}

/** Methods with their own label. All others share one, because clients can send any text. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);
/** Routes whose duration is not measured, because their readers decide it. */
const streamRoutes = new Set(['/v1/events']);

/** Creates the metrics of this instance. */
export function createMetrics(): Metrics {
  const ofProcess = processMetrics();
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });

  const requests = counter('gateway_http_requests_total', 'Finished requests; 499: the client disconnected.', [
    'method',
    'route',
    'status',
  ]);
  const durations = new Histogram({
    name: 'gateway_http_request_duration_seconds',
    help: 'Duration of requests, without event streams.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const limited = counter('gateway_rate_limited_total', 'Requests that were refused because of a limit.', ['subject']);
  for (const subject of ['key', 'address', 'invalid_keys', 'channel', 'open_prompts']) limited.inc({ subject }, 0);
  const attempts = counter('gateway_delivery_attempts_total', 'Delivery attempts by outcome.', ['outcome']);
  for (const outcome of ['delivered', 'failed', 'dead']) attempts.inc({ outcome }, 0);
  const calls = new Histogram({
    name: 'gateway_platform_call_duration_seconds',
    help: 'Duration of calls to chat platforms.',
    labelNames: ['platform', 'outcome'],
    buckets: [0.1, 0.5, 2, 10],
    registers,
  });
  const gauges = {
    prompts: gauge('gateway_prompts', 'Prompts by state, for all instances.', ['state']),
    channels: gauge('gateway_channels', 'Active channels by platform and health, for all instances.', [
      'platform',
      'health',
    ]),
    pending: gauge('gateway_deliveries_pending', 'Pending callbacks, for all instances.'),
    dead: gauge('gateway_deliveries_dead', 'Dead callbacks, which can be retried, for all instances.'),
    age: gauge('gateway_delivery_oldest_pending_age_seconds', 'Age of the oldest pending callback; 0: there is none.'),
    streams: gauge('gateway_event_streams', 'Readers of the event stream on this instance.'),
    database: gauge('gateway_database_up', '1: the database can be read and written; 0: it cannot.'),
  };

  gauge('gateway_build_info', 'The version that runs; the value is always 1.', ['version']).set({ version }, 1);

  let cached: { snapshot: Promise<MetricsSnapshot | null>; until: number } | null = null;
  function readSnapshot({ snapshot, clock }: MetricsSources): Promise<MetricsSnapshot | null> {
    if (!cached || cached.until <= clock.now()) {
      cached = { snapshot: snapshot().catch(() => null), until: clock.now() + SNAPSHOT_TTL_MS };
    }
    return cached.snapshot;
  }

  function setGauges(snapshot: MetricsSnapshot, now: number): void {
    for (const [state, count] of Object.entries(snapshot.prompts)) gauges.prompts.set({ state }, count);
    gauges.channels.reset();
    for (const { platform, health, count } of snapshot.channels) gauges.channels.set({ platform, health }, count);
    const { pending, dead, oldestPendingAt } = snapshot.deliveries;
    gauges.pending.set(pending);
    gauges.dead.set(dead);
    gauges.age.set(oldestPendingAt === null ? 0 : Math.max(0, now - oldestPendingAt.getTime()) / 1000);
  }

  return {
    request(pattern, given, status, ms) {
      const route = pattern ?? 'other';
      const method = methods.has(given) ? given : 'other';
      requests.inc({ method, route, status });
      if (!streamRoutes.has(route)) durations.observe({ method, route }, ms / 1000);
    },
    deliveryAttempt: (outcome) => attempts.inc({ outcome }),
    rateLimited: (subject) => limited.inc({ subject }),
    platformCall: (platform, outcome, ms) => calls.observe({ platform, outcome }, ms / 1000),
    async text(sources) {
      const [snapshot, problem] = await Promise.all([readSnapshot(sources), sources.databaseCheck()]);
      // Without a snapshot the gauges are reset: old values would look current.
      if (snapshot) setGauges(snapshot, sources.clock.now());
      else for (const each of [gauges.prompts, gauges.channels, gauges.pending, gauges.dead, gauges.age]) each.reset();
      gauges.database.set(snapshot && problem === null ? 1 : 0);
      gauges.streams.set(sources.eventStreams());
      return `${await registry.metrics()}\n${await ofProcess.metrics()}`;
    },
  };
}
