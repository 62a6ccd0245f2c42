import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { z } from 'zod';
import {
  accountKey,
  definePlatform,
  partKey,
  PLATFORM_API_VERSION,
  PlatformError,
  type Connection,
  type ConnectionContext,
  type InboundFile,
  type OtherEvent,
  type TextEvent,
} from '../src/index.js';
import type { Conformance } from '../src/testing/index.js';
import { limitMs } from '../src/testing/until.js';
import type { Failure, Rig, SentFile, ShownMessage } from '../src/testing/rig.js';

/** What an adapter does wrong. */
export type Fault =
  | 'none'
  | 'receives nothing'
  | 'confirms before storing'
  | 'delivers own messages'
  | 'wrong error code'
  | 'SDK error with the token'
  | 'stops late'
  | 'forgets its position'
  | 'delivers history'
  | 'posts the question first'
  | 'probe throws when the server is down'
  | 'no text in the chat'
  | 'ignores the idempotency key'
  | 'files in another order'
  | 'reads files as texts'
  | 'download errors of the SDK'
  | 'downloads to the end'
  | 'no files in the rig'
  | 'rig never opens'
  | 'never acknowledges'
  | 'returns only the id of the last text'
  | 'leaks a socket at each reconnect'
  | 'leaves a timer'
  | 'sendMessage never ends'
  | 'start never reports'
  | 'start never ends'
  | 'posts without waiting';

interface Server {
  messages: ShownMessage[];
  log: (TextEvent | OtherEvent)[];
  failure: { kind: Failure; posts: number } | null;
  isDown: boolean;
  /** The port at which the server accepts sockets of the stream. */
  port: number;
}

const TOKEN = 'a-very-secret-token';
const never = () => new Promise<never>(() => {});
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** An adapter without buttons for a server in this process, with one fault. */
export function faultyAdapter(fault: Fault): Conformance {
  let server: Server = { messages: [], log: [], failure: null, isDown: false, port: 0 };
  const platform = definePlatform({
    apiVersion: PLATFORM_API_VERSION,
    id: 'faulty',
    name: 'Faulty',
    icon: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    credentials: z.object({ token: z.string().meta({ title: 'Token', help: 'A token.', secret: true }) }),
    target: { title: 'Chat', placeholder: 'room', help: 'The name of the chat.' },
    capabilities: {
      webhook: 'none',
      // Where the stream is a socket, an adapter has no position, and the server sends what was not acknowledged.
      stream: fault === 'never acknowledges' ? 'socket' : 'polling',
      choices: 'replies',
      text: { max: 500 },
      media: { url: false, bytes: false },
      edit: 'none',
      threads: false,
      ackWithin: 1000,
      inboundFiles: true,
    },
    endpoints: {},
    guide: async () => 'How to set it up. '.repeat(30),
    account: ({ token }) => accountKey(token),
    connect: async (context) => openConnection(context, server, fault),
  });
  return {
    platform,
    modes: ['stream'],
    history: 'from-start',
    timeoutMs: 200,
    dropsRepeatedPosts: true,
    async openRig() {
      if (fault === 'rig never opens') await never();
      const sockets = createServer();
      await once(sockets.listen(0, '127.0.0.1'), 'listening');
      const { port } = sockets.address() as AddressInfo;
      server = { messages: [], log: [], failure: null, isDown: false, port };
      return rigOf(server, sockets, fault);
    },
  };
}

