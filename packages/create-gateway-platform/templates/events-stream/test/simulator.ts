import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { until, type WebhookRig } from '@gateway/platform-kit/testing';

/** A message of the bot. */
export interface Message {
  id: string;
  text: string;
  buttons: readonly { label: string; value: string }[];
}

interface Happened {
  id: string;
  kind: string;
  room: string;
  person: { id: string; name: string; bot: boolean };
  message: { id: string; text: string; replyTo: string | null };
  value?: string;
}

interface Line {
  id?: number;
  method?: string;
  path?: string;
  body?: { token?: string; text?: string; replyTo?: string; buttons?: Message['buttons'] };
  acknowledged?: string;
}

/** How the next post fails: the connection drops, or the answer has an error. */
export type Fault = { drop: true } | { answer: { status: number; body: object } };

const RETRY_MS = 300;
const room = { id: 'room-1', name: 'Operations' };
const bot = { id: 'bot-1', name: 'The bot', bot: true };
const ada = { id: 'person-1', name: 'Ada', bot: false };

/** A small chat platform with one room, on a socket with lines of JSON. Its protocol is invented: replace it with that of My Chat. */
export async function startSimulator() {
  const token = 'the-token-of-the-bot';
  const messages: Message[] = [];
  const faults: Fault[] = [];
  const sockets = new Set<Socket>();
  /** Sockets that asked for events, and the events that were not acknowledged. */
  const listening = new Set<Socket>();
  const waiting: Happened[] = [];
  let newest: Happened | undefined;
  let lastId = 0;
  const nextId = (kind: string) => `${kind}-${(lastId += 1)}`;
  const closed = new AbortController();

  /** Sends an event to all sessions until one acknowledges it. */
  async function repeat(event: Happened): Promise<void> {
    waiting.push(event);
    while (waiting.includes(event) && !closed.signal.aborted) {
      for (const socket of listening) socket.write(`${JSON.stringify({ event })}\n`);
      await sleep(RETRY_MS, undefined, { signal: closed.signal }).catch(() => {});
    }
  }

  const emit = (kind: string, what: Omit<Happened, 'id' | 'kind' | 'room'>): string => {
    newest = { id: nextId('event'), kind, room: room.id, ...what };
    void repeat(newest);
    return newest.id;
  };

  /** The answer to a call of a session that has signed in. */
  function answerTo(method: string, path: string, body: Line['body'] = {}): { status: number; body?: object } {
    const [, of = '', id = '', part = '', messageId = ''] = path.split('/');
    if (of === 'me') return { status: 200, body: bot };
    if (of !== 'rooms' || id !== room.id) return { status: 404, body: { error: 'There is no such room' } };
    if (part === '') return { status: 200, body: room };
    const { text = '', buttons = [], replyTo = null } = body;
    if (method === 'POST') {
      const message = { id: nextId('message'), text, buttons };
      messages.push(message);
      // The platform tells the bot also what the bot wrote.
      emit('text', { message: { id: message.id, text, replyTo }, person: bot });
      return { status: 200, body: { id: message.id } };
    }
    const message = messages.find((one) => one.id === messageId);
    if (!message) return { status: 404, body: { error: 'There is no such message' } };
    Object.assign(message, { text, buttons });
    return { status: 200, body: {} };
  }

  const server = createServer((socket) => {
    let isSignedIn = false;
    sockets.add(socket);
    socket
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(socket);
        listening.delete(socket);
      });
    const lines = createInterface({ input: socket });
    lines.on('error', () => {});
    lines.on('line', (line) => {
      const { id, method = '', path = '', body, acknowledged } = JSON.parse(line) as Line;
      if (acknowledged !== undefined) {
        const place = waiting.findIndex((event) => event.id === acknowledged);
        if (place >= 0) waiting.splice(place, 1);
        return;
      }
      const reply = (answer: object) => void socket.write(`${JSON.stringify({ id, ...answer })}\n`);
      if (path === '/sign-in') isSignedIn = body?.token === token;
      if (!isSignedIn) return reply({ status: 401, body: { error: 'The token is not valid' } });
      if (path === '/sign-in') return reply({ status: 200 });
      if (path === '/events') {
        listening.add(socket);
        return reply({ status: 200 });
      }
      const fault = method === 'POST' ? faults.shift() : undefined;
      if (fault && 'drop' in fault) return void socket.destroy();
      reply(fault?.answer ?? answerTo(method, path, body));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    room,
    messages,
    failNext: (_method: 'postMessage', fault: Fault) => void faults.push(fault),
    /** Ada writes a text. Returns the id of the event. */
    write: (text: string, replyTo: string | null = null) =>
      emit('text', { message: { id: nextId('message'), text, replyTo }, person: ada }),
    /** Ada presses a button. Returns the id of the event. */
    press: ({ id, text }: Message, value: string) =>
      emit('press', { message: { id, text, replyTo: null }, person: ada, value }),
    /** Resolves when the adapter has acknowledged the event, once deliver has resolved. */
    acknowledged: (id: string) => until(() => !waiting.some((event) => event.id === id)),
    redeliver: () => void (newest && repeat(newest)),
    disconnect,
    webhook: undefined as WebhookRig | undefined,
    async close() {
      closed.abort();
      disconnect();
      server.close();
    },
  };
}

export type Simulator = Awaited<ReturnType<typeof startSimulator>>;
