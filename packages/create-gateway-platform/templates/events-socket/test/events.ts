import type { Clock } from '@gateway/simulators';
import { WebSocketServer } from 'ws';
import type { EventSource, Happened } from './simulator.js';

export const mode = 'stream';
const RETRY_MS = 50;

/** Events on the socket `/socket`. The bot acknowledges each by `{"acknowledged": "<id>"}`. Until then it is sent again. */
export function openEvents(token: string, clock: Clock): EventSource {
  const closed = new AbortController();
  const waiting: Happened[] = [];
  const known = new Set<string>();
  let newest: Happened | undefined;
  const sockets = new WebSocketServer({ noServer: true });

  const send = (event: Happened): void => {
    for (const socket of sockets.clients) socket.send(JSON.stringify(event));
  };
  sockets.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const { acknowledged } = JSON.parse(data.toString()) as { acknowledged: string };
      const place = waiting.findIndex(({ id }) => id === acknowledged);
      if (place >= 0) waiting.splice(place, 1);
    });
    for (const event of waiting) send(event);
  });
  const repeat = async (event: Happened): Promise<void> => {
    waiting.push(event);
    while (waiting.includes(event) && !closed.signal.aborted) {
      send(event);
      await clock.sleep(RETRY_MS, closed.signal);
    }
  };
  return {
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        if (request.url !== '/socket' || request.headers.authorization !== `Bearer ${token}`) return socket.destroy();
        sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request));
      });
    },
    emit(event) {
      newest = event;
      known.add(event.id);
      void repeat(event);
    },
    isAcknowledged: (id: string) => known.has(id) && !waiting.some((event) => event.id === id),
    redeliver: () => void (newest && repeat(newest)),
    disconnect() {
      for (const socket of sockets.clients) socket.terminate();
    },
    close() {
      closed.abort();
      for (const socket of sockets.clients) socket.terminate();
    },
  };
}
