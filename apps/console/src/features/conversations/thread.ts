import type { ConversationRecord, DeliveryRecord, MessageRecord } from '@gateway/contract';
import { shownText } from '@gateway/contract/values';
import { dayOf } from '../../lib/time/time.js';

/** Messages of one day, oldest first. */
export interface Day {
  /** "Monday, 3 March 2026". */
  readonly name: string;
  readonly messages: readonly MessageRecord[];
}

/** Groups messages by day, oldest first. The input is newest first. */
export function byDay(newestFirst: readonly MessageRecord[], nameOf: (at: string) => string = dayOf): readonly Day[] {
  const days: { name: string; messages: MessageRecord[] }[] = [];
  for (const message of newestFirst.toReversed()) {
    const name = nameOf(message.created_at);
    const day = days.at(-1);
    if (day?.name === name) day.messages.push(message);
    else days.push({ name, messages: [message] });
  }
  return days;
}

/** Messages of one writer within this time are shown as a group. */
const GROUP_WINDOW_MS = 5 * 60_000;

/** Whether a message follows one of the same writer within the group window. The writer is then not repeated. */
export function continues(message: MessageRecord, before: MessageRecord | undefined): boolean {
  return (
    before !== undefined &&
    before.direction === message.direction &&
    before.from_id === message.from_id &&
    before.from_user === message.from_user &&
    before.from_name === message.from_name &&
    before.api_key_id === message.api_key_id &&
    before.operator_id === message.operator_id &&
    Date.parse(message.created_at) - Date.parse(before.created_at) < GROUP_WINDOW_MS
  );
}

/** Who wrote a message, as it is shown. */
export interface Writer {
  readonly name: string;
  /** The user name on the platform, where it differs from the name. */
  readonly user: string | null;
}

/** The sender of a received message: the display name, else the user name, else the id; null: none is known. */
export function senderOf({ from_name, from_user, from_id }: MessageRecord): Writer | null {
  const name = [from_name, from_user, from_id].find((one) => one !== null && one.trim() !== '') ?? null;
  if (name === null) return null;
  return { name: shownText(name), user: from_user === null || from_user === name ? null : shownText(from_user) };
}

/** Deliveries by message id. */
export function byMessage(callbacks: readonly DeliveryRecord[]): ReadonlyMap<string, DeliveryRecord> {
  return new Map(callbacks.flatMap((one) => (one.message_id === null ? [] : [[one.message_id, one] as const])));
}

/** Whether the loaded deliveries cover the oldest inbound message shown. */
export function reachesBack(callbacks: readonly DeliveryRecord[], newestFirst: readonly MessageRecord[]): boolean {
  const oldest = newestFirst.findLast(({ direction }) => direction === 'inbound');
  const reached = callbacks.at(-1);
  return oldest === undefined || (reached !== undefined && reached.created_at < oldest.created_at);
}

/** When something was last received or sent. The time of the channel can be some seconds late. */
export function activeAt({ active_at, last_message }: ConversationRecord): string {
  return last_message !== null && last_message.created_at > active_at ? last_message.created_at : active_at;
}

/**
 * Conversations as the list shows them: those that wait in the order of the gateway, all others by their activity. One that moved while
 * pages were loaded is in two of them.
 */
export function inOrder(conversations: readonly ConversationRecord[], waiting: boolean): readonly ConversationRecord[] {
  const once = [...new Map(conversations.map((one) => [one.channel_id, one])).values()];
  if (waiting) return once;
  return once.toSorted((a, b) => (activeAt(a) < activeAt(b) ? 1 : activeAt(a) > activeAt(b) ? -1 : 0));
}
