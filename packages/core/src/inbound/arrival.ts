import type { InboundEvent, Outcome } from '@gateway/platform-kit';
import type { Account } from '../connections/account.js';
import { promptFields } from '../log-fields.js';
import type { AccountRegistry } from '../connections/account-registry.js';
import type { AddressVault } from '../sealed-addresses/address-vault.js';
import type { AnswerDeps } from '../prompts/answer.js';
import { visibleState } from '../prompts/prompt-state.js';
import type { ChannelRow, PromptRow } from '../rows.js';
import type { Settings } from '../retention/settings.js';
import type { ActivityTracker } from '../channels/activity-tracker.js';

/** Dependencies of the handling of inbound events. */
export interface InboundDeps extends AnswerDeps {
  readonly activity: ActivityTracker;
  readonly settings: Settings;
  readonly addresses: AddressVault;
  readonly resolve: AccountRegistry['resolve'];
}

/** One event with the channels of its chat, oldest first. */
export interface Arrival<Event extends InboundEvent = InboundEvent> {
  readonly event: Event;
  readonly account: Account;
  readonly channels: readonly ChannelRow[];
}

export const ignored: Outcome = { result: 'ignored', notice: null, closedText: null };
export const duplicate: Outcome = { result: 'duplicate', notice: null, closedText: null };

/** Whether this account posted the prompt in the event's chat. It can be answered only there. */
export function isPostedHere({ event, account }: Arrival, prompt: PromptRow): boolean {
  // For an old message a platform may report the group without the topic. The message id identifies it nevertheless.
  const isOnItsMessage = event.kind === 'press' && messageIdsOf(prompt).includes(event.messageId);
  return (
    event.targets.some((target) => target === prompt.chatId || (isOnItsMessage && isPartOf(prompt.chatId, target))) &&
    account.channels.some((channel) => channel.channelId === prompt.channelId)
  );
}

/** Platform ids of the known messages with the prompt's buttons. */
export function messageIdsOf({ messageId, otherMessages }: PromptRow): (string | null)[] {
  return [messageId, ...(otherMessages ?? []).map((other) => other.messageId)];
}

/** Whether `place` is a topic or thread of `chat`: its id is the chat's id, a separator and more. */
function isPartOf(place: string, chat: string): boolean {
  return place.startsWith(chat) && /^[:;/]/.test(place.slice(chat.length));
}

const refusals = {
  press: 'A press was refused',
  text: 'A text was refused',
  other: 'A reply without a text was refused',
};

/**
 * Records a refused event. True: it is new, and was logged; false: a repeat by the platform, which gets no second reply. `prompt`
 * null: the event names none.
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
    log.info({ ...promptFields(prompt), state: visibleState(prompt, clock.now()) }, refusals[event.kind]);
  return isNew;
}
