import {
  connectionFlaws,
  PlatformError,
  type Connection,
  type ConnectionContext,
  type Platform,
} from '@gateway/platform-kit';
import { pause } from '../base/loop.js';
import type { Clock, Logger } from '../ports/system.js';

/** `connect` makes no request, so it is quick. */
const CONNECT_TIMEOUT_MS = 30_000;
/** A connection that takes longer to end delays other connections no further. */
export const END_TIMEOUT_MS = 20_000;

/** Connects, and compares the connection with the manifest. Throws a `PlatformError` when `connect` hangs or the connection is incomplete. */
export async function openConnection(
  clock: Clock,
  platform: Platform,
  context: ConnectionContext,
): Promise<Connection> {
  const opening = platform.connect(context);
  const connection = await inTime(clock, opening, CONNECT_TIMEOUT_MS);
  if (connection === late) {
    // It may still open.
    void Promise.resolve(opening)
      .then((opened) => opened.close())
      .catch(() => {});
    throw new PlatformError(
      'unavailable',
      `The adapter of ${platform.name} did not connect within ${CONNECT_TIMEOUT_MS / 1000} s.`,
      { hint: 'Restart the gateway; if that does not help, report it to the author of the adapter.' },
    );
  }
  const flaws = connectionFlaws(connection, platform.capabilities);
  if (flaws.length === 0) return connection;
  throw new PlatformError(
    'invalid',
    `The adapter of ${platform.name} cannot be used: its connection lacks ${flaws.join(', ')}.`,
    { hint: 'Install a version in which the manifest and the connection agree.' },
  );
}

/** Closes a connection. An adapter that fails or hangs is logged. */
export async function closeConnection(
  { clock, log }: { clock: Clock; log: Logger },
  connection: Connection,
  about: object,
  describeFailure: (error: unknown) => object,
): Promise<void> {
  try {
    const closed = await inTime(clock, connection.close(), END_TIMEOUT_MS);
    if (closed === late) log.warn({ ...about, ms: END_TIMEOUT_MS }, 'A connection did not close in time');
  } catch (error) {
    log.error({ ...about, ...describeFailure(error) }, 'A connection could not be closed');
  }
}

/** An adapter may take this long to end a call after its signal has aborted. */
export const ABORT_TIMEOUT_MS = 5000;

/** An adapter did not end a call in time. */
export class AdapterTimeout extends PlatformError {
  constructor({ name }: Pick<Platform, 'name'>, ms: number) {
    super('unavailable', `The adapter of ${name} did not answer within ${ms / 1000} s.`, {
      hint: 'Try again; if that does not help, restart the gateway and report it to the author of the adapter.',
    });
  }
}

/** Makes one call on an adapter, whose signal aborts after `ms`. Throws an `AdapterTimeout` when the adapter ignores that. */
export async function limitedCall<Value>(
  platform: Pick<Platform, 'name'>,
  ms: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  // A timer of the system, as that of the signal, also where tests turn the clock.
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AdapterTimeout(platform, ms + ABORT_TIMEOUT_MS)), ms + ABORT_TIMEOUT_MS);
  });
  return await Promise.race([work(AbortSignal.timeout(ms)), over]).finally(() => clearTimeout(timer));
}

/** What `inTime` resolves with when the time is over. */
export const late: unique symbol = Symbol('late');

/** Waits for `work`, at most `ms`. */
export async function inTime<Value>(clock: Clock, work: Promise<Value>, ms: number): Promise<Value | typeof late> {
  const over = new AbortController();
  const waited = pause(clock, ms, over.signal).then((): typeof late => late);
  return await Promise.race([work, waited]).finally(() => over.abort());
}
