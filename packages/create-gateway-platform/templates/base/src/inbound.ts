import type { InboundEvent } from '@gateway/platform-kit';
import { notWritten } from './not-written.js';

/** An event as the platform sends it: parsed JSON that is not checked. */
export type Received = unknown;

/** The event for the gateway. Null: it is of a kind that no one needs, or a message of a bot. */
export function eventOf(_received: Received): InboundEvent | null {
  return notWritten(
    'eventOf in src/inbound.ts',
    'turn an event of the platform into one of the gateway: a text with replyTo, or a press with the token of its button; null for messages of bots and for other kinds',
  );
}
