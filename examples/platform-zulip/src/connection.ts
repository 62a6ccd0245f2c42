import { parseJson, refuse, safeEqual, type Connection } from '@gateway/platform-kit';
import { createApi, type Context } from './api.js';
import { eventOf, type Payload } from './inbound.js';
import { post } from './messages.js';
import { probe } from './probe.js';

/** The connection of one bot. */
export function openConnection(context: Context): Connection {
  const { credentials, deliver } = context;
  const api = createApi(context);
  return {
    probe: (target, signal) => probe(api, target, signal),
    // A topic is the thread, so a reply needs nothing more.
    async sendMessage({ target, text }, signal) {
      const messageId = await post(api, target, text, signal);
      return { messageId, messageIds: [messageId], ref: null };
    },
    async sendPrompt({ target, texts }, signal) {
      const messageIds: string[] = [];
      for (const text of texts) messageIds.push(await post(api, target, text, signal));
      return { messageId: messageIds.at(-1) ?? '', messageIds, ref: null };
    },
    // Operators enter the address of the webhook on Zulip.
    register: async (signal) => void (await api.call('/users/me', undefined, signal)),
    async webhook({ body }) {
      const payload = (parseJson(body) ?? {}) as Payload;
      if (!safeEqual(String(payload.token), credentials.token)) return refuse(401, 'The token is wrong.');
      const event = eventOf(payload);
      try {
        if (event) await deliver([event]);
      } catch {
        return refuse(503, 'The message could not be stored.');
      }
      // Otherwise Zulip would post the answer: https://zulip.com/api/outgoing-webhooks#replying-with-a-message
      return { status: 200, body: { response_not_required: true } };
    },
    close: async () => {},
  };
}
