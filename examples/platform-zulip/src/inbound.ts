import type { InboundEvent } from '@gateway/platform-kit';

/** The body of an outgoing webhook: https://zulip.com/api/outgoing-webhook-payload. Nothing in it is checked. */
export type Payload = { token?: unknown; bot_email?: unknown; bot_full_name?: unknown; message?: Partial<Message> };

type Message = {
  id: number;
  type: string;
  display_recipient: unknown;
  subject: string;
  content: string;
  sender_id: number;
  sender_email: string;
  sender_full_name: string;
};

/** What Zulip writes for "Quote message": a link to the message, and its text between fences. */
const quotation = /^@_\*\*[^*\n]*\*\* \[[^\]\n]*\]\([^)\s]*\/near\/(\d+)[^)\s]*\):?\n(`{3,})quote\n[^]*?\n\2\s*/m;

/** The event for the gateway. Null: the message is incomplete, or the bot's own. */
export function eventOf({ bot_email: me, bot_full_name: name, message }: Payload): InboundEvent | null {
  const { id, type, display_recipient: channel, subject, content, sender_id, sender_email } = message ?? {};
  if (!id || !sender_id || !sender_email || typeof content !== 'string' || sender_email === me) return null;
  const inChannel = type === 'stream';
  // A direct message of several people belongs to no target.
  if (Array.isArray(channel) && channel.length > 2) return null;
  const replyTo = quotation.exec(content)?.[1] ?? null;
  return {
    kind: 'text',
    id: String(id),
    targets: inChannel ? [`${String(channel)} > ${subject}`] : [sender_email, String(sender_id)],
    sender: { id: String(sender_id), username: sender_email, name: message?.sender_full_name ?? null },
    visibility: inChannel ? 'chat' : 'private',
    messageId: String(id),
    // In a channel, people mention the bot so that the webhook is called.
    text: content
      .replace(quotation, '')
      .replace(`@**${String(name)}**`, '')
      .trim(),
    replyTo,
  };
}
