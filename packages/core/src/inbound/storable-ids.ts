import type { InboundEvent } from '@gateway/platform-kit';

/**
 * Replaces characters in an event's ids that a database cannot store. PostgreSQL refuses U+0000, and the platform would retry an
 * event that can never be stored forever. Real platforms use no such ids.
 */
export function withStorableIds<Event extends InboundEvent>(event: Event): Event {
  const { id, messageId, sender } = event;
  return {
    ...event,
    id: storable(id),
    ...(messageId !== null && { messageId: storable(messageId) }),
    sender: { ...sender, id: storable(sender.id), ...(sender.aliases && { aliases: sender.aliases.map(storable) }) },
    ...('replyTo' in event && event.replyTo !== null && { replyTo: storable(event.replyTo) }),
    ...(event.kind === 'text' && event.thread !== undefined && { thread: storable(event.thread) }),
  };
}

const storable = (id: string): string => id.replaceAll(/[\0\p{Surrogate}]/gu, '\u{FFFD}');
