import type { DeliveryRecord, MessageRecord } from '@gateway/contract';
import { dayOf } from '../../lib/time.js';

/** Messages of one day, oldest first. */
export interface Day {
  /** As people say it: "Monday, 3 March 2026". */
  readonly name: string;
  readonly messages: readonly MessageRecord[];
}

/** A conversation as it is read, oldest first, from pages as they are fetched, newest first. */
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

const TOGETHER_MS = 5 * 60_000;

/** Whether a message goes on what the one before it began: same writer, shortly after. Its name is then not said again. */
export function continues(message: MessageRecord, before: MessageRecord | undefined): boolean {
  return (
    before !== undefined &&
    before.direction === message.direction &&
    before.from_id === message.from_id &&
    before.from_user === message.from_user &&
    before.api_key_id === message.api_key_id &&
    before.operator_id === message.operator_id &&
    Date.parse(message.created_at) - Date.parse(before.created_at) < TOGETHER_MS
  );
}

/** Callbacks by the message that they carry. */
export function byMessage(callbacks: readonly DeliveryRecord[]): ReadonlyMap<string, DeliveryRecord> {
  return new Map(callbacks.flatMap((one) => (one.message_id === null ? [] : [[one.message_id, one] as const])));
}

/** Whether callbacks have to be fetched further back until they cover the messages that are shown. */
export function reachesBack(callbacks: readonly DeliveryRecord[], newestFirst: readonly MessageRecord[]): boolean {
  const oldest = newestFirst.findLast(({ direction }) => direction === 'inbound');
  const reached = callbacks.at(-1);
  return oldest === undefined || (reached !== undefined && reached.created_at < oldest.created_at);
}

/** The later one of two times; null where there was neither. */
export function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
