import { expiredDelivery } from '../deliveries/events.js';
import { startLoop, type Loop } from '../loop.js';
import type { Clock, Logger, Store } from '../ports.js';

const BATCH = 200;
const IDLE_MS = 5000;
/** A prompt that is `posting` for so long belonged to an instance that died: posting takes seconds. */
const ABANDONED_MS = 600_000;

/** Expires all that is overdue. */
export async function expireAtStart({ store, clock }: { store: Store; clock: Clock }): Promise<void> {
  while ((await expireBatch(store, clock)) === BATCH);
}

/** The background pass that expires overdue prompts, in batches so that requests are not held up. */
export function startExpiry({ store, clock, log }: { store: Store; clock: Clock; log: Logger }): Loop {
  let sweptAt = -Infinity;
  return startLoop({
    name: 'prompt expiry',
    clock,
    log,
    idleMs: IDLE_MS,
    async pass() {
      if ((await expireBatch(store, clock)) === BATCH) return clock.now();
      if (clock.now() - sweptAt > ABANDONED_MS / 10) {
        sweptAt = clock.now();
        await store.prompts.discardAbandoned(new Date(clock.now() - ABANDONED_MS));
      }
      return (await store.prompts.nextExpiry())?.getTime() ?? null;
    },
  });
}

async function expireBatch(store: Store, clock: Clock): Promise<number> {
  const now = new Date(clock.now());
  return (await store.prompts.expireDue(now, BATCH, (prompt) => expiredDelivery(prompt, 'ttl', now))).length;
}
