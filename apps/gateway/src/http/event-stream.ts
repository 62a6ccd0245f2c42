import type { ServerResponse } from 'node:http';
import type { StreamEventRecord, StreamEventType, StreamGap } from '@gateway/contract';
import { seenChannels, type Clock, type Gateway, type GatewayEvent, type Principal } from '@gateway/core';
import { readsPasswords } from './records/callback-address.js';
import { channelRecord } from './records/channel.js';
import { deliveryRecord } from './records/delivery.js';
import { messageRecord } from './records/message.js';
import { promptRecord } from './records/prompt.js';
import { receiverRecord } from './records/receiver.js';

const HEARTBEAT_MS = 15_000;
/** A reader that has received nothing for this long is disconnected. It can reconnect and resume. */
const MAX_READER_STALL_MS = 60_000;
/** How long the reader of an ended stream may take to receive the rest. */
const MAX_END_WAIT_MS = 1000;
/** Bytes that are buffered for one reader. With more, it gets no new event until the buffer has drained. */
const MAX_BUFFERED_BYTES = 65_536;

export interface EventStreamOptions {
  readonly prompts: Gateway['prompts'];
  readonly addresses: Gateway['addresses'];
  readonly clock: Clock;
}

type Admitted = Awaited<ReturnType<Gateway['eventFeed']['admit']>>;

/** Writes events as server-sent events until `signal` aborts, the gateway stops or the reader is stuck. */
export function eventStreams({ prompts, addresses, clock }: EventStreamOptions) {
  /** All readers that are up to date share one object per event, so it is serialized once for each kind of reader. */
  const frames = new WeakMap<GatewayEvent, Map<string, string>>();

  function frameOf(event: GatewayEvent, reader: Principal, kind: string): string {
    const known = frames.get(event) ?? new Map<string, string>();
    frames.set(event, known);
    const frame = known.get(kind) ?? frameWith(event.seq, { type: event.type, ...recordOf(event, reader) });
    known.set(kind, frame);
    return frame;
  }

  function recordOf({ resource, resourceId, type }: GatewayEvent, reader: Principal): StreamEventRecord {
    switch (resource.kind) {
      case 'prompt':
        return promptRecord(resource.shown, prompts.stateOf(resource.row), reader, addresses);
      case 'message':
        return messageRecord(resource.row);
      case 'delivery':
        return deliveryRecord(resource.row);
      case 'receiver':
        return receiverRecord(resource.state);
      case 'channel':
        return channelRecord(resource.row, reader, addresses);
      case 'notStored':
        return { id: null, channel_id: resource.channelId, stored: false };
      case 'gone':
        return { id: type.startsWith('prompt.') ? `#${resourceId}` : resourceId, deleted: true };
    }
  }

  return async function serve(
    principal: Principal,
    reader: Admitted,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    response.setHeader('content-type', 'text/event-stream; charset=utf-8').setHeader('x-accel-buffering', 'no');
    response.write(opening(reader.beginsAt));

    const kind = kindOf(principal);
    let reached: number | null = null;
    let lastDrainedAt = clock.now();
    let cancel = clock.after(HEARTBEAT_MS, beat);
    function beat(): void {
      if (response.writableLength === 0) lastDrainedAt = clock.now();
      else if (clock.now() - lastDrainedAt >= MAX_READER_STALL_MS) return void response.destroy();
      response.write(heartbeat(reached));
      cancel = clock.after(HEARTBEAT_MS, beat);
    }
    const onDrain = () => (lastDrainedAt = clock.now());
    response.on('drain', onDrain);

    try {
      await reader.follow(
        {
          write: (event) => {
            response.write(frameOf(event, principal, kind));
            reached = event.seq;
            return response.writableLength < MAX_BUFFERED_BYTES;
          },
          // Its id is the position from which the reader continues if it reconnects now.
          missed: (seen, position) => {
            const gap: StreamGap = { type: 'stream.gap', last_event_id: String(seen) };
            response.write(frameWith(position, gap));
          },
          reached: (position) => (reached = position),
          drained: () => drained(response),
        },
        signal,
      );
    } finally {
      cancel();
      end(response);
    }
  };

  function end(response: ServerResponse): void {
    if (response.destroyed) return;
    const cancel = clock.after(MAX_END_WAIT_MS, () => response.destroy());
    response.once('close', cancel);
    response.end();
  }
}

/** What the records that a reader gets depend on. */
function kindOf(reader: Principal): string {
  return JSON.stringify([readsPasswords(reader), seenChannels(reader)]);
}

/** Sets the position of a new reader, so that it can resume even if it is interrupted before the first event. */
function opening(position: number | null): string {
  return `retry: 1000\n${position === null ? '' : `id: ${position}\n`}\n`;
}

/**
 * A comment, which clients skip, and an event, because browsers report only events to a page. Its id is the position from which the
 * reader continues if it reconnects now; without it, a reader whose filters match nothing would be told of a gap. Null: not known yet.
 */
function heartbeat(position: number | null): string {
  const id = position === null ? '' : `id: ${position}\n`;
  return `: alive\n${id}event: heartbeat\ndata: {"type":"heartbeat"}\n\n`;
}

function frameWith(id: number, data: { readonly type: StreamEventType | StreamGap['type'] }): string {
  return `id: ${id}\nevent: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.writableLength < MAX_BUFFERED_BYTES || response.destroyed) return resolve();
    const end = () => {
      response.off('drain', end);
      response.off('close', end);
      resolve();
    };
    response.on('drain', end);
    response.on('close', end);
  });
}
