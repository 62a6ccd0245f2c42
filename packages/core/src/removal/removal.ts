import { pause, startLoop, type Loop } from '../base/loop.js';
import { TRAFFIC_RETENTION_MS } from '../channels/traffic.js';
import { DEVICE_LIFE_MS } from '../notifications/recipients.js';
import { FAILURE_RETENTION_MS } from '../operators/sign-in-throttle.js';
import type { Clock, Logger } from '../ports/system.js';
import type { Store } from '../ports/store.js';
import type { Removal } from '../ports/service/retention-store.js';
import { scheduledRemovals } from '../retention/scheduled-removals.js';
import { BatchSize } from './batch-size.js';

/** A pass ends after this time and reads the settings again. */
const PASS_MS = 1000;
/** Rows of each kind in one statement while no request is served. */
const BATCH_AT_START = 500;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than any platform takes to repeat an event. */
const INBOUND_EVENT_RETENTION_MS = 48 * HOUR_MS;
/** How long a reader of the event stream may be disconnected. */
const STREAM_EVENT_RETENTION_MS = DAY_MS;
/** How long delivered callbacks can be read. */
const DELIVERED_RETENTION_MS = 30 * DAY_MS;
/** Longer than the longest delay of the default schedule: after this time without attempts, the receiver's state is unknown. */
const FAILING_RECEIVER_RETENTION_MS = 7 * DAY_MS;
/** Reported receivers are kept longer, so that their recovery is reported too. */
const REPORTED_RECEIVER_RETENTION_MS = 90 * DAY_MS;

/**
 * The background pass that deletes expired rows: every hour and soon after the settings changed, in short batches with pauses of half
 * their length, so that it leaves at least a third of the database's time. Any number of instances may run it; each deletes different rows.
 */
export function startRemoval({ store, clock, log }: { store: Store; clock: Clock; log: Logger }): Pick<Loop, 'stop'> {
  const sizes = new Map<Removal['of'], BatchSize>();
  const stopped = new AbortController();

  /** Deletes a batch. True: there may be more. */
  async function removeBatch(removal: Removal): Promise<boolean> {
    const size = sizes.get(removal.of) ?? new BatchSize();
    sizes.set(removal.of, size);
    const { rows } = size;
    const startedAt = performance.now();
    if ((await store.retention.remove(removal, rows, new Date(clock.now()))) < rows) return false;
    const tookMs = Math.ceil(performance.now() - startedAt);
    size.note(tookMs);
    await pause(clock, Math.ceil(tookMs / 2), stopped.signal);
    return true;
  }

  async function pass(): Promise<number | null> {
    const endAt = clock.now() + PASS_MS;
    let due = await dueRemovals(store, clock.now());
    while (due.length > 0) {
      const unfinished: Removal[] = [];
      for (const removal of due) {
        if (stopped.signal.aborted) return null;
        if (await removeBatch(removal)) unfinished.push(removal);
      }
      due = unfinished;
      if (due.length > 0 && clock.now() >= endAt) return clock.now();
    }
    return null;
  }

  const loop = startLoop({ name: 'retention', clock, log, idleMs: HOUR_MS, pass });
  const unsubscribe = store.changes.subscribe((change) => {
    if (change.kind === 'settings') loop.wake();
  });
  return {
    async stop() {
      unsubscribe();
      stopped.abort();
      await loop.stop();
    },
  };
}

/** Deletes everything that the settings allow, all delivered callbacks and all expired leases. Runs before requests are served. */
export async function removeAtStart({ store, clock }: { store: Store; clock: Clock }): Promise<void> {
  const now = clock.now();
  const before = new Date(now);
  const organizations = await store.retention.all();
  const stale: Removal[] = organizations.map(({ organizationId }) => ({ of: 'delivered', organizationId, before }));
  for (const removal of [...(await dueRemovals(store, now)), ...stale, { of: 'leases', before } as const])
    while ((await store.retention.remove(removal, BATCH_AT_START, new Date(now))) === BATCH_AT_START);
}

/** Begins a run of each organization and returns what is to be deleted at `now`. */
async function dueRemovals(store: Store, now: number): Promise<Removal[]> {
  const removals: Removal[] = [];
  for (const settings of await store.retention.all()) {
    const { organizationId } = settings;
    await store.retention.recordRun({ organizationId, at: new Date(now), prompts: 0, messages: 0 });
    const scheduled = scheduledRemovals(settings, now);
    // With the entries about them.
    const withEntries = scheduled.flatMap((removal) =>
      removal.of === 'audit entries'
        ? [{ ...removal, of: 'ended keys' } as const, { ...removal, of: 'grants' } as const]
        : [],
    );
    removals.push(...scheduled, ...withEntries, {
      of: 'delivered',
      organizationId,
      before: new Date(now - DELIVERED_RETENTION_MS),
    });
  }
  return [...removals, ...globalRemovals(now)];
}

function globalRemovals(now: number): Removal[] {
  return [
    { of: 'inbound events', before: new Date(now - INBOUND_EVENT_RETENTION_MS) },
    { of: 'failing receivers', before: new Date(now - FAILING_RECEIVER_RETENTION_MS) },
    { of: 'reported receivers', before: new Date(now - REPORTED_RECEIVER_RETENTION_MS) },
    { of: 'stream events', before: new Date(now - STREAM_EVENT_RETENTION_MS) },
    { of: 'idempotent requests', before: new Date(now) },
    { of: 'sessions', before: new Date(now) },
    { of: 'notification devices', before: new Date(now - DEVICE_LIFE_MS) },
    { of: 'one-time links', before: new Date(now) },
    { of: 'used tokens', before: new Date(now) },
    { of: 'sign-in failures', before: new Date(now - FAILURE_RETENTION_MS) },
    { of: 'channel traffic', before: new Date(now - TRAFFIC_RETENTION_MS) },
    { of: 'receiver traffic', before: new Date(now - TRAFFIC_RETENTION_MS) },
  ];
}
