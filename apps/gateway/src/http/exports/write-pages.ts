import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@gateway/core';

/** A reader that takes no bytes for this long is disconnected. */
const STALLED_MS = 60_000;

/**
 * Writes texts as fast as the reader takes them, and holds one of them at a time. The response is only ended when the last one was
 * written: a reader that is disconnected before sees that its file is incomplete.
 */
export async function writePages(
  pages: AsyncIterable<string>,
  response: ServerResponse,
  clock: Pick<Clock, 'after'>,
  signal: AbortSignal,
): Promise<void> {
  for await (const page of pages) {
    if (signal.aborted) return void response.destroy();
    if (!response.write(page)) await drained(response, clock, signal);
    // A database in this process answers without waiting: other requests get their turn here.
    await setImmediate();
  }
  if (signal.aborted) response.destroy();
  else response.end();
}

function drained(response: ServerResponse, clock: Pick<Clock, 'after'>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || response.destroyed) return resolve();
    const cancel = clock.after(STALLED_MS, () => response.destroy());
    const end = () => {
      cancel();
      response.off('drain', end);
      response.off('close', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    response.on('drain', end);
    response.on('close', end);
    signal.addEventListener('abort', end);
  });
}
