import { explain, retry, type InboundEvent, type StreamControl } from '@gateway/platform-kit';
import { part, type Call, type Context } from './api.js';
import { eventOf, type RoomEvent } from './inbound.js';

type Timeline = { limited?: boolean; prev_batch?: string; events?: RoomEvent[] };
type Joined = Record<string, { timeline?: Timeline }>;
type Sync = { next_batch: string; rooms?: { join?: Joined; invite?: Record<string, object> } };
type History = { chunk: RoomEvent[]; end?: string };

/** Only messages: a poll must not end because somebody types or reads. */
const none = { types: [] };
const filter = part(JSON.stringify({ presence: none, room: { ephemeral: none, state: none } }));

/** Receives the events of all rooms of the bot by long polls, from the first start on. */
export async function receive(
  call: Call,
  { deliver, log, state }: Context,
  notify: (event: InboundEvent, notice: string) => Promise<void>,
  control: StreamControl,
): Promise<void> {
  const { signal } = control;
  const get = <T>(path: string) => call<T>('GET', path, undefined, signal);
  /** An invitation that cannot be accepted, such as one to a room that is gone, does not stop the stream. */
  const accept = (room: string) =>
    call('POST', `/join/${part(room)}`, {}, signal).catch((error: unknown) =>
      log.warn('An invitation was not accepted', { room, reason: explain(error) }),
    );
  let me = '';
  await retry(control, async ({ isUp, onContact }) => {
    me ||= (await get<{ user_id: string }>('/account/whoami')).user_id;
    const since = await state.get('since');
    const position = since ? `&since=${part(since)}` : '';
    const sync = await get<Sync>(`/sync?filter=${filter}&timeout=${isUp ? 30_000 : 0}${position}`);
    await Promise.all(Object.keys(sync.rooms?.invite ?? {}).map(accept));
    // Without a position, the answer has the history, which is no news.
    const events = since ? await eventsSince(since, sync.rooms?.join ?? {}) : [];
    const outcomes = events.length > 0 ? await deliver(events) : [];
    for (const [place, { notice }] of outcomes.entries())
      if (notice && events[place]) await notify(events[place], notice);
    await state.set('since', sync.next_batch);
    onContact();
  });

  /** The answer has only the newest messages of a room when there are many. The others are fetched. */
  async function eventsSince(since: string, rooms: Joined): Promise<InboundEvent[]> {
    const found: (InboundEvent | null)[] = [];
    for (const [room, { timeline = {} }] of Object.entries(rooms)) {
      const { limited, prev_batch: to = '', events = [] } = timeline;
      for (let from = limited && to ? since : undefined; from !== undefined;) {
        const range = `dir=f&limit=100&from=${part(from)}&to=${part(to)}`;
        const { chunk, end }: History = await get<History>(`/rooms/${part(room)}/messages?${range}`);
        found.push(...chunk.map((event) => eventOf(room, event, me)));
        from = chunk.length > 0 ? end : undefined;
      }
      found.push(...events.map((event) => eventOf(room, event, me)));
    }
    return found.filter((event) => event !== null);
  }
}
