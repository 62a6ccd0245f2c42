import { setTimeout as sleep } from 'node:timers/promises';
import { CloseCodes, WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import { PlatformError, type StreamControl } from '@gateway/platform-kit';
import { GatewayIntentBits, type APIGatewayBotInfo } from 'discord-api-types/v10';
import type { Api, DiscordContext } from './api.js';
import { fatalClose } from './close-codes.js';
import type { Dispatched } from './dispatch.js';
import { openSessions, type Sessions } from './sessions.js';

const INTENTS =
  GatewayIntentBits.Guilds |
  GatewayIntentBits.GuildMessages |
  GatewayIntentBits.DirectMessages |
  GatewayIntentBits.MessageContent;

/**
 * A line that breaks off is the way of networks: nobody is told for so many milliseconds. Longer than the five seconds that
 * must lie between two new sessions.
 */
const GRACE_MS = 10_000;
/** Milliseconds that Discord may take to resume a session or to begin one. */
const READY_MS = 15_000;
/** Closes in a row after which the SDK's own quick tries give way to a slower pace. */
const CLOSES_MAX = 3;
const CLOSE_WITHIN_MS = 500;

export interface Source {
  readonly api: Api;
  readonly context: DiscordContext;
  /** Called for each payload in its turn; `done` marks how far the session was worked through. */
  readonly onDispatch: (payload: Dispatched, done: () => void) => void;
}

/** Holds the connection to Discord's gateway until `signal` aborts: again after each end, slower each time. */
export async function holdSocket(source: Source, control: StreamControl): Promise<{ close(): Promise<void> }> {
  const { signal, onDown } = control;
  const { log, state } = source.context;
  const sessions = await openSessions(state);
  let failures = 0;
  const onUp = () => {
    failures = 0;
    control.onUp();
  };
  while (!signal.aborted) {
    const problem = await connectOnce(source, sessions, { signal, onUp, onDown });
    if (signal.aborted) break;
    failures += 1;
    if (failures === 1) log.warn('The connection to Discord does not work.', { reason: problem.explanation });
    onDown(problem.explanation);
    await sleep(pauseAfter(problem, failures), undefined, { signal }).catch(() => {});
  }
  return sessions;
}

/** Connects, and resolves with why that came to its end; the SDK itself mends a line that breaks off. */
async function connectOnce(
  { api, context, onDispatch }: Source,
  sessions: Sessions,
  { signal, onUp, onDown }: StreamControl,
): Promise<PlatformError> {
  let information: APIGatewayBotInfo;
  try {
    information = completed(await api.call<Partial<APIGatewayBotInfo>>('get', '/gateway/bot', { signal }));
  } catch (error) {
    return error instanceof PlatformError ? error : unusable();
  }

  let isOver = false;
  let finish: (problem: PlatformError) => void = () => {};
  const ended = new Promise<PlatformError>((resolve) => {
    finish = (problem) => {
      isOver = true;
      resolve(problem);
    };
  });
  const stop = () => finish(new PlatformError('unavailable', 'The connection to Discord was ended.'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();

  const manager = new WebSocketManager({
    token: context.credentials.bot_token.replace(/^Bot\s+/i, ''),
    // oxlint-disable-next-line no-unsafe-enum-assignment -- a set of bits is none of the members that the SDK's type names
    intents: INTENTS,
    // It is used for this one answer alone.
    rest: { get: async () => information } as never,
    handshakeTimeout: READY_MS,
    helloTimeout: READY_MS,
    readyTimeout: READY_MS,
    // Once over, a reconnect that the SDK had begun must never come about: its next step waits for ever.
    retrieveSessionInfo: (shard) => (isOver ? new Promise<null>(() => {}) : sessions.read(shard)),
    updateSessionInfo: (shard, session) => {
      if (!isOver) sessions.write(shard, session);
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
    if (ready.size < information.shards || isOver) return;
    cancel();
    closes = 0;
    wasUp = true;
    onUp();
  };

  manager.on(WebSocketShardEvents.Hello, () => {
    later(READY_MS, () => {
      // Nothing was heard of the session: the next one begins anew.
      sessions.forget();
      finish(unusable());
    });
  });
  manager.on(WebSocketShardEvents.Ready, (_data, shard) => up(shard));
  manager.on(WebSocketShardEvents.Resumed, (shard) => up(shard));
  manager.on(WebSocketShardEvents.Dispatch, (payload, shard) => {
    const session = sessions.read(shard);
    if (isOver) return;
    onDispatch(payload, () => {
      if (session) sessions.done({ ...session, sequence: payload.s });
    });
  });
  manager.on(WebSocketShardEvents.Closed, (code, shard) => {
    if (isOver) return;
    ready.delete(shard);
    closes += 1;
    const fatal = fatalClose(code);
    if (fatal) finish(fatal);
    else if (closes >= CLOSES_MAX) finish(brokenOff(code));
    else if (!wasUp) onDown(brokenOff(code).explanation);
    else later(GRACE_MS, () => onDown(brokenOff(code).explanation));
  });
  // A close follows each of them, and tells more.
  for (const event of [WebSocketShardEvents.Error, WebSocketShardEvents.SocketError] as const)
    manager.on(event, () => {});

  manager.connect().catch(() => finish(unusable()));
  const problem = await ended;
  signal.removeEventListener('abort', stop);
  cancel();
  // Any other code ends the session on Discord's side, and with it the chance to hear what happens meanwhile.
  const closed = Promise.resolve(manager.destroy({ code: CloseCodes.Resuming, reason: 'The gateway stops' }));
  await Promise.race([closed.catch(() => {}), sleep(CLOSE_WITHIN_MS)]);
  return problem;
}

/** The parts of the answer that the SDK cannot do without. */
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

function pauseAfter({ code, retryAfterMs }: PlatformError, failures: number): number {
  if (code === 'rate_limited') return retryAfterMs ?? 1000;
  // Only an operator can mend these.
  if (code !== 'unavailable') return 60_000;
  return Math.min(1000 * 2 ** (failures - 1), 30_000) * (0.75 + Math.random() / 4);
}

function brokenOff(code: number): PlatformError {
  return new PlatformError(
    'unavailable',
    `The connection to Discord broke off (close code ${code}) and is being made again.`,
  );
}

function unusable(): PlatformError {
  return new PlatformError('unavailable', 'The connection to the gateway of Discord could not be made.', {
    hint: 'Outgoing secure WebSockets to gateway.discord.gg must be allowed; check PLATFORM_DISCORD_API_URL if it is set.',
  });
}
