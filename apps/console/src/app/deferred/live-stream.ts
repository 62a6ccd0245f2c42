import type { QueryClient } from '@tanstack/react-query';
import { LiveStream } from '../../lib/live/live.js';
import type { LiveState } from '../../lib/live/live-state.js';
import { sessionQuery } from '../../lib/session/session.js';
import { liveQueries } from './live-queries.js';
import { soundFor } from './sound-for.js';

/** Keeps the data on the page up to date with the event stream. Returns the function that stops it. */
export function startLiveStream(client: QueryClient, onState: (state: LiveState) => void): () => void {
  const refresh = liveQueries(client);
  const stream = new LiveStream(
    (event) => {
      refresh(event);
      soundFor(event);
    },
    () => void client.invalidateQueries(sessionQuery),
    (wasLost) => void client.invalidateQueries({}, { cancelRefetch: wasLost }),
  );
  const unwatch = stream.watch(() => onState(stream.state));
  const stop = stream.start();
  return () => {
    unwatch();
    stop();
  };
}
