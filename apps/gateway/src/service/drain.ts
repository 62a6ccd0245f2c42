import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** How long an open connection may still send a request after the server has stopped accepting connections. */
const IDLE_GRACE_MS = 100;

const QUIET_TURN_MS = 1;
const MAX_TURNS = 100;

export interface Drain {
  /** Registers work that must end before the database closes, even when its client has disconnected. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Accepts no new connections, and waits up to `timeoutMs` for work in progress. Returns the number of requests that it aborted. */
  end(timeoutMs: number): Promise<number>;
}

/**
 * Waits until the server has accepted all connections that are established. Closing the server resets those that were established
 * since, so it is closed after a short turn of the event loop.
 */
async function quietTurn(): Promise<void> {
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    const startedAt = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    if (turns > 0 && performance.now() - startedAt < QUIET_TURN_MS) return;
  }
}

/** Makes a server stoppable without aborting the requests that it has accepted. */
export function createDrain(server: Server): Drain {
  const work = new Set<Promise<unknown>>();
  // Browsers open connections in advance. Node counts a connection that has sent no request as busy.
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', (request) => unused.delete(request.socket));

  const workEnded = async () => {
    while (work.size > 0) await Promise.allSettled(work);
  };
  return {
    track(promise) {
      work.add(promise);
      const remove = () => work.delete(promise);
      promise.then(remove, remove);
      return promise;
    },
    async end(timeoutMs) {
      await quietTurn();
      // The http server's own `close` would end connections whose next request is already on its way.
      const disconnected = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      // After sockets were read: in a busy process the timer comes before requests that have arrived, and closing would reset them.
      const closeIdle = () =>
        setImmediate(() => {
          server.closeIdleConnections();
          for (const socket of unused) socket.destroy();
        });
      let idle: NodeJS.Timeout | undefined;
      const grace = setTimeout(() => {
        closeIdle();
        idle = setInterval(closeIdle, IDLE_GRACE_MS);
      }, IDLE_GRACE_MS);
      let deadline: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => (deadline = setTimeout(resolve, timeoutMs)));
      await Promise.race([Promise.all([disconnected, workEnded()]), timeout]);
      clearTimeout(grace);
      clearInterval(idle);
      clearTimeout(deadline);
      server.closeAllConnections();
      return work.size;
    },
  };
}
