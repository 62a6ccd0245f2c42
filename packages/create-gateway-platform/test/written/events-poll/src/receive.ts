import { retry, type Connection } from '@gateway/platform-kit';
import type { Api, Context } from './api.js';
import { eventOf, type Received } from './inbound.js';

export function receive(api: Api, { deliver, state }: Context): Pick<Connection, 'start'> {
  return {
    async start(control) {
      let after = Number((await state.get('after')) ?? 0);
      await retry(
        control,
        async ({ signal, onContact }) => {
          const polled = await api.call('GET', `/events?after=${after}`, undefined, signal);
          onContact();
          const { events, next } = polled as { events: Received[]; next: number };
          await deliver(events.map(eventOf).filter((event) => event !== null));
          after = next;
          await state.set('after', String(after));
        },
        { firstMs: 100 },
      );
    },
  };
}
