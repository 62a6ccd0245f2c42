import { startLoop, type Loop } from '../loop.js';
import { FAILURE_RETENTION_MS } from '../operators/sign-in-throttle.js';
import type { Clock, Logger } from '../ports.js';
import type { Store } from '../store.js';
import type { Removal, RetentionRow } from './retention-store.js';

/** Rows of each kind that one pass deletes: small enough not to delay requests. */
const BATCH = 500;
const PAUSE_MS = 100;
/** Batches within this time count as one run. */
const RUN_GAP_MS = 60_000;
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
 * The background pass that deletes expired rows: every hour and soon after the settings changed, in batches of each kind. Any number
 * of instances may run it; each deletes different rows.
 */
export function startRemoval({ store, clock, log }: { store: Store; clock: Clock; log: Logger }): Pick<Loop, 'stop'> {
  const loop = startLoop({
    name: 'retention',
    clock,
    log,
    idleMs: HOUR_MS,
    pass: async () => ((await removeBatch(store, clock.now())) ? clock.now() + PAUSE_MS : null),
  });
  const unsubscribe = store.changes.subscribe((change) => {
    if (change.kind === 'settings') loop.wake();
  });
  return {
    async stop() {
      unsubscribe();
      await loop.stop();
    },
  };
}

/** Deletes a batch of each kind and records the counts per organization. True: there may be more. */
async function removeBatch(store: Store, now: number): Promise<boolean> {
  let more = false;
  for (const settings of await store.retention.all()) {
    const { organizationId } = settings;
    const removed = { prompts: 0, messages: 0 };
    for (const removal of scheduledRemovals(settings, now)) {
      const count = await store.retention.remove(removal, BATCH);
      removed[removal.of] += count;
      more ||= count >= BATCH;
    }
    await store.retention.recordRun({ organizationId, at: new Date(now), ...removed }, new Date(now - RUN_GAP_MS));
    const delivered: Removal = { of: 'delivered', organizationId, before: new Date(now - DELIVERED_RETENTION_MS) };
    more = (await remove(store, [delivered])) || more;
  }
  return (await remove(store, globalRemovals(now))) || more;
}

/** Deletes everything that the settings allow, all delivered callbacks and all expired leases. Runs before requests are served. */
export async function removeAtStart({ store, clock }: { store: Store; clock: Clock }): Promise<void> {
  const now = clock.now();
  while (await removeBatch(store, now));
  const before = new Date(now);
  const organizations = await store.retention.all();
  const stale: Removal[] = organizations.map(({ organizationId }) => ({ of: 'delivered', organizationId, before }));
  while (await remove(store, [...stale, { of: 'leases', before }]));
}

async function remove(store: Store, removals: readonly Removal[]): Promise<boolean> {
  let more = false;
  for (const removal of removals) more = (await store.retention.remove(removal, BATCH)) >= BATCH || more;
  return more;
}

/** The removals of prompts and messages that the settings require at `now`. */
export function scheduledRemovals(
  settings: RetentionRow,
  now: number,
): (Removal & { readonly of: 'prompts' | 'messages' })[] {
  const { organizationId } = settings;
  const daysAgo = (days: number) => new Date(now - days * DAY_MS);
  const messages = (direction: 'inbound' | 'outbound', days: number) =>
    ({ of: 'messages', organizationId, direction, before: daysAgo(days) }) as const;
  return [
    ...(settings.promptsRetentionEnabled
      ? [{ of: 'prompts', organizationId, before: daysAgo(settings.promptsRetentionDays) } as const]
      : []),
    ...(settings.messagesInboundRetentionEnabled ? [messages('inbound', settings.messagesInboundRetentionDays)] : []),
    ...(settings.messagesOutboundRetentionEnabled
      ? [messages('outbound', settings.messagesOutboundRetentionDays)]
      : []),
  ];
}

function globalRemovals(now: number): Removal[] {
  return [
    { of: 'inbound events', before: new Date(now - INBOUND_EVENT_RETENTION_MS) },
    { of: 'failing receivers', before: new Date(now - FAILING_RECEIVER_RETENTION_MS) },
    { of: 'reported receivers', before: new Date(now - REPORTED_RECEIVER_RETENTION_MS) },
    { of: 'stream events', before: new Date(now - STREAM_EVENT_RETENTION_MS) },
    { of: 'idempotent requests', before: new Date(now) },
    { of: 'sessions', before: new Date(now) },
    { of: 'one-time links', before: new Date(now) },
    { of: 'sign-in failures', before: new Date(now - FAILURE_RETENTION_MS) },
  ];
}
