import type { Connection, StreamControl } from '@gateway/platform-kit';
import type { Api, Context } from './api.js';
import { notWritten } from './not-written.js';

/** Receives the events of the account on a socket. */
export function receive(api: Api, context: Context): Pick<Connection, 'start'> {
  return { start: (stream) => listen(api, context, stream) };
}

async function listen(_api: Api, _context: Context, _stream: StreamControl): Promise<void> {
  return notWritten(
    'listen in src/receive.ts',
    'keep a socket open until the signal aborts, deliver what eventOf makes of its events, acknowledge each only after deliver has resolved, open the socket again when it closes, and report onUp or onDown',
  );
}
