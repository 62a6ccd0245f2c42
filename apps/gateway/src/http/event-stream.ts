import type { Response } from 'express';
import type { StreamEventData } from '@gateway/contract';
import { holdsAny, type Clock, type Gateway, type GatewayEvent, type Principal } from '@gateway/core';
import { channelRecord } from './records/channel.js';
import { deliveryRecord } from './records/delivery.js';
import { messageRecord } from './records/message.js';
import { promptRecord } from './records/prompt.js';

const HEARTBEAT_MS = 15_000;
/** A reader that has taken nothing for so long is disconnected: it resumes when it can. */
const PATIENCE_MS = 60_000;
/** How long a stream that has ended may take to be read to its end. */
const ENDING_MS = 1000;
/** Bytes on their way to one reader; with more it gets nothing new until it has taken them. */
const FULL = 65_536;

export interface EventStreamOptions {
  readonly prompts: Gateway['prompts'];
  readonly clock: Clock;
}

type Admitted = Awaited<ReturnType<Gateway['eventFeed']['admit']>>;

/** Writes events as server-sent events until `signal` aborts, the gateway stops or the reader is stuck. */
export function eventStreams({ prompts, clock }: EventStreamOptions) {
  /** An event is one object for all who are up to date: it is put into words once for those who may do the same with it. */
  const frames = new WeakMap<GatewayEvent, Map<boolean, string>>();

  function frameOf(event: GatewayEvent, reader: Principal): string {
    const known = frames.get(event) ?? new Map<boolean, string>();
    frames.set(event, known);
    const maySet = holdsAny(reader, [event.resource.kind === 'channel' ? 'channels:write' : 'prompts:write']);
    const frame =
      known.get(maySet) ?? `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(dataOf(event, reader))}\n\n`;
    known.set(maySet, frame);
    return frame;
  }

  function dataOf({ resource, resourceId, type }: GatewayEvent, reader: Principal): StreamEventData {
    switch (resource.kind) {
      case 'prompt':
        return promptRecord(resource.row, prompts.stateOf(resource.row), reader);
      case 'message':
        return messageRecord(resource.row);
      case 'delivery':
        return deliveryRecord(resource.row);
      case 'channel':
        return channelRecord(resource.row, reader);
      case 'unkept':
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

    let takenAt = clock.now();
    let cancel = clock.after(HEARTBEAT_MS, beat);
    function beat(): void {
      if (response.writableLength === 0) takenAt = clock.now();
      else if (clock.now() - takenAt >= PATIENCE_MS) return void response.destroy();
      response.write(': alive\n\n');
      cancel = clock.after(HEARTBEAT_MS, beat);
    }
    const onDrain = () => (takenAt = clock.now());
    response.on('drain', onDrain);

    try {
      await reader.follow(
        {
          write: (event) => {
            response.write(frameOf(event, principal));
            return response.writableLength < FULL;
          },
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
