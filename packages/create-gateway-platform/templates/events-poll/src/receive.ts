import type { Connection, StreamControl } from '@gateway/platform-kit';
import type { Api, Context } from './api.js';
import { notWritten } from './not-written.js';

/** Receives the events of the account by polling. */
export function receive(api: Api, context: Context): Pick<Connection, 'start'> {
  return { start: (stream) => poll(api, context, stream) };
}

async function poll(_api: Api, _context: Context, _stream: StreamControl): Promise<void> {
  return notWritten(
    'poll in src/receive.ts',
    'fetch events until the signal aborts, deliver what eventOf makes of them, move the offset (context.state keeps it) only after deliver has resolved, and report onUp or onDown',
  );
}
