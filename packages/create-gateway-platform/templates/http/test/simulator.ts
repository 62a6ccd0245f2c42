import type { Server } from 'node:http';
import type { WebhookRig } from '@gateway/platform-kit/testing';
import {
  ControlError,
  createCallLog,
  createFaults,
  listen,
  systemClock,
  until,
  type Clock,
  type Fault,
} from '@gateway/simulators';
import express, { type Express, type Request, type RequestHandler } from 'express';
import { openEvents } from './events.js';

/** A message of the bot. */
export interface Message {
  id: string;
  text: string;
  buttons: readonly { label: string; value: string }[];
}

/** What happened in a chat, as the platform tells it. */
export interface Happened {
  id: string;
  kind: string;
  room: string;
  person: { id: string; name: string; bot: boolean };
  message: { id: string; text: string; replyTo: string | null };
  /** The value of the pressed button. */
  value?: string;
}

/** How the platform sends events to the bot. */
export interface EventSource {
  /** Adds its methods to the API. */
  serve?(app: Express, serve: (method: string, answer: (request: Request) => unknown) => RequestHandler): void;
  /** Adds its sockets to the server. */
  attach?(server: Server): void;
  emit(event: Happened): void;
  isAcknowledged(id: string): boolean;
  /** Sends the newest event once more. */
  redeliver(): void;
  /** Ends the open sockets. Absent where events need none. */
  disconnect?(): void;
  /** Requests of the platform, for tests of the webhook itself. */
  readonly webhook?: WebhookRig;
  close(): void;
}

const room = { id: 'room-1', name: 'Operations' };
const bot = { id: 'bot-1', name: 'The bot', bot: true };
const ada = { id: 'person-1', name: 'Ada', bot: false };

/** A small chat platform with one room. Its interface is invented: replace the routes and events with those of My Chat. */
export async function startSimulator({ clock = systemClock }: { clock?: Clock } = {}) {
  const token = 'the-token-of-the-bot';
  const log = createCallLog();
  const faults = createFaults();
  const messages: Message[] = [];
  const events: EventSource = openEvents(token, clock);
  let lastId = 0;
  const nextId = (kind: string) => `${kind}-${(lastId += 1)}`;

  /** Serves a method, with the call log and the faults. */
  const serve =
    (method: string, answer: (request: Request) => unknown): RequestHandler =>
    async (request, response) => {
      const params = { ...request.params, ...(request.body as object | undefined) };
      const call = log.begin(bot.id, method, params, clock.now());
      const fault = faults.take(method, params);
      if (fault?.drop) return void request.socket.destroy();
      const { status, body } = fault?.answer ?? (await outcomeOf(() => answer(request)));
      log.end(call, status, body);
      response.status(status).json(body);
    };

  const inRoom = (request: Request) => {
    if (request.params['room'] !== room.id) throw new ControlError('There is no such room', 404);
  };
  const app = express();
  app.use(express.json());
  app.use((request, response, next) => {
    if (request.headers.authorization === `Bearer ${token}`) return next();
    response.status(401).json({ error: 'The token is not valid' });
  });
  app.get(
    '/me',
    serve('me', () => bot),
  );
  app.get(
    '/rooms/:room',
    serve('room', (request) => {
      inRoom(request);
      return room;
    }),
  );
  app.post(
    '/rooms/:room/messages',
    serve('postMessage', (request) => {
      inRoom(request);
      const { text = '', replyTo = null, buttons = [] } = request.body as Partial<Message & { replyTo: string }>;
      const message: Message = { id: nextId('message'), text, buttons };
      messages.push(message);
      // The platform tells the bot also what the bot wrote.
      emit('text', { message: { id: message.id, text, replyTo }, person: bot });
      return { id: message.id };
    }),
  );
  app.patch(
    '/rooms/:room/messages/:id',
    serve('editMessage', (request) => {
      inRoom(request);
      const message = messages.find(({ id }) => id === request.params['id']);
      if (!message) throw new ControlError('There is no such message', 404);
      Object.assign(message, { buttons: [], ...(request.body as Partial<Message>) });
      return {};
    }),
  );
  events.serve?.(app, serve);

  const emit = (kind: string, what: Omit<Happened, 'id' | 'kind' | 'room'>): string => {
    const id = nextId('event');
    events.emit({ id, kind, room: room.id, ...what });
    return id;
  };

  const server = await listen(app);
  events.attach?.(server.server);
  return {
    url: server.url,
    token,
    room,
    messages,
    calls: log.list,
    failNext: (method: string, fault: Fault) => faults.add(method, fault),
    /** Ada writes a text. Returns the id of the event. */
    write: (text: string, replyTo: string | null = null) =>
      emit('text', { message: { id: nextId('message'), text, replyTo }, person: ada }),
    /** Ada presses a button. Returns the id of the event. */
    press: ({ id, text }: Message, value: string) =>
      emit('press', { message: { id, text, replyTo: null }, person: ada, value }),
    /** Resolves when the adapter has acknowledged the event. */
    acknowledged: (id: string) =>
      until(() => events.isAcknowledged(id), {
        what: 'the adapter to acknowledge the event, once deliver has resolved',
      }),
    redeliver: () => events.redeliver(),
    disconnect: events.disconnect?.bind(events),
    webhook: events.webhook,
    async close() {
      events.close();
      await server.close();
    },
  };
}

export type Simulator = Awaited<ReturnType<typeof startSimulator>>;

async function outcomeOf(answer: () => unknown): Promise<{ status: number; body: unknown }> {
  try {
    return { status: 200, body: await answer() };
  } catch (error) {
    if (error instanceof ControlError) return { status: error.status, body: { error: error.message } };
    throw error;
  }
}
