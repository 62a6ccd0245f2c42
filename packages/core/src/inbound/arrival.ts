import type { InboundEvent, Outcome } from '@gateway/platform-kit';
import type { Account } from '../connections/account.js';
import { promptFields } from '../log-fields.js';
import type { Clock, Logger } from '../ports.js';
import type { Store } from '../store.js';
import { visibleState } from '../prompts/chat-texts.js';
import type { ChannelRow, PromptRow } from '../rows.js';
import type { Settings } from '../retention/settings.js';
import type { ActivityTracker } from '../channels/activity-tracker.js';

/** What the handling of inbound events needs. */
export interface InboundDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly activity: ActivityTracker;
  readonly settings: Settings;
}

/** One event and the channels that it may concern, oldest first. */
export interface Arrival<Event extends InboundEvent = InboundEvent> {
  readonly event: Event;
  readonly account: Account;
  readonly channels: readonly ChannelRow[];
}

export const ignored: Outcome = { result: 'ignored', notice: null, closedText: null };
export const duplicate: Outcome = { result: 'duplicate', notice: null, closedText: null };

/** Whether a prompt was posted by this account in the chat that an event comes from. Elsewhere nobody can answer it. */
export function isPostedHere({ event, account }: Arrival, prompt: PromptRow): boolean {
  // Of an old message a platform may tell the group but not its topic; the message is the one that was posted all the same.
  const isOnIt = event.kind === 'press' && messageIdsOf(prompt).includes(event.messageId);
  return (
    event.targets.some((target) => target === prompt.chatId || (isOnIt && isPartOf(prompt.chatId, target))) &&
    account.channels.some((channel) => channel.channelId === prompt.channelId)
  );
}

/** The platform's ids of the messages that are known to carry the prompt's buttons. */
export function messageIdsOf({ messageId, otherMessages }: PromptRow): (string | null)[] {
  return [messageId, ...(otherMessages ?? []).map((other) => other.messageId)];
}

/** A topic or thread is named by its chat's id, a mark, and more. The number of a message alone says nothing: each chat has its own. */
function isPartOf(place: string, chat: string): boolean {
  return place.startsWith(chat) && /^[:;/]/.test(place.slice(chat.length));
}

/**
 * Whether a refused event is new, and logs it then; the platform's repeat of it must not be answered again. `prompt` null: none is
 * meant.
 */
export async function recordRefusedEvent(
  { store, clock, log }: InboundDeps,
  { event, account }: Arrival,
  prompt: PromptRow | null,
): Promise<boolean> {
  const { organizationId } = account.id;
  const isNew = await store.inboundEvents.first({
    organizationId,
    account: account.id.account,
    eventId: event.id,
    at: new Date(clock.now()),
  });
  if (isNew && prompt)
    log.info(
      { ...promptFields(prompt), state: visibleState(prompt, clock.now()) },
      event.kind === 'press' ? 'A press was refused' : 'A text was refused',
    );
  return isNew;
}
