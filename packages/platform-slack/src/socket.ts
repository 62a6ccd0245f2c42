import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { PlatformError, type StreamControl } from '@gateway/platform-kit';
import { SocketModeClient } from '@slack/socket-mode';
import { clientOptions, silent, type Call, type SlackContext } from './api.js';
import { NO_COMMANDS } from './commands.js';
import type { ReadFile } from './inbound-files.js';
import { parsePayload } from './inbound.js';
import type { Receive } from './receiver.js';

const CONNECT_TIMEOUT_MS = 15_000;
/** Max wait on stop for payloads that are being stored. */
const MAX_STORE_WAIT_MS = 500;
const CLOSE_TIMEOUT_MS = 300;
/** The end of a connection that lasted less than this counts as a failure. */
const STABLE_AFTER_MS = 10_000;
const RETRY_DELAYS_MS = [0, 500, 1000, 2000, 5000, 10_000, 30_000] as const;

export interface SocketOptions {
  /** Calls with the app-level token. */
  readonly app: Call;
  readonly context: SlackContext;
  readonly receive: Receive;
  readonly readFile: ReadFile;
}

/**
 * Receives by Socket Mode until `signal` aborts. Each connection gets its own client, because the SDK's own reconnect ends the process when its
 * request for a new address fails. Slack redelivers what was not acknowledged.
 */
export async function listen(options: SocketOptions, { signal, onUp, onDown }: StreamControl): Promise<void> {
  const pending = new Set<Promise<void>>();
  const over = endAfter(signal, pending);
  const begin = ({ ack, body }: Envelope) => {
    if (signal.aborted) return;
    const work = receiveAndAcknowledge(options, body, ack).finally(() => pending.delete(work));
    pending.add(work);
  };
  for (let failures = 0; !signal.aborted;) {
    const startedAt = performance.now();
    const problem = await holdConnection(options, { begin, signal, over, onUp });
    if (signal.aborted) break;
    if (problem) onDown(problem.explanation);
    const wasStable = problem === null && performance.now() - startedAt > STABLE_AFTER_MS;
    failures = wasStable ? 0 : Math.min(failures + 1, RETRY_DELAYS_MS.length - 1);
    const waitMs = Math.max(RETRY_DELAYS_MS[failures] ?? 0, problem?.retryAfterMs ?? 0);
    await pause(waitMs, undefined, { signal }).catch(() => {});
  }
  if (!over.aborted) await once(over, 'abort');
}

/** Aborts after `signal`, when all pending work has ended or MAX_STORE_WAIT_MS has passed. */
function endAfter(signal: AbortSignal, pending: ReadonlySet<Promise<void>>): AbortSignal {
  const over = new AbortController();
  const settle = () =>
    void Promise.race([Promise.all(pending), pause(MAX_STORE_WAIT_MS, undefined, { ref: false })]).then(() =>
      over.abort(),
    );
  if (signal.aborted) settle();
  else signal.addEventListener('abort', settle, { once: true });
  return over.signal;
}

interface Session {
  readonly begin: (envelope: Envelope) => void;
  readonly signal: AbortSignal;
  /** Keeps the connection open until this aborts: pending work still sends acknowledgements. */
  readonly over: AbortSignal;
  readonly onUp: () => void;
}

/** One connection, from the request for its address to its end. Resolves with the problem; null when it was connected. */
async function holdConnection(
  { app, context }: SocketOptions,
  { begin, signal, over, onUp }: Session,
): Promise<PlatformError | null> {
  const dispatcher = await context.openDispatcher?.();
  const client = new SocketModeClient({
    appToken: context.credentials.app_token ?? '',
    autoReconnectEnabled: false,
    logger: silent,
    clientOptions: clientOptions(context, CONNECT_TIMEOUT_MS, signal),
    // The type is that of another copy of undici's declarations.
    ...(dispatcher && { dispatcher: dispatcher as never }),
  });
  client.on('slack_event', begin);
  const ended = new Promise<void>((resolve) => void client.once('disconnected', () => resolve()));
  const stop = () => void close(client);
  const timeout = setTimeout(stop, CONNECT_TIMEOUT_MS);
  over.addEventListener('abort', stop, { once: true });
  try {
    await app(signal, () => client.start());
    clearTimeout(timeout);
    if (!signal.aborted) onUp();
    await ended;
    return null;
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  } finally {
    clearTimeout(timeout);
    over.removeEventListener('abort', stop);
    await close(client);
  }
}

/** The SDK's event for each envelope; the SDK does not declare its type. */
interface Envelope {
  readonly ack: (answer?: object) => Promise<void>;
  readonly body: unknown;
}

async function receiveAndAcknowledge(
  { receive, readFile, context }: SocketOptions,
  body: unknown,
  ack: Envelope['ack'],
): Promise<void> {
  try {
    const inbound = parsePayload(body, readFile);
    if (inbound?.kind === 'command') return await ack(NO_COMMANDS);
    await ack(inbound ? await receive(inbound) : undefined);
  } catch {
    context.log.warn('A payload of Slack was not acknowledged. Slack sends an event again; a person must press again.');
  }
}

/** Closes gracefully, then forcibly after CLOSE_TIMEOUT_MS. */
async function close(client: SocketModeClient): Promise<void> {
  const closed = client.disconnect();
  const force = setTimeout(() => void client.disconnect(), CLOSE_TIMEOUT_MS);
  await closed;
  clearTimeout(force);
}
