import { PlatformError, retry, type Connection } from '@gateway/platform-kit';
import type { Api, Context } from './api.js';
import { eventOf, type Received } from './inbound.js';

export function receive(api: Api, { deliver }: Context): Pick<Connection, 'start'> {
  return {
    start: (control) =>
      retry(control, async ({ signal, onUp }) => {
        const handling = new Set<string>();
        const onEvent = (received: Received) => {
          if (handling.has(received.id)) return;
          handling.add(received.id);
          const event = eventOf(received);
          void deliver(event ? [event] : [])
            .then(() => session.send({ acknowledged: received.id }))
            // Without an acknowledgement, the platform sends it again.
            .catch(() => {})
            .finally(() => handling.delete(received.id));
        };
        const session = await api.open(onEvent, signal);
        try {
          await session.call('POST', '/events');
          onUp();
          await session.ended;
        } finally {
          session.end();
        }
        throw new PlatformError('unavailable', 'The session has ended.');
      }),
  };
}
