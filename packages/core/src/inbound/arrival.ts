import type { InboundEvent, Outcome, PressEvent } from '@gateway/platform-kit';
import type { Refusals } from '../audit/refusals.js';
import type { Account } from '../connections/account.js';
import { promptFields } from '../log-fields.js';
import type { AccountRegistry } from '../connections/account-registry.js';
import type { AnswerDeps } from '../prompts/answer.js';
import { visibleState } from '../prompts/prompt-state.js';
import type { ChannelRow, PostRow, PromptRow } from '../rows.js';
import type { Settings } from '../retention/settings.js';
import { within } from '../tracing/tracing.js';
import type { AddressVault } from '../sealed-addresses/address-vault.js';
import type { ChannelCache } from '../channels/channel-cache.js';
import type { ActivityTracker } from '../channels/activity-tracker.js';
import type { Asking } from './asking.js';

/** Dependencies of the handling of inbound events. */
export interface InboundDeps extends AnswerDeps {
  readonly channels: ChannelCache;
  readonly addresses: AddressVault;
  readonly activity: ActivityTracker;
  readonly settings: Settings;
  readonly refusals: Refusals;
  readonly asking: Asking;
  readonly resolve: AccountRegistry['resolve'];
}

/** One event with the channels of its chat, oldest first. */
export interface Arrival<Event extends InboundEvent = InboundEvent> {
  readonly event: Event;
  readonly account: Account;
  readonly channels: readonly ChannelRow[];
}

/** The channel under which messages about a prompt are recorded, so that replies to them in this chat find the prompt. */
export function channelOfReplies({ channels }: Arrival, prompt: PromptRow): string {
  return channels.find(({ channelType }) => channelType === 'PROMPT')?.channelId ?? prompt.channelId;
}

export const ignored: Outcome = { result: 'ignored', notice: null, closedText: null };
export const duplicate: Outcome = { result: 'duplicate', notice: null, closedText: null };

/** The chat of an event in which this account posted the prompt. */
export interface PostedHere {
  readonly channelId: string;
  /** The posts of the question there; empty: it is the prompt's own chat. */
  readonly copies: readonly PostRow[];
}

/** Where the event's chat is among those in which this account posted the prompt. Null: it can only be answered elsewhere. */
export async function postedHere(
  { store }: InboundDeps,
  arrival: Arrival,
  prompt: PromptRow,
): Promise<PostedHere | null> {
  const { num } = prompt;
  if (isAt(arrival, num, prompt, messageIdsOf(prompt))) return { channelId: prompt.channelId, copies: [] };
  if (prompt.terms === null) return null;
  const posts = await store.posts.of(prompt.organizationId, [prompt.num]);
  const copies = posts.filter((post) => isAt(arrival, num, post, [post.messageId]));
  return copies[0] ? { channelId: copies[0].channelId, copies } : null;
}

function isAt(
  { event, account }: Arrival,
  num: number,
  { channelId, chatId }: Pick<PostRow, 'channelId' | 'chatId'>,
  messageIds: readonly (string | null)[],
): boolean {
  // For an old message a platform may report the group without the topic. The message id identifies it nevertheless.
  const isOnItsMessage = event.kind === 'press' && messageIds.includes(event.messageId);
  return (
    event.targets.some((target) => target === chatId || (isOnItsMessage && isPartOf(chatId, target))) &&
    account.channels.some(
      (channel) => channel.channelId === channelId && (channel.credentialsProven || num > channel.answersAfter),
    )
  );
}

/** The pressed message, for the answer that records it with the prompt's own. */
export function pressedMessage(
  { event: { messageId } }: Arrival<PressEvent>,
  { copies }: PostedHere,
  prompt: PromptRow,
): { readonly pressedMessageId?: string } {
  return copies.length === 0 && messageId !== prompt.messageId ? { pressedMessageId: messageId } : {};
}

/** A crashed instance may have posted a second message of the same prompt. A press makes it known. */
export async function noteMessage(
  { store, closings }: InboundDeps,
  { event: { messageId } }: Arrival<PressEvent>,
  { copies }: PostedHere,
  prompt: PromptRow,
): Promise<void> {
  const [copy] = copies;
  if ((copy ? copies.map((post) => post.messageId) : messageIdsOf(prompt)).includes(messageId)) return;
  if (copy) await store.posts.noteMessage(copy, messageId);
  else await store.prompts.noteMessage(prompt.organizationId, prompt.num, messageId);
  closings.wake();
}

/** Platform ids of the known messages with the prompt's buttons. */
function messageIdsOf({ messageId, otherMessages }: PromptRow): (string | null)[] {
  return [messageId, ...(otherMessages ?? []).map((other) => other.messageId)];
}

/** Whether `place` is a topic or thread of `chat`: its id is the chat's id, a separator and more. */
export function isPartOf(place: string, chat: string): boolean {
  return place.startsWith(chat) && /^[:;/]/.test(place.slice(chat.length));
}

/** Handles an event about a prompt within a span of its trace. Events about none have no span: most are chat between people. */
export async function withinArrival<T>(
  { tracing }: InboundDeps,
  { event, account }: Arrival,
  prompt: PromptRow | null,
  work: () => Promise<T>,
): Promise<T> {
  if (prompt === null) return await work();
  const fields = { ...promptFields(prompt), platform: account.id.platform };
  return await within(tracing, { name: `receive ${event.kind}`, kind: 'server', parent: prompt.trace, fields }, work);
}

const refusals: Record<InboundEvent['kind'], string> = {
  press: 'A press was refused',
  choice: 'A choice was refused',
  text: 'A text was refused',
  other: 'A reply without a text was refused',
  dialog: 'A dialog was refused',
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
