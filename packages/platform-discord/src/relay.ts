import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** The part of undici's dispatcher that is used. */
interface Dispatcher {
  upgrade(options: {
    readonly origin: string;
    readonly path: string;
    readonly protocol: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  }): Promise<{ readonly headers: Readonly<Record<string, string | string[] | undefined>>; readonly socket: Duplex }>;
}

/** A local address for each remote socket address. */
export interface Relay {
  /** The address at which this machine reaches `url`. */
  through(url: string): string;
  /** The remote address of an address that `through` returned; other addresses unchanged. */
  remote(url: string): string;
  close(): void;
}

/**
 * Passes sockets of this process to a dispatcher: the SDK opens them by itself and takes no proxy. It listens on this machine only, and
 * a random path keeps other programs out.
 */
export async function openRelay(given: object): Promise<Relay> {
  const dispatcher = given as Dispatcher;
  const secret = randomBytes(16).toString('hex');
  const closed = new AbortController();
  const server = createServer((_request, response) => void response.writeHead(404).end());
  server.on('upgrade', (request, client) => {
    client.on('error', () => client.destroy());
    pass(dispatcher, request, client, secret, closed.signal).catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const root = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}/`;
  return {
    through: (url) => root + encodeURIComponent(url),
    remote: (url) => (url.startsWith(root) ? decodeURIComponent(url.slice(root.length)) : url),
    close() {
      closed.abort();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function pass(
  dispatcher: Dispatcher,
  { url = '', headers }: IncomingMessage,
  client: Duplex,
  secret: string,
  signal: AbortSignal,
): Promise<void> {
  const [, given, target = '', query = ''] = /^\/([^/]+)\/([^/?]+)\/?(?:\?(.*))?$/.exec(url) ?? [];
  if (given !== secret) return void client.end('HTTP/1.1 404 Not Found\r\n\r\n');
  const remote = new URL(decodeURIComponent(target));
  remote.protocol = remote.protocol === 'wss:' ? 'https:' : 'http:';
  remote.search = query;
  const answer = await dispatcher.upgrade({
    origin: remote.origin,
    path: remote.pathname + remote.search,
    protocol: 'websocket',
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        name.startsWith('sec-websocket-') && typeof value === 'string' ? [[name, value]] : [],
      ),
    ),
    signal,
  });
  const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`);
  client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
  const { socket } = answer;
  const end = () => (socket.destroy(), client.destroy());
  for (const side of [socket, client]) side.on('error', end).on('close', end);
  signal.addEventListener('abort', end, { once: true });
  socket.pipe(client).pipe(socket);
}
