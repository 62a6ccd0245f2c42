import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Returns what ends a server: nothing new is taken, requests under way may take `patienceMs` to end. */
export function drainable(server: Server, patienceMs: number): () => Promise<void> {
  // Node counts a connection that never asked for anything as busy, and browsers open such ones in advance.
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', (request) => silent.delete(request.socket));
  return async () => {
    const closeIdle = () => {
      server.closeIdleConnections();
      for (const socket of silent) socket.destroy();
    };
    const idle = setInterval(closeIdle, 100);
    const deadline = setTimeout(() => server.closeAllConnections(), patienceMs);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      closeIdle();
    });
    clearInterval(idle);
    clearTimeout(deadline);
  };
}
