import type { InboundEvent } from '@gateway/platform-kit';

/** The reactions that the bot offers, in the order of the choices. */
export const DIGITS = ['1️⃣', '2️⃣', '3️⃣', '4️⃣', '5️⃣', '6️⃣', '7️⃣', '8️⃣', '9️⃣', '🔟'];

/** An event of a room, as a homeserver sends it. Nothing in `content` is checked: every client may send what it likes. */
export interface RoomEvent {
  event_id: string;
  type: string;
  sender: string;
  content?: { msgtype?: unknown; body?: unknown; 'm.relates_to'?: Relation };
}

type Relation = { rel_type?: unknown; event_id?: unknown; key?: unknown; 'm.in_reply_to'?: { event_id?: unknown } };

/** Clients send the digits with and without the character that selects their colours. */
const plain = (key: unknown): string => String(key).replaceAll('\uFE0F', '');

/** The event for the gateway. Null: it is of a kind that no one needs, or of a bot. */
export function eventOf(
  room: string,
  { event_id: id, type, sender, content }: RoomEvent,
  me: string,
): InboundEvent | null {
  const relation = content?.['m.relates_to'];
  // @ada:example.org. The name before the colon is for display only: another server may have the same one.
  const person = { id: sender, username: null, name: sender.slice(1).split(':')[0] ?? null };
  const about = { id, targets: [room], sender: person, visibility: 'chat' } as const;
  if (sender === me) return null;
  if (type === 'm.reaction' && typeof relation?.event_id === 'string') {
    const place = DIGITS.map(plain).indexOf(plain(relation.key));
    return place < 0 ? null : { kind: 'choice', ...about, messageId: relation.event_id, place };
  }
  // Bots write m.notice. An edit is not a new message.
  if (type !== 'm.room.message' || content?.msgtype === 'm.notice' || relation?.rel_type === 'm.replace') return null;
  const repliedTo = relation?.rel_type === 'm.thread' ? relation.event_id : relation?.['m.in_reply_to']?.event_id;
  const replyTo = typeof repliedTo === 'string' ? repliedTo : null;
  const message = { ...about, messageId: id, replyTo };
  if (content?.msgtype !== 'm.text' || typeof content.body !== 'string') return { kind: 'other', ...message };
  // Older clients repeat what they reply to, in lines that begin with ">".
  const text = replyTo ? content.body.replace(/^(> .*\n)+\n/, '') : content.body;
  return { kind: 'text', ...message, text };
}
