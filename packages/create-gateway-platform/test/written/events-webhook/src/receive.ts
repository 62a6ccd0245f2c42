import { isFresh, isHmacHex, parseJson, refuse, utf8, type Connection } from '@gateway/platform-kit';
import type { Api, Context } from './api.js';
import { eventOf, type Received } from './inbound.js';

export function receive(api: Api, context: Context): Pick<Connection, 'webhook' | 'register'> {
  const { credentials, deliver, now, webhookUrl } = context;
  return {
    register: async (signal) => void (await api.call('PUT', '/webhook', { url: webhookUrl }, signal)),
    async webhook({ headers, body }) {
      const { 'x-timestamp': timestamp = '', 'x-signature': signature = '' } = headers;
      if (!isHmacHex(signature, credentials.token, `${timestamp}.${utf8(body)}`) || !isFresh(Number(timestamp), now()))
        return refuse(401, 'The signature is not valid.');
      const { events } = parseJson(body) as { events: Received[] };
      try {
        await deliver(events.map(eventOf).filter((event) => event !== null));
        return { status: 200 };
      } catch {
        return refuse(503, 'The events could not be stored.');
      }
    },
  };
}
