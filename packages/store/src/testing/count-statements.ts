import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Counts the statements that reach a PostgreSQL server through it. */
export interface StatementCounter {
  /** The address of the same database, through the counter. */
  readonly url: string;
  /** The statements since the last call, oldest first: as text, BEGIN and COMMIT included. */
  take(): string[];
  close(): Promise<void>;
}

/**
 * A TCP proxy in front of a server that clients reach without TLS. It reads what clients send: a statement is a simple
 * query, or an execution of a prepared one. Each is one round trip.
 */
export async function countStatements(url: string): Promise<StatementCounter> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let statements: string[] = [];
  const proxy = createServer((client) => {
    const server = connect(Number(port || 5432), hostname);
    const read = messageReader((statement) => statements.push(statement));
    client.on('data', read);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => sockets.delete(socket) && other.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((proxy.address() as AddressInfo).port);
  return {
    url: through.href,
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

/** Reads the messages of one client. See "Message Formats" in PostgreSQL's documentation. */
function messageReader(onStatement: (statement: string) => void): (chunk: Buffer) => void {
  let unread = Buffer.alloc(0);
  // The first message has no type.
  let hasStarted = false;
  let bound = '';
  const prepared = new Map<string, string>();

  function readMessage(type: string, body: Buffer): void {
    const [first = '', second = ''] = body.toString('utf8').split('\0', 2);
    if (type === 'Q') onStatement(first);
    else if (type === 'P') prepared.set(first, second);
    else if (type === 'B') bound = prepared.get(second) ?? second;
    else if (type === 'E') onStatement(bound);
  }

  return (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      const header = hasStarted ? 1 : 0;
      if (unread.length < header + 4) return;
      const end = header + unread.readInt32BE(header);
      if (unread.length < end) return;
      if (hasStarted) readMessage(unread.toString('latin1', 0, 1), unread.subarray(5, end));
      hasStarted = true;
      unread = unread.subarray(end);
    }
  };
}
