import { expiredDelivery } from '../deliveries/events.js';
import { decidedDelivery } from '../answers/time-out.js';
import { startLoop, type Loop } from '../base/loop.js';
import { promptFields } from '../base/log-fields.js';
import type { PromptRow } from '../ports/rows.js';
import type { Span, Tracing } from '../tracing/tracing.js';
import type { Closings } from '../posts/closing.js';
import type { Services } from '../ports/services.js';

const BATCH = 500;
/** Batches at the same time while many prompts are overdue: one is composed here while the database writes the other. */
const PARALLEL = 2;
const IDLE_MS = 5000;
/** A prompt that is `posting` for longer belonged to an instance that crashed: a platform call takes at most 45 s. */
const ABANDONED_AFTER_MS = 120_000;
/** How long an orphaned prompt is kept, so that a press on its buttons is recognized. */
const ORPHAN_RETENTION_MS = 24 * 3_600_000;

interface Deps extends Services {
  readonly tracing: Tracing;
  readonly closings: Pick<Closings, 'wake'>;
}

/** Ends all overdue prompts. */
export async function expireAtStart(deps: Deps): Promise<void> {
  while ((await expireBatch(deps)) === BATCH);
}

/** The background pass that ends overdue prompts, in batches so that requests are not held up. */
export function startExpiry(deps: Deps): Loop {
  const { store, clock, log, closings } = deps;
  let sweptAt = -Infinity;
  let areMany = false;
  let haveEnded = false;
  return startLoop({
    name: 'prompt expiry',
    clock,
    log,
    idleMs: IDLE_MS,
    async pass() {
      const batches = Array.from({ length: areMany ? PARALLEL : 1 }, () => expireBatch(deps));
      // A failed one must not leave the other one behind when the gateway stops.
      await Promise.allSettled(batches);
      const counts = await Promise.all(batches);
      areMany = counts.includes(BATCH);
      haveEnded ||= counts.some((count) => count > 0);
      if (areMany) return clock.now();
      // Messages are updated after the last batch, or when the closings look by themselves: at the same time both would take longer.
      if (haveEnded) closings.wake();
      haveEnded = false;
      if (clock.now() - sweptAt > ABANDONED_AFTER_MS / 10) {
        sweptAt = clock.now();
        await store.prompts.orphanAbandoned({
          before: new Date(sweptAt - ABANDONED_AFTER_MS),
          now: new Date(sweptAt),
          removeBefore: new Date(sweptAt - ORPHAN_RETENTION_MS),
        });
      }
      return (await store.prompts.nextExpiry())?.getTime() ?? null;
    },
  });
}

async function expireBatch({ store, clock, log, tracing }: Deps): Promise<number> {
  const now = new Date(clock.now());
  const events = new Map<string, string>();
  const spans = new Map<string, Span>();
  const keyOf = ({ organizationId, num }: PromptRow) => `${organizationId}/${num}`;
  const ended = await store.prompts.expireDue(now, BATCH, (prompt, votes) => {
    const name = prompt.state === 'answered' ? 'decide by policy' : 'expire';
    const span = tracing.start({ name, kind: 'internal', parent: prompt.trace, fields: { ...promptFields(prompt) } });
    spans.set(keyOf(prompt), span);
    const delivery =
      prompt.state === 'answered'
        ? decidedDelivery(prompt, votes, now, span.trace)
        : expiredDelivery(prompt, 'ttl', now, span.trace);
    if (delivery) events.set(keyOf(prompt), delivery.id);
    return delivery;
  });
  for (const prompt of ended) {
    const eventId = events.get(keyOf(prompt));
    spans.get(keyOf(prompt))?.end();
    log.info(
      { ...promptFields(prompt), ...(eventId !== undefined && { event_id: eventId }) },
      prompt.state === 'answered' ? 'The policy of a prompt decided at the end of its time' : 'A prompt expired',
    );
  }
  return ended.length;
}
