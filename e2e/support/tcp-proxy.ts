import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy that can stop forwarding without closing its sockets, like a lost VPN connection. */
export interface TcpProxy {
  readonly url: string;
  /** Drops all bytes of open and new connections from now on. */
  swallow(): void;
  /** Forwards new connections again. Dead connections stay dead. */
  restore(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let dead = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isDead = dead;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        isDead ||= dead;
        if (!isDead) to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (!isDead && !dead) to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    swallow: () => (dead = true),
    restore: () => (dead = false),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
