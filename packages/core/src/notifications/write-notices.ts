import type { StreamEventType } from '@gateway/contract';
import type { EventFeed, EventSink } from '../events/event-feed.js';
import type { GatewayEvent } from '../events/event-resource.js';
import { DEFAULT_ORGANIZATION } from '../access/principal.js';
import { visibleState } from '../questions/prompt-state.js';
import { reasonOf } from '../base/loop.js';
import type { Waiting } from '../waiting/waiting.js';
import type { NoticeChanges } from '../ports/people/notification-store.js';
import { recipients, wants } from './recipients.js';
import type { Services } from '../ports/services.js';

/** Events that are evaluated together. */
const BATCH = 50;

const types: ReadonlySet<StreamEventType> = new Set([
  'prompt.created',
  'prompt.answered',
  'prompt.expired',
  'prompt.voted',
  'prompt.escalated',
  'prompt.reminded',
]);

export interface WriteNoticesOptions extends Pick<Services, 'store' | 'clock'> {
  readonly eventFeed: EventFeed;
  readonly waiting: Pick<Waiting, 'waitsFor'>;
  /** Notices are due. */
  readonly onWritten: () => void;
}

/**
 * Follows the event stream and writes what devices must be told, until `signal` aborts. The events are written in the transactions of
 * the changes, and the position is stored with the notices: a restart loses none and repeats none.
 */
export async function writeNotices(options: WriteNoticesOptions, signal: AbortSignal): Promise<void> {
  const { store, clock, eventFeed, onWritten } = options;
  const { notifications } = store;
  const organizationId = DEFAULT_ORGANIZATION;
  let position = await notifications.position();
  const reader = await eventFeed.admit({
    organizationId,
    types,
    channelIds: null,
    correlationIds: null,
    after: position,
  });
  const own = new AbortController();
  const ended = AbortSignal.any([signal, own.signal]);
  let batch: GatewayEvent[] = [];
  const work: { writing: Promise<void> | null; failure: Error | null } = { writing: null, failure: null };

  async function write(): Promise<void> {
    while (!ended.aborted && batch.length > 0) {
      const events = batch;
      batch = [];
      const to = Math.max(...events.map(({ seq }) => seq));
      const changes = await changesOf(options, organizationId, events);
      const move = { from: position, to, at: new Date(clock.now()) };
      // Another instance has moved the position: this one no longer holds the lease.
      if (!(await notifications.advance(organizationId, move, changes))) return own.abort();
      position = to;
      if (changes.asked.length > 0 || changes.closed.length > 0) onWritten();
    }
  }
  const startWriting = () =>
    (work.writing ??= write()
      .catch((error: unknown) => {
        work.failure = error instanceof Error ? error : new Error(reasonOf(error));
        own.abort();
      })
      .finally(() => {
        work.writing = null;
      }));

  const sink: EventSink = {
    write(event) {
      batch.push(event);
      void startWriting();
      return batch.length < BATCH;
    },
    // Events are kept for a day. What was missed is older than that.
    missed: () => {},
    reached: () => {},
    drained: startWriting,
  };
  await reader.follow(sink, ended);
  await work.writing;
  if (work.failure) throw work.failure;
}

async function changesOf(
  { store, clock, waiting }: WriteNoticesOptions,
  organizationId: string,
  events: readonly GatewayEvent[],
): Promise<NoticeChanges> {
  const now = clock.now();
  const asked: NoticeChanges['asked'][number][] = [];
  const closed = new Map<number, readonly string[] | null>();
  const all = await recipients(store, organizationId, now);
  for (const { type, resource } of events) {
    if (resource.kind !== 'prompt') continue;
    const { row, shown } = resource;
    if (visibleState(row, now) !== 'pending') {
      closed.set(row.num, null);
      continue;
    }
    const wanting = await Promise.all(all.map((recipient) => wants(recipient, shown, waiting)));
    if (type === 'prompt.voted') {
      // The prompt waits for somebody else now.
      const voted = all.filter(({ settings }, index) => settings.onlyMine && !wanting[index]);
      if (!closed.has(row.num))
        closed.set(
          row.num,
          voted.flatMap(({ devices }) => devices),
        );
      continue;
    }
    for (const { devices } of all.filter((_, index) => wanting[index]))
      for (const deviceId of devices) asked.push({ deviceId, promptNum: row.num, again: type === 'prompt.reminded' });
  }
  return {
    asked: asked.filter(({ promptNum }) => closed.get(promptNum) !== null),
    closed: [...closed]
      .map(([promptNum, devices]) => ({ promptNum, devices }))
      .filter(({ devices }) => devices?.length !== 0),
  };
}
