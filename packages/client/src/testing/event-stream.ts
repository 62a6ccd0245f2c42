import { utf8 } from '../bytes.js';
import type { Message, Prompt } from '../generated/contract.js';
import type { State, StateEvent } from './state.js';

interface Kept {
  /** Sent with its state when the event is sent. */
  readonly record: Prompt | Message;
  readonly type: StateEvent;
}

const HEARTBEAT_MS = 15_000;

/** The events of a fake gateway. Their ids are 1, 2, 3 and so on. */
export class EventStreams {
  readonly #state: State;
  readonly #kept: Kept[] = [];
  readonly #readers = new Set<(id: number) => void>();

  constructor(state: State) {
    this.#state = state;
    state.listen((type, record) => {
      const id = this.#kept.push({ type, record });
      for (const tell of this.#readers) tell(id);
    });
  }

  /** The reply to `GET /v1/events`. It ends when the signal aborts. */
  open(query: Readonly<Record<string, string>>, lastEventId: string | null, signal: AbortSignal): Response {
    const { clock } = this.#state;
    const begin = Number(lastEventId ?? query['last_event_id'] ?? this.#kept.length);
    let end = () => {};
    const start = (stream: ReadableStreamDefaultController<Uint8Array>) => {
      const write = (text: string) => stream.enqueue(utf8(text));
      const tell = (id: number) => {
        const kept = this.#kept[id - 1];
        if (!kept || !isWanted(kept, query)) return;
        write(`id: ${id}\nevent: ${kept.type}\ndata: ${JSON.stringify({ ...kept.record, type: kept.type })}\n\n`);
      };
      const beat = () => {
        write(`: alive\nid: ${this.#kept.length}\nevent: heartbeat\ndata: {"type":"heartbeat"}\n\n`);
        stopBeat = clock.after(HEARTBEAT_MS, beat);
      };
      let stopBeat = clock.after(HEARTBEAT_MS, beat);
      end = () => {
        this.#readers.delete(tell);
        stopBeat();
      };
      signal.addEventListener('abort', () => {
        end();
        stream.error(signal.reason);
      });
      write(`retry: 1000\nid: ${begin}\n\n`);
      for (let id = begin + 1; id <= this.#kept.length; id += 1) tell(id);
      this.#readers.add(tell);
    };
    const body = new ReadableStream<Uint8Array>({ start, cancel: () => end() });
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
  }
}

function isWanted({ type, record }: Kept, query: Readonly<Record<string, string>>): boolean {
  const correlationId = 'correlation_id' in record ? record.correlation_id : null;
  const values = { types: type, channel_id: record.channel_id, correlation_id: correlationId };
  return Object.entries(values).every(
    ([name, value]) => query[name] === undefined || query[name].split(',').includes(value ?? ''),
  );
}
