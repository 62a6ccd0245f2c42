import type { Response } from 'express';
import type { StreamEventRecord, StreamEventType, StreamGap } from '@gateway/contract';
import { holdsAny, type Clock, type Gateway, type GatewayEvent, type Principal } from '@gateway/core';
import { channelRecord } from './records/channel.js';
import { deliveryRecord } from './records/delivery.js';
import { messageRecord } from './records/message.js';
import { promptRecord } from './records/prompt.js';
import { receiverRecord } from './records/receiver.js';

const HEARTBEAT_MS = 15_000;
/** A reader that has taken nothing for so long is disconnected: it resumes when it can. */
const PATIENCE_MS = 60_000;
/** How long a stream that has ended may take to be read to its end. */
const ENDING_MS = 1000;
/** Bytes on their way to one reader; with more it gets nothing new until it has taken them. */
const FULL = 65_536;

export interface EventStreamOptions {
  readonly prompts: Gateway['prompts'];
  readonly addresses: Gateway['addresses'];
  readonly clock: Clock;
}

type Admitted = Awaited<ReturnType<Gateway['eventFeed']['admit']>>;

/** Writes events as server-sent events until `signal` aborts, the gateway stops or the reader is stuck. */
export function eventStreams({ prompts, addresses, clock }: EventStreamOptions) {
  /** An event is one object for all who are up to date: it is put into words once for those who may do the same with it. */
  const frames = new WeakMap<GatewayEvent, Map<boolean, string>>();

  function frameOf(event: GatewayEvent, reader: Principal): string {
    const known = frames.get(event) ?? new Map<boolean, string>();
    frames.set(event, known);
    const maySet = holdsAny(reader, [event.resource.kind === 'channel' ? 'channels:write' : 'prompts:write']);
    const frame = known.get(maySet) ?? frameWith(event.seq, { type: event.type, ...recordOf(event, reader) });
    known.set(maySet, frame);
    return frame;
  }

  function recordOf({ resource, resourceId, type }: GatewayEvent, reader: Principal): StreamEventRecord {
    switch (resource.kind) {
      case 'prompt':
        return promptRecord(resource.row, prompts.stateOf(resource.row), reader, addresses);
      case 'message':
        return messageRecord(resource.row);
      case 'delivery':
        return deliveryRecord(resource.row);
      case 'receiver':
        return receiverRecord(resource.destination, resource.row);
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
    response: Response,
    signal: AbortSignal,
  ): Promise<void> {
    response.set({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
    response.write('retry: 1000\n\n');

    let reached: number | null = null;
    let takenAt = clock.now();
    let cancel = clock.after(HEARTBEAT_MS, beat);
    function beat(): void {
      if (response.writableLength === 0) takenAt = clock.now();
      else if (clock.now() - takenAt >= PATIENCE_MS) return void response.destroy();
      response.write(heartbeat(reached));
      cancel = clock.after(HEARTBEAT_MS, beat);
    }
    const onDrain = () => (takenAt = clock.now());
    response.on('drain', onDrain);

    try {
      await reader.follow(
        {
          write: (event) => {
            response.write(frameOf(event, principal));
            reached = event.seq;
            return response.writableLength < FULL;
          },
          // Its id is where the reader goes on should it lose the connection now.
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

  function end(response: Response): void {
    if (response.destroyed) return;
    const cancel = clock.after(ENDING_MS, () => response.destroy());
    response.once('close', cancel);
    response.end();
  }
}

/**
 * A comment for readers that skip those, and an event for browsers, which tell a page of nothing else. Its id is where the reader
 * goes on should it lose the connection now, so that one whose filters show it nothing is not told of a gap; null: not yet known.
 */
function heartbeat(position: number | null): string {
  const id = position === null ? '' : `id: ${position}\n`;
  return `: alive\n${id}event: heartbeat\ndata: {"type":"heartbeat"}\n\n`;
}

function frameWith(id: number, data: { readonly type: StreamEventType | StreamGap['type'] }): string {
  return `id: ${id}\nevent: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function drained(response: Response): Promise<void> {
  return new Promise((resolve) => {
    if (response.writableLength < FULL || response.destroyed) return resolve();
    const end = () => {
      response.off('drain', end);
      response.off('close', end);
      resolve();
    };
    response.on('drain', end);
    response.on('close', end);
  });
}
