import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { streamEvent, streamEventData, streamGap, type StreamEventType } from '@gateway/contract';
import type { TestGateway } from './gateway.js';
import { until } from './until.js';

interface StreamedEvent {
  readonly id: number;
  readonly type: StreamEventType | 'stream.gap';
  // oxlint-disable-next-line no-explicit-any -- tests read records of many types
  readonly data: any;
}

/** A reader of a gateway's event stream that checks every event against the contract. */
export interface EventReader {
  readonly events: readonly StreamedEvent[];
  /** The number of comment lines so far. */
  readonly comments: number;
  /** The id of the last heartbeat that had an id. */
  readonly lastHeartbeatId: number | null;
  readonly response: IncomingMessage;
  /** Whether the stream has ended for any reason. */
  readonly ended: boolean;
  /** One line per event, such as `prompt.created #1`. */
  summaries(): string[];
  waitFor(count: number): Promise<readonly StreamedEvent[]>;
  close(): void;
}

export interface ReadOptions {
  readonly after?: number;
  readonly query?: string;
  readonly apiKey?: string;
  readonly headers?: Record<string, string>;
}

/** Opens the stream. Throws with the status when it is rejected. */
export async function readEvents(
  gateway: Pick<TestGateway, 'url'>,
  { after, query = '', apiKey, headers = {} }: ReadOptions = {},
): Promise<EventReader> {
  const opening = request(`${gateway.url}/v1/events${query}`, {
    agent: false,
    headers: {
      ...(after !== undefined && { 'last-event-id': String(after) }),
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      ...headers,
    },
  });
  opening.on('error', () => {});
  opening.end();
  onTestFinished(() => void opening.destroy());
  const [response] = (await once(opening, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${await textOf(response)}`);

  const events: StreamedEvent[] = [];
  let comments = 0;
  let lastHeartbeatId: number | null = null;
  let ended = false;
  let rest = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks.filter((each) => each.includes('event: heartbeat'))) checkHeartbeat(block);
    for (const block of blocks) {
      if (block.startsWith(':')) {
        comments += 1;
        const id = /^id: (\d+)$/m.exec(block)?.[1];
        if (id === undefined) continue;
        const lastId = Math.max(lastHeartbeatId ?? 0, events.at(-1)?.id ?? 0);
        lastHeartbeatId = Number(id);
        expect(lastHeartbeatId, 'the id of a heartbeat').toBeGreaterThanOrEqual(lastId);
      } else if (block.startsWith('id:')) {
        const event = parsed(block);
        if (event.type !== 'stream.gap')
          expect(event.id, 'an event after its heartbeat').toBeGreaterThan(lastHeartbeatId ?? 0);
        events.push(event);
      }
    }
  });
  response.on('error', () => {});
  response.on('close', () => (ended = true));
  return {
    events,
    get comments() {
      return comments;
    },
    get lastHeartbeatId() {
      return lastHeartbeatId;
    },
    response,
    get ended() {
      return ended;
    },
    summaries: () =>
      events.map(
        ({ type, data }) => `${type} ${data.channel_id && type === 'channel.updated' ? data.channel_id : data.id}`,
      ),
    async waitFor(count) {
      await until(() => events.length >= count);
      return events;
    },
    close: () => void opening.destroy(),
  };
}

function checkHeartbeat(block: string): void {
  const data: unknown = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '');
  expect(streamEvent.parse(data), 'the data of a heartbeat').toEqual(data);
  expect(data).toEqual({ type: 'heartbeat' });
}

function parsed(block: string): StreamedEvent {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
  );
  const type = fields.event as StreamedEvent['type'];
  const data: unknown = JSON.parse(fields.data ?? '');
  const schema = type === 'stream.gap' ? streamGap : streamEventData[type];
  expect(schema.parse(data), `the data of ${type}`).toEqual(data);
  expect(data).toMatchObject({ type });
  return { id: Number(fields.id), type, data };
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of response.setEncoding('utf8')) chunks.push(String(chunk));
  return chunks.join('');
}
