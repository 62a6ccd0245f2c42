import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ConnectProxy {
  readonly url: string;
  /** The targets of all CONNECT requests, `host:port`. */
  readonly targets: string[];
  /** The Proxy-Authorization headers; undefined: none. */
  readonly authorizations: (string | undefined)[];
}

/**
 * An HTTP proxy that opens tunnels to the ports of this machine in `hosts`, by host name. It refuses other hosts with 403, and every
 * request that does not ask for a tunnel.
 */
export async function startConnectProxy(hosts: Readonly<Record<string, string>>): Promise<ConnectProxy> {
  const targets: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => void response.writeHead(405).end());
  server.on('connect', (request, client: Socket, head) => {
    targets.push(request.url ?? '');
    authorizations.push(request.headers['proxy-authorization']);
    const address = hosts[(request.url ?? '').split(':')[0] ?? ''];
    if (address === undefined) return void client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const remote = connect(Number(new URL(address).port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      remote.write(head);
      remote.pipe(client).pipe(remote);
    });
    for (const side of [client, remote]) {
      sockets.add(side);
      side.on('error', () => {});
      side.on('close', () => (client.destroy(), remote.destroy()));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, targets, authorizations };
}
