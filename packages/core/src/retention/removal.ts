import { startLoop, type Loop } from '../loop.js';
import type { Clock, Logger, Store } from '../ports.js';
import type { Removal, RetentionRow } from './retention-store.js';

/** Rows of each kind that one pass removes: small enough not to hold up a request. */
const BATCH = 500;
const PAUSE_MS = 100;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a platform may take to report an event again. */
const INBOUND_EVENT_MS = 48 * HOUR_MS;
/** How long a reader of the event stream may be away. */
const STREAM_EVENT_MS = DAY_MS;
/** How long delivered callbacks can be looked at. */
const DELIVERED_MS = 30 * DAY_MS;

/**
 * The background pass that removes what has had its time: every hour and soon after the settings changed, a batch of each kind
 * at a time. Any number of instances may run it; each takes rows that no other has.
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

/** Removes a batch of each kind. True: there may be more. */
async function removeBatch(store: Store, now: number): Promise<boolean> {
  const removals = (await store.retention.all()).flatMap((settings) => removalsOf(settings, now));
  return await remove(store, [...removals, ...ofAllOrganizations(now)]);
}

/** Removes all that the settings let go, every delivered callback and every lease that ran out: nobody is served yet. */
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

function removalsOf(settings: RetentionRow, now: number): Removal[] {
  const { organizationId } = settings;
  const removals: Removal[] = [{ of: 'delivered', organizationId, before: new Date(now - DELIVERED_MS) }];
  const daysAgo = (days: number) => new Date(now - days * DAY_MS);
  if (settings.promptsRetentionEnabled) {
    removals.push({ of: 'prompts', organizationId, before: daysAgo(settings.promptsRetentionDays) });
  }
  if (settings.messagesInboundRetentionEnabled) {
    removals.push({
      of: 'messages',
      organizationId,
      direction: 'inbound',
      before: daysAgo(settings.messagesInboundRetentionDays),
    });
  }
  if (settings.messagesOutboundRetentionEnabled) {
    removals.push({
      of: 'messages',
      organizationId,
      direction: 'outbound',
      before: daysAgo(settings.messagesOutboundRetentionDays),
    });
  }
  return removals;
}

function ofAllOrganizations(now: number): Removal[] {
  return [
    { of: 'inbound events', before: new Date(now - INBOUND_EVENT_MS) },
    { of: 'stream events', before: new Date(now - STREAM_EVENT_MS) },
    { of: 'idempotent requests', before: new Date(now) },
  ];
}
