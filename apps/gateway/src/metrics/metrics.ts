import { statfs } from 'node:fs/promises';
import type { Gauge as GaugeOf } from 'prom-client';
import type { Clock, MetricsSnapshot, Meter } from '@gateway/core';
import { version } from '../version.js';
import { declarations, type Declaration, type MetricName } from './declarations.js';
import { LastContacts } from './last-contacts.js';
import { processMetrics } from './process-metrics.js';
import { Counter, Gauge, Histogram, Registry } from './prom-client.js';

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
  /** The folder whose disk is measured. */
  readonly dataDir: string;
  readonly clock: Clock;
}

/** Methods with their own label. All others share one, because clients can send any text. */
const methods = new Set<string>(declarations.gateway_http_requests_total.labels.method);
const responseClasses = new Set<string>(declarations.gateway_delivery_responses_total.labels.class);
/** Routes whose duration is not measured, because their readers decide it. */
const streamRoutes = new Set(['/v1/events']);

/** Creates the metrics of this instance. */
export function createMetrics(): Metrics {
  const ofProcess = processMetrics();
  const registry = new Registry();
  const options = (name: MetricName) => {
    const { help, labels = {} }: Declaration = declarations[name];
    return { name, help, labelNames: Object.keys(labels), registers: [registry] };
  };
  /** A series that is missing until its first event hides that event from `increase`, so labels with known values start at 0. */
  const counter = (name: MetricName) => {
    const created = new Counter(options(name));
    const { labels = {} }: Declaration = declarations[name];
    const [only, ...others] = Object.entries(labels);
    if (only && others.length === 0) for (const value of only[1] ?? []) created.inc({ [only[0]]: value }, 0);
    return created;
  };
  const gauge = (name: MetricName) => new Gauge(options(name));
  const histogram = (name: MetricName) => {
    const { buckets = [] }: Declaration = declarations[name];
    return new Histogram({ ...options(name), buckets: [...buckets] });
  };

  const requests = counter('gateway_http_requests_total');
  const durations = histogram('gateway_http_request_duration_seconds');
  const limited = counter('gateway_rate_limited_total');
  const attempts = counter('gateway_delivery_attempts_total');
  const responses = counter('gateway_delivery_responses_total');
  const latencies = histogram('gateway_delivery_latency_seconds');
  const calls = histogram('gateway_platform_call_duration_seconds');
  const contacts = new LastContacts();
  const gauges = {
    prompts: gauge('gateway_prompts'),
    channels: gauge('gateway_channels'),
    pending: gauge('gateway_deliveries_pending'),
    dead: gauge('gateway_deliveries_dead'),
    age: gauge('gateway_delivery_oldest_pending_age_seconds'),
    streams: gauge('gateway_event_streams'),
    database: gauge('gateway_database_up'),
    diskFree: gauge('gateway_data_directory_free_bytes'),
    diskSize: gauge('gateway_data_directory_size_bytes'),
    lastEvent: gauge('gateway_platform_last_event_age_seconds'),
    lastContact: gauge('gateway_stream_last_contact_age_seconds'),
  };
  gauge('gateway_build_info').set({ version }, 1);

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
    gauges.age.set(oldestPendingAt === null ? 0 : secondsSince(oldestPendingAt.getTime(), now));
  }

  function setAges(target: GaugeOf, times: ReadonlyMap<string, number>, now: number): void {
    target.reset();
    for (const [platform, at] of times) target.set({ platform }, secondsSince(at, now));
  }

  return {
    request(pattern, given, status, ms) {
      const route = pattern ?? 'other';
      const method = methods.has(given) ? given : 'other';
      requests.inc({ method, route, status });
      if (!streamRoutes.has(route)) durations.observe({ method, route }, ms / 1000);
    },
    deliveryAttempt({ event, outcome, status, timedOut, ageMs }) {
      attempts.inc({ outcome });
      responses.inc({ class: responseClass(status, timedOut) });
      if (outcome === 'delivered') latencies.observe({ event }, ageMs / 1000);
    },
    rateLimited: (subject) => limited.inc({ subject }),
    platformCall: (platform, outcome, ms) => calls.observe({ platform, outcome }, ms / 1000),
    eventReceived: (platform, at) => void contacts.events.set(platform, at),
    streamContact: (account, platform, at) => contacts.stream(account, platform, at),
    async text(sources) {
      const [snapshot, problem, disk] = await Promise.all([
        readSnapshot(sources),
        sources.databaseCheck(),
        statfs(sources.dataDir).catch(() => null),
      ]);
      const now = sources.clock.now();
      // Without a snapshot the gauges are reset: old values would look current.
      if (snapshot) setGauges(snapshot, now);
      else for (const each of [gauges.prompts, gauges.channels, gauges.pending, gauges.dead, gauges.age]) each.reset();
      gauges.database.set(snapshot && problem === null ? 1 : 0);
      gauges.streams.set(sources.eventStreams());
      gauges.diskFree.set(disk ? disk.bavail * disk.bsize : Number.NaN);
      gauges.diskSize.set(disk ? disk.blocks * disk.bsize : Number.NaN);
      setAges(gauges.lastEvent, contacts.events, now);
      setAges(gauges.lastContact, contacts.streams(), now);
      return `${await registry.metrics()}\n${await ofProcess.text()}`;
    },
  };
}

function secondsSince(at: number, now: number): number {
  return Math.max(0, now - at) / 1000;
}

function responseClass(status: number | null, timedOut: boolean): string {
  if (status === null) return timedOut ? 'timeout' : 'connection';
  const found = `${Math.floor(status / 100)}xx`;
  return responseClasses.has(found) ? found : 'other';
}
