import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock, MetricsSnapshot, Meter } from '@gateway/core';
import { processMetrics } from './process-metrics.js';

/** Figures from the database are read at most this often, whoever asks. */
const FIGURES_MS = 10_000;

export interface Metrics extends Meter {
  /** A request ended; `route` is its pattern, null for none that is known. */
  request(route: string | null, method: string, status: number, ms: number): void;
  /** In Prometheus' text format. */
  text(sources: MetricsSources): Promise<string>;
}

/** What is asked for when the figures are. */
export interface MetricsSources {
  readonly figures: () => Promise<MetricsSnapshot>;
  /** What is wrong with the database; null: nothing. */
  readonly databaseCheck: () => Promise<string | null>;
  readonly eventStreams: () => number;
  readonly clock: Clock;
}

/** Methods that are told apart; whatever else a client makes up is one. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);
/** They last as long as their readers like, which says nothing of the gateway. */
const streams = new Set(['/v1/events']);

/** What this instance counts. */
export function createMetrics(): Metrics {
  const ofProcess = processMetrics();
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });

  const requests = counter('gateway_http_requests_total', 'Requests that were answered; 499: the client had gone.', [
    'method',
    'route',
    'status',
  ]);
  const durations = new Histogram({
    name: 'gateway_http_request_duration_seconds',
    help: 'How long requests took, event streams left out.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const attempts = counter('gateway_delivery_attempts_total', 'Attempts of callbacks by what came of them.', [
    'outcome',
  ]);
  for (const outcome of ['delivered', 'failed', 'dead']) attempts.inc({ outcome }, 0);
  const calls = new Histogram({
    name: 'gateway_platform_call_duration_seconds',
    help: 'How long calls on chat platforms took.',
    labelNames: ['platform', 'outcome'],
    buckets: [0.1, 0.5, 2, 10],
    registers,
  });
  const gauges = {
    prompts: gauge('gateway_prompts', 'Prompts by state, of all instances.', ['state']),
    channels: gauge('gateway_channels', 'Active channels by platform and health, of all instances.', [
      'platform',
      'health',
    ]),
    pending: gauge('gateway_deliveries_pending', 'Callbacks that are still owed, of all instances.'),
    dead: gauge('gateway_deliveries_dead', 'Callbacks that were given up and can be sent again, of all instances.'),
    age: gauge(
      'gateway_delivery_oldest_pending_age_seconds',
      'Age of the oldest callback that is still owed; 0: none is.',
    ),
    streams: gauge('gateway_event_streams', 'Readers of the event stream on this instance.'),
    database: gauge('gateway_database_up', 'Whether the database is read and stores what it is given.'),
  };

  let known: { figures: Promise<MetricsSnapshot | null>; until: number } | null = null;
  function figuresOf({ figures, clock }: MetricsSources): Promise<MetricsSnapshot | null> {
    if (!known || known.until <= clock.now()) {
      known = { figures: figures().catch(() => null), until: clock.now() + FIGURES_MS };
    }
    return known.figures;
  }

  function show(figures: MetricsSnapshot, now: number): void {
    for (const [state, count] of Object.entries(figures.prompts)) gauges.prompts.set({ state }, count);
    gauges.channels.reset();
    for (const { platform, health, count } of figures.channels) gauges.channels.set({ platform, health }, count);
    const { pending, dead, oldestPendingAt } = figures.deliveries;
    gauges.pending.set(pending);
    gauges.dead.set(dead);
    gauges.age.set(oldestPendingAt === null ? 0 : Math.max(0, now - oldestPendingAt.getTime()) / 1000);
  }

  return {
    request(pattern, given, status, ms) {
      const route = pattern ?? 'other';
      const method = methods.has(given) ? given : 'other';
      requests.inc({ method, route, status });
      if (!streams.has(route)) durations.observe({ method, route }, ms / 1000);
    },
    deliveryAttempt: (outcome) => attempts.inc({ outcome }),
    platformCall: (platform, outcome, ms) => calls.observe({ platform, outcome }, ms / 1000),
    async text(sources) {
      const [figures, problem] = await Promise.all([figuresOf(sources), sources.databaseCheck()]);
      // Stale figures would look like good ones.
      if (figures) show(figures, sources.clock.now());
      else for (const each of [gauges.prompts, gauges.channels, gauges.pending, gauges.dead, gauges.age]) each.reset();
      gauges.database.set(figures && problem === null ? 1 : 0);
      gauges.streams.set(sources.eventStreams());
      return `${await registry.metrics()}\n${await ofProcess.metrics()}`;
    },
  };
}
