import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** So long a connection that is already there may still bring a request once no new one is taken, in milliseconds. */
const GRACE_MS = 100;

export interface Drain {
  /** Work that must end before the database closes, whether or not its client waits for it. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Takes no new connection; what is under way may take `patienceMs` to end. Returns the number of requests that were cut off. */
  end(patienceMs: number): Promise<number>;
}

/** What ends a server without cutting off what it has accepted. */
export function drainable(server: Server): Drain {
  const work = new Set<Promise<unknown>>();
  // Node counts a connection that never asked for anything as busy, and browsers open such ones in advance.
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', (request) => silent.delete(request.socket));

  const allEnded = async () => {
    while (work.size > 0) await Promise.allSettled(work);
  };
  return {
    track(promise) {
      work.add(promise);
      const over = () => work.delete(promise);
      promise.then(over, over);
      return promise;
    },
    async end(patienceMs) {
      // By then all connections that the system has made are accepted: closing would reset the others.
      await new Promise((resolve) => setImmediate(resolve));
      // The server's own `close` would cut off connections whose next request is on its way.
      const disconnected = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      const closeIdle = () => {
        server.closeIdleConnections();
        for (const socket of silent) socket.destroy();
      };
      let idle: NodeJS.Timeout | undefined;
      const grace = setTimeout(() => {
        closeIdle();
        idle = setInterval(closeIdle, GRACE_MS);
      }, GRACE_MS);
      let deadline: NodeJS.Timeout | undefined;
      const cutOff = new Promise<void>((resolve) => (deadline = setTimeout(resolve, patienceMs)));
      await Promise.race([Promise.all([disconnected, allEnded()]), cutOff]);
      clearTimeout(grace);
      clearInterval(idle);
      clearTimeout(deadline);
      server.closeAllConnections();
      return work.size;
    },
  };
}
