import type { InboundEvent } from '@gateway/platform-kit';

export interface Received {
  id: string;
  kind: string;
  room: string;
  person: { id: string; name: string; bot: boolean };
  message: { id: string; text: string; replyTo: string | null };
  value?: string;
}

export function eventOf({ id, kind, room, person, message, value }: Received): InboundEvent | null {
  if (person.bot) return null;
  const sender = { id: person.id, username: null, name: person.name };
  const about = { id, targets: [room], sender, messageId: message.id } as const;
  if (kind === 'press' && value !== undefined) return { kind: 'press', ...about, token: value };
  if (kind === 'text') return { kind: 'text', ...about, text: message.text, replyTo: message.replyTo };
  return null;
}
