import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '@gateway/platform-kit';
import { WebSocket } from 'ws';
import type { Api, Context } from './api.js';
import { eventOf, type Received } from './inbound.js';

export function receive(_api: Api, { credentials, deliver, endpoints }: Context): Pick<Connection, 'start'> {
  return {
    async start({ signal, onUp, onDown }) {
      const address = `${endpoints['api']?.replace(/^http/, 'ws')}/socket`;
      while (!signal.aborted) {
        const socket = new WebSocket(address, { headers: { authorization: `Bearer ${credentials.token}` } });
        const end = () => socket.terminate();
        signal.addEventListener('abort', end);
        socket.on('open', () => onUp());
        socket.on('error', () => onDown('The socket cannot be opened.'));
        const handling = new Set<string>();
        socket.on('message', (data: Buffer) => {
          const received = JSON.parse(data.toString()) as Received;
          if (handling.has(received.id)) return;
          handling.add(received.id);
          const event = eventOf(received);
          void deliver(event ? [event] : [])
            .then(() => socket.send(JSON.stringify({ acknowledged: received.id })))
            // Without an acknowledgement, the platform sends it again.
            .catch(() => {})
            .finally(() => handling.delete(received.id));
        });
        await once(socket, 'close').catch(() => {});
        signal.removeEventListener('abort', end);
        if (!signal.aborted) await delay(100, undefined, { signal }).catch(() => {});
      }
    },
  };
}
