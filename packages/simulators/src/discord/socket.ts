import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { ALL_INTENTS, Intent } from './intents.js';
import type { Session, Sessions } from './sessions.js';
import { shownChannel, type Bot, type DiscordState } from './state.js';

const PATH = '/gateway';

export interface SocketSettings {
  state: DiscordState;
  sessions: Sessions;
  heartbeatMs: number;
  /** The simulator's URL, known once it listens. */
  url: () => string;
}

/** Discord's gateway: hello, identify, heartbeats, resume, close codes. */
export function serveGateway(server: Server, settings: SocketSettings) {
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator');
    if (!pathname.startsWith(PATH)) return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (client) => {
      if (searchParams.get('v') !== '10') return client.close(4012, 'Invalid API version');
      converse(client, settings);
    });
  });
  return {
    clients: sockets.clients,
    close() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}

export const gatewayUrl = (httpUrl: string): string => `${httpUrl.replace(/^http/, 'ws')}${PATH}`;

interface Frame {
  op?: number;
  d?: Record<string, unknown>;
}

function converse(client: WebSocket, settings: SocketSettings): void {
  const { sessions, heartbeatMs } = settings;
  let session: Session | null = null;
  const send = (op: number, d: unknown = null) => client.send(JSON.stringify({ op, d, s: null, t: null }));
  send(10, { heartbeat_interval: heartbeatMs });

  client.on('close', (code: number) => {
    if (session?.socket !== client) return;
    session.socket = null;
    // After a normal close, a session cannot be resumed.
    if (code === 1000 || code === 1001) sessions.end(session);
  });
  client.on('error', () => client.terminate());
  client.on('message', (data: Buffer) => {
    const frame = parse(data);
    if (frame === null) return client.close(4002, 'Error while decoding payload.');
    if (frame.op === 1) return send(11);
    if (frame.op === 2) {
      if (session) return client.close(4005, 'Already authenticated.');
      session = identify(client, frame.d ?? {}, settings);
    } else if (frame.op === 6) {
      if (session) return client.close(4005, 'Already authenticated.');
      session = resume(client, frame.d ?? {}, settings);
      if (!session && client.readyState === client.OPEN) send(9, false);
    } else if (!session) client.close(4003, 'Not authenticated.');
    else if (frame.op !== 3 && frame.op !== 4 && frame.op !== 8) client.close(4001, 'Unknown opcode.');
  });
}

function authenticate(client: WebSocket, token: unknown, state: DiscordState): Bot | null {
  const bot = typeof token === 'string' ? state.bots.get(token) : undefined;
  if (bot && !bot.isRevoked) return bot;
  client.close(4004, 'Authentication failed.');
  return null;
}

function identify(
  client: WebSocket,
  d: Record<string, unknown>,
  { state, sessions, url }: SocketSettings,
): Session | null {
  const bot = authenticate(client, d['token'], state);
  if (!bot) return null;
  const intents = Number(d['intents']);
  if (!Number.isInteger(intents) || intents < 0 || intents > ALL_INTENTS) {
    client.close(4013, 'Invalid intent(s).');
    return null;
  }
  if ((intents & Intent.MessageContent) !== 0 && !bot.hasMessageContent) {
    client.close(4014, 'Disallowed intent(s).');
    return null;
  }
  const session = sessions.open(bot, intents, client);
  sessions.send(session, 'READY', {
    v: 10,
    user: bot.user,
    guilds: [{ id: state.guildId, unavailable: true }],
    session_id: session.id,
    resume_gateway_url: gatewayUrl(url()),
    shard: d['shard'] ?? [0, 1],
    application: { id: bot.applicationId, flags: 0 },
  });
  if ((intents & Intent.Guilds) !== 0) sessions.send(session, 'GUILD_CREATE', guild(state));
  return session;
}

function guild(state: DiscordState): object {
  const channels = [...state.channelStates.values()].map(({ channel }) => channel).filter(({ type }) => type !== 1);
  return {
    id: state.guildId,
    name: 'Simulated server',
    unavailable: false,
    channels: channels.filter(({ type }) => type !== 11).map(shownChannel),
    threads: channels.filter(({ type }) => type === 11).map(shownChannel),
  };
}

/** Null when the session is unknown; the socket stays open. */
function resume(client: WebSocket, d: Record<string, unknown>, { state, sessions }: SocketSettings): Session | null {
  const bot = authenticate(client, d['token'], state);
  if (!bot) return null;
  const session = sessions.find(String(d['session_id']));
  if (!session || session.bot !== bot) return null;
  const seq = Number(d['seq']);
  if (!(seq >= 0 && seq <= session.events.length)) {
    client.close(4007, 'Invalid seq.');
    return null;
  }
  session.socket?.close(4009, 'Session taken over.');
  session.socket = client;
  for (const event of session.events.slice(seq)) client.send(JSON.stringify({ op: 0, ...event }));
  sessions.send(session, 'RESUMED', { _trace: [] });
  return session;
}

function parse(data: Buffer): Frame | null {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
