import { holdLease, pauseAfterFailure } from '../connections/lease.js';
import type { EventFeed } from '../events/event-feed.js';
import { reasonOf, startLoop } from '../base/loop.js';
import { startSender, type SenderOptions } from './sender.js';
import { writeNotices } from './write-notices.js';

/** Push services want an address of the sender. Without a public address there is none. */
export const PUSH_SUBJECT = 'https://gateway.invalid';

/** How often an instance looks whether there are devices, in case an announcement is lost. */
const IDLE_MS = 30_000;

export interface PushesOptions extends SenderOptions {
  readonly eventFeed: EventFeed;
  readonly holder: string;
  readonly leaseMs: number;
}

/** Background work that one instance does at a time. */
export interface Pushes {
  /** New settings may make notices due. */
  wake(): void;
  /** Ends the reading of events. Call it before the event feed stops. */
  end(): void;
  stop(): Promise<void>;
}

/**
 * Writes and sends notices on the instance that holds the lease. Without devices it has no cost but a look every 30 s: it starts when
 * somebody registers a device, and ends after the last one was removed.
 */
export function startPushes(options: PushesOptions): Pushes {
  const { store, clock, log, holder, leaseMs } = options;
  const stopped = new AbortController();
  let running: { readonly end: () => void; readonly done: Promise<void> } | null = null;
  let wakeSender = () => {};

  async function work(signal: AbortSignal): Promise<void> {
    const sender = startSender(options);
    wakeSender = sender.wake;
    try {
      await writeNotices({ ...options, onWritten: sender.wake }, signal);
    } finally {
      await sender.stop();
    }
  }

  function start() {
    const over = new AbortController();
    const end = () => over.abort();
    stopped.signal.addEventListener('abort', end, { once: true });
    if (stopped.signal.aborted) end();
    const lease = { name: 'notifications', leases: store.leases, holder, leaseMs, clock, log, signal: over.signal };
    const done = holdLease(lease, (signal) =>
      work(signal).catch(async (error: unknown) => {
        log.error({ reason: reasonOf(error) }, 'The notifications ended unexpectedly');
        await pauseAfterFailure(lease);
      }),
    );
    return { end, done };
  }

  async function pass(): Promise<null> {
    const any = await store.notifications.anyDevice();
    if (any) running ??= start();
    else if (running) {
      running.end();
      await running.done;
      running = null;
    }
    return null;
  }

  const loop = startLoop({ name: 'notification devices', clock, log, idleMs: IDLE_MS, pass });
  const unsubscribe = store.changes.subscribe(({ kind }) => {
    if (kind !== 'operator' && kind !== 'everything') return;
    loop.wake();
    wakeSender();
  });
  return {
    wake: () => wakeSender(),
    end: () => stopped.abort(),
    async stop() {
      stopped.abort();
      unsubscribe();
      await loop.stop();
      await running?.done;
    },
  };
}
