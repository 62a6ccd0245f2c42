import { shown, waitFor } from '../check.js';
import type { TestConnection } from '../test-connection.js';

/** The texts of the stored events, and the kinds of the others. */
export const texts = (host: TestConnection): string[] =>
  host.stored.map((event) => (event.kind === 'text' ? event.text : event.kind));

/** Waits until a text is stored. */
export async function receivedText(host: TestConnection, text: string): Promise<void> {
  await waitFor(
    () => texts(host).includes(text),
    () => ({
      expected: `the text “${text}” to be delivered`,
      got: shown(texts(host)),
      cause: 'the adapter receives nothing, or the text was taken away from the stream',
    }),
  );
}

/** Waits until this many events are stored. */
export async function stored(host: TestConnection, count: number, what: string, timeoutMs?: number): Promise<void> {
  await waitFor(
    () => host.stored.length >= count,
    () => ({
      expected: `${what} to be delivered (${count} ${count === 1 ? 'event' : 'events'})`,
      got: `${host.stored.length}, and the stream reported ${shown(host.reports)}`,
      cause:
        'the adapter receives nothing, filters the event out, or throws while it parses it; see the log of the host',
    }),
    timeoutMs,
  );
}
