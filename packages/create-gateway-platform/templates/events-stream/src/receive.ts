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
    'call retry of the kit with a function that opens a session, asks for events, calls onUp, delivers what eventOf makes of each event, acknowledges it only after deliver has resolved, and rejects when the session ends',
  );
}
