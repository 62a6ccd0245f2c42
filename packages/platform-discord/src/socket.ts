import { setTimeout as sleep } from 'node:timers/promises';
import { CloseCodes, WebSocketManager, WebSocketShardEvents, type SessionInfo } from '@discordjs/ws';
import { PlatformError, retry, type StreamControl } from '@gateway/platform-kit';
import type { APIGatewayBotInfo } from 'discord-api-types/v10';
import type { Api, DiscordContext } from './api.js';
import { DISALLOWED_INTENTS, fatalClose } from './close-codes.js';
import type { Dispatched } from './dispatch.js';
import { ALL_TEXTS, NO_TEXTS, textsAllowed, type Intents } from './intents.js';
import { openRelay, type Relay } from './relay.js';
import { openSessions, type Sessions } from './sessions.js';

/**
 * Grace period before a dropped socket is reported. It is longer than the five seconds that Discord requires between two new
 * sessions.
 */
const DROP_GRACE_MS = 10_000;
/** Time that Discord may take to resume or start a session. */
const READY_TIMEOUT_MS = 15_000;
/** Closes in a row after which the slower retries of this file replace the SDK's quick ones. */
const MAX_QUICK_CLOSES = 3;
const CLOSE_TIMEOUT_MS = 500;

export interface Source {
  readonly api: Api;
  readonly context: DiscordContext;
  /** Called for each payload in order. `done` must be called when the payload is processed; the session resumes after it. */
  readonly onDispatch: (payload: Dispatched, done: () => void) => void;
}

/** A connection ended because the next one must ask for other intents. */
class OtherIntents {
  constructor(readonly intents: Intents) {}
}

/**
 * Keeps a connection to Discord's gateway until `signal` aborts, with a backoff between connections. A bot without the privileged
 * message intent is connected without it, until an operator turns it on.
 */
export async function holdSocket(source: Source, control: StreamControl): Promise<{ close(): Promise<void> }> {
  const { log, state } = source.context;
  const dispatcher = await source.context.openDispatcher?.();
  const relay = dispatcher ? await openRelay(dispatcher) : null;
  let intents = ALL_TEXTS;
  let sessions = await openSessions(state, intents.sessionsKey);
  const connect = async (given: StreamControl): Promise<void> => {
    const onUp = () => given.onUp(intents.remark);
    // A heartbeat of one shard does not show that the others work, so it is no contact of `given`.
    const problem = await connectOnce({ ...source, relay }, intents, sessions, {
      ...control,
      onUp,
      onDown: given.onDown,
    });
    if (!(problem instanceof OtherIntents)) throw problem;
    if (given.signal.aborted) return;
    await sessions.close();
    intents = problem.intents;
    sessions = await openSessions(state, intents.sessionsKey);
    await connect(given);
  };
  await retry(control, connect, { log });
  relay?.close();
  return sessions;
}

