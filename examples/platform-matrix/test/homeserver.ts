import { createCallLog, createFaults, listen, systemClock, until, type Fault } from '@gateway/simulators';
import express, { type Request } from 'express';
import type { RoomEvent } from '../src/inbound.js';

/** How long a request of `sync` waits for news at most. */
const LONG_POLL_MS = 500;
const STEP_MS = 10;
/** The most events of one room in an answer of `sync`; the others are fetched. */
const TIMELINE = 5;

export type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;

/** An answer with an error of the specification. */
class Refused extends Error {
  constructor(
    readonly status: number,
    readonly errcode: string,
  ) {
    super(errcode);
  }
}

/** A small homeserver with one bot and one room. Tests act as Ada, who is a member. */
export async function startHomeserver({ isInvited = false } = {}) {
  const token = 'the-access-token-of-the-bot';
  const me = '@gateway-bot:example.org';
  const ada = '@ada:example.org';
  const room = '!ops:example.org';
  const events: RoomEvent[] = [];
  const posted = new Map<string, string>();
  const log = createCallLog();
  const faults = createFaults();
  const closed = new AbortController();
  let isMember = !isInvited;
  /** The number of events that the bot has confirmed by asking for later ones. */
  let confirmed = 0;

  const append = (sender: string, type: string, content: object): string => {
    const event_id = `$event-${events.length + 1}`;
    events.push({ event_id, type, sender, content });
    return event_id;
  };
  const inRoom = (id: unknown) => {
    if (id !== room || !isMember) throw new Refused(403, 'M_FORBIDDEN');
  };
  const place = (text: unknown) => (typeof text === 'string' ? Number(text.slice(1)) : 0);

  const methods: Record<string, [string, string, (request: Request) => unknown]> = {
    whoami: ['get', '/account/whoami', () => ({ user_id: me })],
    joined: ['get', '/joined_rooms', () => ({ joined_rooms: isMember ? [room] : [] })],
    join: [
      'post',
      '/join/:room',
      ({ params }) => {
        if (params['room'] !== room) throw new Refused(404, 'M_NOT_FOUND');
        isMember = true;
        return { room_id: room };
      },
    ],
    send: [
      'put',
      '/rooms/:room/send/:type/:key',
      ({ params: { room: id, type = '', key }, body }) => {
        inRoom(id);
        const known = `${String(type)} ${String(key)}`;
        const event_id = posted.get(known) ?? append(me, String(type), body as object);
        posted.set(known, event_id);
        return { event_id };
      },
    ],
    redact: [
      'put',
      '/rooms/:room/redact/:event/:key',
      ({ params }) => {
        inRoom(params['room']);
        const event = events.find(({ event_id }) => event_id === params['event']);
        if (event) event.content = {};
        return { event_id: append(me, 'm.room.redaction', {}) };
      },
    ],
    messages: [
      'get',
      '/rooms/:room/messages',
      ({ params, query }) => {
        inRoom(params['room']);
        const from = place(query['from']);
        const to = Math.min(from + 3, place(query['to']));
        return { chunk: events.slice(from, to), ...(to < place(query['to']) && { end: `s${to}` }) };
      },
    ],
    sync: [
      'get',
      '/sync',
      async ({ query }) => {
        const since = place(query['since']);
        confirmed = Math.max(confirmed, since);
        const end = systemClock.now() + Math.min(Number(query['timeout']), LONG_POLL_MS);
        const isQuiet = () => isMember && events.length <= since && !closed.signal.aborted;
        while (isQuiet() && systemClock.now() < end) await systemClock.sleep(STEP_MS, closed.signal);
        const next = events.length;
        if (!isMember) return { next_batch: `s${next}`, rooms: { invite: { [room]: {} } } };
        const first = Math.max(since, next - TIMELINE);
        const timeline = { limited: first > since, prev_batch: `s${first}`, events: events.slice(first, next) };
        return { next_batch: `s${next}`, rooms: next > since ? { join: { [room]: { timeline } } } : {} };
      },
    ],
  };

  const app = express();
  app.use(express.json());
  app.use((request, response, next) => {
    if (request.headers.authorization === `Bearer ${token}`) return next();
    response.status(401).json({ errcode: 'M_UNKNOWN_TOKEN' });
  });
  for (const [name, [method, path, answer]] of Object.entries(methods))
    app[method as 'get'](`/_matrix/client/v3${path}`, async (request, response) => {
      const params = { ...request.params, ...(request.body as object | undefined) };
      const call = log.begin(me, name, params, systemClock.now());
      const fault = faults.take(name, params);
      if (fault?.drop) return void request.socket.destroy();
      const { status, body } = fault?.answer ?? (await outcomeOf(() => answer(request)));
      log.end(call, status, body);
      response.status(status).json(body);
    });
  const server = await listen(app);

  return {
    url: server.url,
    token,
    room,
    me,
    events,
    calls: log.list,
    failNext: (method: string, fault: Fault) => faults.add(method, fault),
    /** Ada sends an event. Returns the id of the event. */
    say: (type: string, content: object) => append(ada, type, content),
    isMember: () => isMember,
    /** Resolves when the bot has asked for what is later than the event. */
    passed: (id: string) =>
      until(() => confirmed > events.findIndex(({ event_id }) => event_id === id), { what: 'the bot to sync again' }),
    repeatNewest(): void {
      const newest = events.findLast(({ sender }) => sender === ada);
      if (newest) events.push(newest);
    },
    disconnect: () => server.server.closeAllConnections(),
    close() {
      closed.abort();
      return server.close();
    },
  };
}

async function outcomeOf(answer: () => unknown): Promise<{ status: number; body: unknown }> {
  try {
    return { status: 200, body: await answer() };
  } catch (error) {
    if (error instanceof Refused) return { status: error.status, body: { errcode: error.errcode } };
    throw error;
  }
}
