import type { Clock } from '@gateway/simulators';
import type { EventSource, Happened } from './simulator.js';

export const mode = 'stream';
/** A request waits so long for an event. */
const LONG_POLL_MS = 500;
const STEP_MS = 20;

/** Events that the bot fetches: `GET /events?after=<next of the last answer>`. A request acknowledges the events before `after`. */
export function openEvents(_token: string, clock: Clock): EventSource {
  const happened: Happened[] = [];
  const closed = new AbortController();
  let acknowledged = 0;
  return {
    serve(app, serve) {
      app.get(
        '/events',
        serve('events', async (request) => {
          const after = Number(request.query['after'] ?? 0);
          acknowledged = Math.max(acknowledged, after);
          const until = clock.now() + LONG_POLL_MS;
          while (happened.length <= after && clock.now() < until && !closed.signal.aborted)
            await clock.sleep(STEP_MS, closed.signal);
          return { events: happened.slice(after), next: happened.length };
        }),
      );
    },
    emit: (event: Happened) => void happened.push(event),
    isAcknowledged: (id: string) => acknowledged > happened.findIndex((event) => event.id === id),
    redeliver() {
      const newest = happened.at(-1);
      if (newest) happened.push(newest);
    },
    close: () => closed.abort(),
  };
}
