import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';

/** An item that the app must acknowledge. */
export interface SocketItem {
  readonly type: 'events_api' | 'interactive' | 'slash_commands';
  readonly payload: object;
  readonly retryAttempt: number;
  readonly retryReason: string;
}

interface Acknowledgement {
  /** The app's answer, in the acknowledgement of an item that accepts one. */
  readonly payload?: unknown;
}

/** The app's Socket Mode connections. Each item is sent over one of them. */
export interface Sockets {
  /** Creates a connection's URL, valid once. */
  newTicket(): string;
  /** Resolves with the acknowledgement; null when there is none within `timeoutMs`, and at once without a connection. */
  send(item: SocketItem, timeoutMs: number): Promise<Acknowledgement | null>;
  /** Resolves when a connection is open. */
  connected(): Promise<void>;
  count(): number;
  /** Asks for a reconnect of every connection, as Slack does every few hours. */
  refresh(): void;
  /** Drops every connection without a close frame. */
  drop(): void;
  /** Terminates every connection and stops the WebSocket server. */
  close(): void;
}

export function createSockets(server: Server, appId: string): Sockets {
  const tickets = new Set<string>();
  const open = new Set<WebSocket>();
  const waiting = new Map<string, (acknowledgement: Acknowledgement) => void>();
  const arrivals = new Set<() => void>();
  const wss = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    const ticket = new URL(request.url ?? '/', 'http://localhost').searchParams.get('ticket') ?? '';
    if (!tickets.delete(ticket)) return void socket.end('HTTP/1.1 408 Request Timeout\r\n\r\n');
    wss.handleUpgrade(request, socket, head, (client) => greet(client));
  });

  function greet(client: WebSocket): void {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => client.terminate());
    client.on('message', (data: Buffer) => {
      const { envelope_id: id, payload } = JSON.parse(data.toString('utf8')) as {
        envelope_id?: string;
        payload?: unknown;
      };
      if (id !== undefined) waiting.get(id)?.({ payload });
    });
    client.send(
      JSON.stringify({
        type: 'hello',
        num_connections: open.size,
        connection_info: { app_id: appId },
        debug_info: { host: 'simulator', approximate_connection_time: 18_060 },
      }),
    );
    for (const arrive of arrivals) arrive();
    arrivals.clear();
  }

  return {
    newTicket() {
      const ticket = randomUUID();
      tickets.add(ticket);
      return ticket;
    },
    send({ type, payload, retryAttempt, retryReason }, timeoutMs) {
      const client = [...open].find(({ readyState }) => readyState === WebSocket.OPEN);
      if (!client) return Promise.resolve(null);
      const envelope_id = randomUUID();
      return new Promise((resolve) => {
        const settle = (acknowledgement: Acknowledgement | null) => {
          waiting.delete(envelope_id);
          clearTimeout(timer);
          client.off('close', lost);
          resolve(acknowledgement);
        };
        const lost = () => settle(null);
        const timer = setTimeout(lost, timeoutMs);
        timer.unref();
        waiting.set(envelope_id, settle);
        client.once('close', lost);
        const retry = type === 'events_api' ? { retry_attempt: retryAttempt, retry_reason: retryReason } : {};
        client.send(
          JSON.stringify({ envelope_id, type, payload, accepts_response_payload: type !== 'events_api', ...retry }),
        );
      });
    },
    connected: () => (open.size > 0 ? Promise.resolve() : new Promise((resolve) => arrivals.add(resolve))),
    count: () => open.size,
    refresh() {
      const reason = { type: 'disconnect', reason: 'refresh_requested', debug_info: { host: 'simulator' } };
      for (const client of open) client.send(JSON.stringify(reason));
    },
    drop() {
      for (const client of open) client.terminate();
    },
    close() {
      for (const client of open) client.terminate();
      wss.close();
    },
  };
}