function openConnection(context: ConnectionContext<{ token: string }>, server: Server, fault: Fault): Connection {
  const { credentials, state, deliver } = context;
  let position: number | null = null;
  let sent = 0;
  const keys = new Map<string, string>();

  function post(text: string, key?: string): string {
    const known = key === undefined || fault === 'ignores the idempotency key' ? undefined : keys.get(key);
    if (known !== undefined) return known;
    if (server.isDown) throw new PlatformError('unavailable', 'The server cannot be reached.');
    const { failure } = server;
    if (failure && (failure.posts -= 1) < 0) {
      server.failure = null;
      if (fault === 'SDK error with the token') throw new PlatformError('unavailable', `POST /${credentials.token}`);
      const code = failure.kind === 'network' ? 'unavailable' : failure.kind;
      throw new PlatformError(fault === 'wrong error code' && code === 'forbidden' ? 'invalid' : code, 'Refused.');
    }
    const id = `m${server.messages.length}`;
    server.messages.push({ id, text: fault === 'no text in the chat' ? '' : text, buttons: [] });
    if (fault === 'delivers own messages') server.log.push(textEvent(text, server.log.length));
    if (key !== undefined) keys.set(key, id);
    return id;
  }

  return {
    async probe(target) {
      if (server.isDown && fault === 'probe throws when the server is down') throw new TypeError('fetch failed');
      if (server.isDown) return { ok: false, account: null, target: null, problems: ['The server is down.'] };
      const ok = credentials.token === TOKEN && target === 'room';
      const account = { id: 'bot', name: 'Bot' };
      return { ok, account, target: null, problems: ok ? [] : ['The token or the chat is unknown.'] };
    },
    async sendMessage({ text, idempotencyKey }) {
      if (fault === 'sendMessage never ends') await never();
      if (fault === 'posts without waiting') return { messageId: `m${(sent += 1)}`, messageIds: [], ref: null };
      const id = post(text, idempotencyKey);
      return { messageId: id, messageIds: [id], ref: null };
    },
    async sendPrompt({ texts, idempotencyKey }) {
      const order = fault === 'posts the question first' ? texts.toReversed() : texts;
      // Without the key of the part, a repeated call posts every text again.
      const messageIds = order.map((text, part) =>
        post(text, fault === 'posts the question first' ? undefined : partKey(idempotencyKey, part)),
      );
      const known = fault === 'returns only the id of the last text' ? messageIds.slice(-1) : messageIds;
      return { messageId: messageIds.at(-1) ?? '', messageIds: known, ref: null };
    },
    async start({ signal, onUp }) {
      const saved = fault === 'forgets its position' ? null : await state.get('position');
      const isFromStart = fault === 'delivers history' || fault === 'never acknowledges';
      position ??= saved === null ? (isFromStart ? 0 : server.log.length) : Number(saved);
      if (fault === 'start never reports') await never();
      if (fault !== 'never acknowledges') await state.set('position', String(position));
      if (fault === 'leaves a timer') setInterval(() => {}, 60_000);
      onUp();
      while (!signal.aborted) {
        await wait(10);
        const next = server.log[position];
        if (next === undefined || fault === 'receives nothing') continue;
        if (fault === 'confirms before storing') position += 1;
        const isStored = await deliver([next]).then(
          () => true,
          () => false,
        );
        if (isStored && fault !== 'confirms before storing') position += 1;
        if (!isStored && fault === 'leaks a socket at each reconnect') connect(server.port, '127.0.0.1');
        if (fault !== 'never acknowledges') await state.set('position', String(position));
      }
      if (fault === 'start never ends') await never();
      if (fault === 'stops late') await wait(limitMs(1100));
    },
    close: async () => {},
  };
}

function textEvent(text: string, place: number, replyTo: string | null = null): TextEvent {
  const sender = { id: 'ada', username: null, name: 'Ada' };
  return { kind: 'text', id: `e${place}`, targets: ['room'], sender, messageId: `w${place}`, text, replyTo };
}

/** A file of the server, in chunks. */
function fileOf({ name, bytes }: SentFile, server: Server, fault: Fault): InboundFile {
  async function* chunks(signal: AbortSignal) {
    const sent = fault === 'reads files as texts' ? Buffer.from(Buffer.from(bytes).toString('utf8')) : bytes;
    for (let at = 0; at < sent.length; at += 65_536) {
      if (signal.aborted && fault !== 'downloads to the end') throw new PlatformError('unavailable', 'Cancelled.');
      yield sent.subarray(at, at + 65_536);
    }
  }
  return {
    name,
    size: bytes.length,
    async read(signal) {
      if (server.isDown && fault === 'download errors of the SDK') throw new TypeError('fetch failed');
      if (server.isDown || signal.aborted) throw new PlatformError('unavailable', 'There is no answer.');
      return chunks(signal);
    },
  };
}

function rigOf(server: Server, sockets: NetServer, fault: Fault): Rig {
  const accepted = new Set<Socket>();
  sockets.on('connection', (socket) => accepted.add(socket.on('error', () => {})));
  return {
    ...(fault !== 'no files in the rig' && {
      async send(sent: readonly SentFile[], text?: string, replyTo?: string) {
        const { text: _, ...event } = textEvent('', server.log.length, replyTo ?? null);
        const inOrder = fault === 'files in another order' ? sent.toReversed() : sent;
        const files = inOrder.map((file) => fileOf(file, server, fault));
        server.log.push(text === undefined ? { ...event, kind: 'other', files } : { ...event, text, files });
      },
    }),
    credentials: { token: TOKEN },
    badCredentials: { token: 'another-secret-token' },
    target: 'room',
    unknownTarget: 'nowhere',
    endpoints: {},
    press: async () => {},
    write: async (text, replyTo) => void server.log.push(textEvent(text, server.log.length, replyTo ?? null)),
    async redeliver() {
      const newest = server.log.at(-1);
      if (newest) server.log.push(newest);
    },
    shown: async () => server.messages,
    fail: (kind, posts = 0) => void (server.failure = { kind, posts }),
    async close() {
      server.isDown = true;
      for (const socket of accepted) socket.destroy();
      sockets.close();
    },
  };
}