/** Connects and resolves with the reason for the end. The SDK itself reconnects a dropped socket. */
async function connectOnce(
  { api, context, onDispatch, relay }: Source & { readonly relay: Relay | null },
  intents: Intents,
  sessions: Sessions,
  { signal, onUp, onDown, onContact }: StreamControl,
): Promise<PlatformError | OtherIntents> {
  let information: APIGatewayBotInfo;
  try {
    information = completed(await api.call<Partial<APIGatewayBotInfo>>('get', '/gateway/bot', { signal }));
  } catch (error) {
    return error instanceof PlatformError ? error : unusable();
  }

  let hasEnded = false;
  let finish: (problem: PlatformError | OtherIntents) => void = () => {};
  const ended = new Promise<PlatformError | OtherIntents>((resolve) => {
    finish = (problem) => {
      hasEnded = true;
      resolve(problem);
    };
  });
  const stop = () => finish(new PlatformError('unavailable', 'The connection to Discord was closed.'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();

  const manager = new WebSocketManager({
    token: context.credentials.bot_token.replace(/^Bot\s+/i, ''),
    // oxlint-disable-next-line no-unsafe-enum-assignment -- a combination of bits is not a member of the SDK's enum
    intents: intents.bits,
    // The SDK uses it only to get this information.
    rest: { get: async () => ({ ...information, url: relay?.through(information.url) ?? information.url }) } as never,
    handshakeTimeout: READY_TIMEOUT_MS,
    helloTimeout: READY_TIMEOUT_MS,
    readyTimeout: READY_TIMEOUT_MS,
    // After the end, a reconnect that the SDK has started must not complete: this promise never resolves.
    retrieveSessionInfo: (shard) =>
      hasEnded ? new Promise<null>(() => {}) : withUrl(sessions.read(shard), relay?.through),
    updateSessionInfo: (shard, session) => {
      if (!hasEnded) sessions.write(shard, withUrl(session, relay?.remote));
    },
  });

  const ready = new Set<number>();
  const timers = new Set<NodeJS.Timeout>();
  let closes = 0;
  let wasUp = false;
  const later = (ms: number, work: () => void) => void timers.add(setTimeout(work, ms));
  const cancel = () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  };
  const up = (shard: number) => {
    ready.add(shard);
    if (ready.size < information.shards || hasEnded) return;
    cancel();
    closes = 0;
    wasUp = true;
    onUp();
  };

  manager.on(WebSocketShardEvents.Hello, () => {
    later(READY_TIMEOUT_MS, () => {
      // The session could not be resumed: the next connection starts a new one.
      sessions.clear();
      finish(unusable());
    });
  });
  manager.on(WebSocketShardEvents.Ready, (_data, shard) => up(shard));
  manager.on(WebSocketShardEvents.Resumed, (shard) => up(shard));
  manager.on(WebSocketShardEvents.Dispatch, (payload, shard) => {
    const session = sessions.read(shard);
    if (hasEnded) return;
    onDispatch(payload, () => {
      if (session) sessions.done({ ...session, sequence: payload.s });
    });
  });
  // Discord does not say when an operator turns on the intent. A heartbeat is due about every 41 s.
  manager.on(WebSocketShardEvents.HeartbeatComplete, () => {
    if (!hasEnded) onContact?.();
    if (intents !== NO_TEXTS || hasEnded) return;
    void textsAllowed(api, signal).then((allowed) => allowed && finish(new OtherIntents(ALL_TEXTS)));
  });
  manager.on(WebSocketShardEvents.Closed, (code, shard) => {
    if (hasEnded) return;
    if (code === DISALLOWED_INTENTS && intents === ALL_TEXTS) return finish(new OtherIntents(NO_TEXTS));
    ready.delete(shard);
    closes += 1;
    const fatal = fatalClose(code);
    if (fatal) finish(fatal);
    else if (closes >= MAX_QUICK_CLOSES) finish(dropped(code));
    else if (!wasUp) onDown(dropped(code).explanation);
    else later(DROP_GRACE_MS, () => onDown(dropped(code).explanation));
  });
  // Each of these is followed by a close, which has more details.
  for (const event of [WebSocketShardEvents.Error, WebSocketShardEvents.SocketError] as const)
    manager.on(event, () => {});

  manager.connect().catch(() => finish(unusable()));
  const problem = await ended;
  signal.removeEventListener('abort', stop);
  cancel();
  // With any other code, Discord ends the session, and the events until the next connection are lost.
  const closed = Promise.resolve(manager.destroy({ code: CloseCodes.Resuming, reason: 'The gateway stops' }));
  await Promise.race([closed.catch(() => {}), sleep(CLOSE_TIMEOUT_MS)]);
  return problem;
}

/** The session with another address to resume at; unchanged without `map`. */
function withUrl(session: SessionInfo | null, map: ((url: string) => string) | undefined): SessionInfo | null {
  return session && map ? { ...session, resumeURL: map(session.resumeURL) } : session;
}

/** Adds the fields of the answer that the SDK requires. */
function completed(given: Partial<APIGatewayBotInfo>): APIGatewayBotInfo {
  if (typeof given?.url !== 'string') throw unusable();
  return {
    url: given.url,
    shards: given.shards ?? 1,
    session_start_limit: {
      total: 1000,
      remaining: 1000,
      reset_after: 0,
      max_concurrency: 1,
      ...given.session_start_limit,
    },
  };
}

function dropped(code: number): PlatformError {
  return new PlatformError(
    'unavailable',
    `The connection to Discord was dropped (close code ${code}). The gateway is reconnecting.`,
  );
}

function unusable(): PlatformError {
  return new PlatformError('unavailable', "The connection to Discord's gateway could not be established.", {
    hint: 'Outgoing secure WebSockets to gateway.discord.gg must be allowed; check PLATFORM_DISCORD_API_URL if it is set.',
  });
}
