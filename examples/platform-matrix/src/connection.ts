import { randomUUID } from 'node:crypto';
import { explain, partKey, type Connection, type InboundEvent } from '@gateway/platform-kit';
import { createApi, part, type Context } from './api.js';
import { DIGITS } from './inbound.js';
import { receive } from './stream.js';

/** The connection of one bot account. */
export function openConnection(context: Context): Connection {
  const call = createApi(context);

  /** Posts an event. A server drops a repeated one with the same key. */
  async function post(room: string, type: string, content: object, key: string = randomUUID(), signal?: AbortSignal) {
    const path = `/rooms/${part(room)}/send/${type}/${part(key)}`;
    return (await call<{ event_id: string }>('PUT', path, content, signal)).event_id;
  }

  /** Matrix has no message that only one person sees, and a notice that is lost is no reason to repeat the event. */
  async function notify({ id, kind, targets: [room] }: InboundEvent, body: string): Promise<void> {
    if (kind !== 'choice') return;
    await post(room, 'm.room.message', { msgtype: 'm.notice', body }, `notice.${id}`).catch(() => {});
  }

  return {
    async probe(target, signal) {
      let account: { id: string; name: string } | null = null;
      try {
        const { user_id: me } = await call<{ user_id: string }>('GET', '/account/whoami', undefined, signal);
        account = { id: me, name: me };
        const { joined_rooms } = await call<{ joined_rooms: string[] }>('GET', '/joined_rooms', undefined, signal);
        if (joined_rooms.includes(target))
          return { ok: true, account, target: { id: target, name: target }, problems: [] };
        return { ok: false, account, target: null, problems: [`${me} is not a member of ${target}. Invite it.`] };
      } catch (error) {
        return { ok: false, account, target: null, problems: [explain(error)] };
      }
    },
    async sendMessage({ target, text, replyTo, idempotencyKey }, signal) {
      const relation = replyTo ? { 'm.relates_to': { 'm.in_reply_to': { event_id: replyTo } } } : {};
      const content = { msgtype: 'm.text', body: text, ...relation };
      const messageId = await post(target, 'm.room.message', content, idempotencyKey, signal);
      return { messageId, messageIds: [messageId], ref: null };
    },
    async sendPrompt({ target, texts, buttons, idempotencyKey = randomUUID() }, signal) {
      const messageIds: string[] = [];
      const reactions: string[] = [];
      for (const [place, body] of texts.entries()) {
        const content = { msgtype: 'm.text', body };
        messageIds.push(await post(target, 'm.room.message', content, partKey(idempotencyKey, place), signal));
      }
      const messageId = messageIds.at(-1) ?? '';
      for (const [place, key] of DIGITS.slice(0, buttons.length).entries()) {
        const content = { 'm.relates_to': { rel_type: 'm.annotation', event_id: messageId, key } };
        const postKey = partKey(idempotencyKey, texts.length + place);
        reactions.push(await post(target, 'm.reaction', content, postKey, signal));
      }
      return { messageId, messageIds, ref: { reactions: reactions.join(' ') } };
    },
    async closePrompt({ target, messageId, text, ref }, signal) {
      const content = { msgtype: 'm.text', body: text };
      const relation = { 'm.relates_to': { rel_type: 'm.replace', event_id: messageId } };
      await post(target, 'm.room.message', { ...content, 'm.new_content': content, ...relation }, undefined, signal);
      for (const id of String(ref?.['reactions'] ?? '').split(' '))
        if (id) await call('PUT', `/rooms/${part(target)}/redact/${part(id)}/${randomUUID()}`, {}, signal);
    },
    start: (control) => receive(call, context, notify, control),
    close: async () => {},
  };
}
