import type { OtherEvent, TextEvent } from '@gateway/platform-kit';
import { pause } from '../base/loop.js';
import type { PromptRow } from '../ports/rows.js';
import { promptChannelIds, type Arrival, type InboundDeps } from './arrival.js';
import { placeOf, type Place } from './place.js';

/** Longest wait for the id of a prompt's message, or of one about it, when a reply arrives before the gateway has recorded it. */
const MAX_POSTING_WAIT_MS = 3000;
/** A prompt that is `posting` for longer than this belonged to an instance that crashed. */
const POSTING_ABANDONED_AFTER_MS = 60_000;

/** A prompt that this account posted in the chat of an event. */
export interface FoundPrompt {
  readonly prompt: PromptRow;
  readonly place: Place;
}

/** The prompt with this number, if this account posted it in this chat; null: there is none. */
export async function promptByNumber(deps: InboundDeps, arrival: Arrival, num: number): Promise<FoundPrompt | null> {
  return await foundHere(
    deps,
    arrival,
    num === 0 ? null : await deps.store.prompts.get(arrival.account.id.organizationId, num),
  );
}

/** The prompt that an event natively replies to, if this account posted it in this chat; null: none. */
export async function promptByReply(
  deps: InboundDeps,
  arrival: Arrival<TextEvent | OtherEvent>,
): Promise<FoundPrompt | null> {
  const { replyTo } = arrival.event;
  return replyTo === null ? null : await promptByMessage(deps, arrival, replyTo);
}

/** The prompt of one of its messages, if this account posted it in the chat of the event; null: none. */
export async function promptByMessage(
  deps: InboundDeps,
  arrival: Arrival,
  messageId: string,
): Promise<FoundPrompt | null> {
  const { store, clock, pending } = deps;
  const { organizationId } = arrival.account.id;
  const ids = promptChannelIds(arrival);
  if (ids.length === 0) return null;
  const deadline = clock.now() + MAX_POSTING_WAIT_MS;
  for (;;) {
    const since = new Date(clock.now() - POSTING_ABANDONED_AFTER_MS);
    // In this order: a prompt that is recorded between the two queries is found in the next round.
    const isPosting = await store.prompts.isPosting(organizationId, ids, since);
    const isPending = pending.isIn(arrival);
    const prompt = await store.prompts.byMessage(organizationId, ids, messageId);
    if (prompt) return await foundHere(deps, arrival, prompt);
    if ((!isPosting && !isPending) || clock.now() >= deadline) return null;
    await (isPending ? pending.waitForNext(arrival, deadline - clock.now()) : pause(clock, 50));
  }
}

async function foundHere(deps: InboundDeps, arrival: Arrival, prompt: PromptRow | null): Promise<FoundPrompt | null> {
  const place = prompt && (await placeOf(deps, arrival, prompt));
  return prompt && place ? { prompt, place } : null;
}
