import type { InboundEvent } from '@gateway/platform-kit';

/**
 * An event whose ids every database can keep and look for. PostgreSQL refuses U+0000, and an event that could never be stored
 * would be sent again without end. No platform makes such ids.
 */
export function withStorableIds<Event extends InboundEvent>(event: Event): Event {
  const { id, messageId, sender } = event;
  return {
    ...event,
    id: storable(id),
    messageId: storable(messageId),
    sender: { ...sender, id: storable(sender.id) },
    ...(event.kind === 'text' && event.replyTo !== null && { replyTo: storable(event.replyTo) }),
  };
}

const storable = (id: string): string => id.replaceAll(/[\0\p{Surrogate}]/gu, '\u{FFFD}');
