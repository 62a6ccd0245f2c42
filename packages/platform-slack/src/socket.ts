import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { PlatformError, type StreamControl } from '@gateway/platform-kit';
import { SocketModeClient } from '@slack/socket-mode';
import { clientOptions, silent, type Call, type SlackContext } from './api.js';
import { parsePayload } from './inbound.js';
import type { Receive } from './receiver.js';

const CONNECT_MS = 15_000;
const SETTLE_MS = 500;
const CLOSE_MS = 300;
/** A connection that held so long was sound; before that its end counts as a failure. */
const STEADY_MS = 10_000;
const RETRY_MS = [0, 500, 1000, 2000, 5000, 10_000, 30_000] as const;

export interface SocketOptions {
  /** Calls with the app-level token. */
  readonly app: Call;
  readonly context: SlackContext;
  readonly receive: Receive;
}

/**
 * Receives by Socket Mode until `signal` aborts. The SDK's own reconnecting ends the process when Slack cannot be asked for a
 * new address, so each connection is one client here. What was not acknowledged Slack sends again on the next one.
 */
export async function listen(options: SocketOptions, { signal, onUp, onDown }: StreamControl): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const over = endAfter(signal, underWay);
  const begin = ({ ack, body }: Envelope) => {
    if (signal.aborted) return;
    const work = takeIn(options, body, ack).finally(() => underWay.delete(work));
    underWay.add(work);
  };
  for (let failures = 0; !signal.aborted;) {
    const startedAt = performance.now();
    const problem = await holdConnection(options, { begin, signal, over, onUp });
    if (signal.aborted) break;
    if (problem) onDown(problem.explanation);
    const held = problem === null && performance.now() - startedAt > STEADY_MS;
    failures = held ? 0 : Math.min(failures + 1, RETRY_MS.length - 1);
    const waitMs = Math.max(RETRY_MS[failures] ?? 0, problem?.retryAfterMs ?? 0);
    await pause(waitMs, undefined, { signal }).catch(() => {});
  }
  if (!over.aborted) await once(over, 'abort');
}

/** Aborts some time after `signal`: when all that is under way has ended, or has taken too long. */
function endAfter(signal: AbortSignal, underWay: ReadonlySet<Promise<void>>): AbortSignal {
  const over = new AbortController();
  const settle = () =>
    void Promise.race([Promise.all(underWay), pause(SETTLE_MS, undefined, { ref: false })]).then(() => over.abort());
  if (signal.aborted) settle();
  else signal.addEventListener('abort', settle, { once: true });
  return over.signal;
}

interface Session {
  readonly begin: (envelope: Envelope) => void;
  readonly signal: AbortSignal;
  /** The connection is needed until this aborts: for the acknowledgements of what had begun. */
  readonly over: AbortSignal;
  readonly onUp: () => void;
}

/** One connection, from asking for its address to its end; null when it worked. */
async function holdConnection(
  { app, context }: SocketOptions,
  { begin, signal, over, onUp }: Session,
): Promise<PlatformError | null> {
  const client = new SocketModeClient({
    appToken: context.credentials.app_token ?? '',
    autoReconnectEnabled: false,
    logger: silent,
    clientOptions: clientOptions(context, CONNECT_MS, signal),
  });
  client.on('slack_event', begin);
  const ended = new Promise<void>((resolve) => void client.once('disconnected', () => resolve()));
  const stop = () => void close(client);
  const tooLong = setTimeout(stop, CONNECT_MS);
  over.addEventListener('abort', stop, { once: true });
  try {
    await app(signal, () => client.start());
    clearTimeout(tooLong);
    if (!signal.aborted) onUp();
    await ended;
    return null;
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  } finally {
    clearTimeout(tooLong);
    over.removeEventListener('abort', stop);
    await close(client);
  }
}

/** What the SDK hands out for each envelope; its own types leave it open. */
interface Envelope {
  readonly ack: () => Promise<void>;
  readonly body: unknown;
}

async function takeIn({ receive, context }: SocketOptions, body: unknown, ack: Envelope['ack']): Promise<void> {
  try {
    const inbound = parsePayload(body);
    if (inbound) await receive(inbound);
    await ack();
  } catch {
    context.log.warn(
      'Something that Slack sent was not acknowledged; an event comes again, a person must press again.',
    );
  }
}

/** Says goodbye; who does not answer is left without. */
async function close(client: SocketModeClient): Promise<void> {
  const closed = client.disconnect();
  const force = setTimeout(() => void client.disconnect(), CLOSE_MS);
  await closed;
  clearTimeout(force);
}
