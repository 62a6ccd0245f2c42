import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';

/** A listening HTTP server. `url` has no trailing slash; `close` also ends open connections. */
export interface RunningServer {
  url: string;
  port: number;
  /** For WebSocket upgrades, which Express does not serve. */
  server: Server;
  close(): Promise<void>;
}

/** Listens on `port` (0: any free one) of `host`; rejects when the port is taken. */
export async function listen(app: Express, port = 0, host = '127.0.0.1'): Promise<RunningServer> {
  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    port: address.port,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Long polls, hung requests and keep-alive sockets would hold the server open.
        server.closeAllConnections();
      }),
  };
}
