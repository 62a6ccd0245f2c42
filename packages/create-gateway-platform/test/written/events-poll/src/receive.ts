import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, explain, type Connection } from '@gateway/platform-kit';
import type { Api, Context } from './api.js';
import { eventOf, type Received } from './inbound.js';

export function receive(api: Api, { deliver, state }: Context): Pick<Connection, 'start'> {
  return {
    async start({ signal, onUp, onDown }) {
      let after = Number((await state.get('after')) ?? 0);
      let isUp = false;
      for (let failures = 0; !signal.aborted;) {
        try {
          const polled = api.call('GET', `/events?after=${after}`, undefined, signal);
          if (!isUp) onUp();
          isUp = true;
          const { events, next } = (await polled) as { events: Received[]; next: number };
          await deliver(events.map(eventOf).filter((event) => event !== null));
          after = next;
          await state.set('after', String(after));
          failures = 0;
        } catch (error) {
          if (signal.aborted) return;
          onDown(explain(error));
          isUp = false;
          failures += 1;
          await delay(backoffMs(failures, 100), undefined, { signal }).catch(() => {});
        }
      }
    },
  };
}
