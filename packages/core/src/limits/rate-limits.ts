import type { Principal } from '../access/principal.js';
import { startLoop } from '../base/loop.js';
import type { Meter } from '../base/meter.js';
import { networkOf, wideNetworkOf } from './client-network.js';
import type { Clock, Logger } from '../ports/system.js';
import { Refusal, type Quota, type RateLimit } from '../base/refusal.js';
import type { RateLimitStore } from '../ports/service/rate-limit-store.js';
import { RateLimiter } from './rate-limiter.js';
import type { Services } from '../ports/services.js';

/** How often the instances tell each other what they have counted. */
const EXCHANGE_MS = 1000;
const REMOVAL_MS = 60_000;
/** How many clients with a /64 of their own a /48 of IPv6 may stand for. */
const NETWORK_FACTOR = 8;

/** The limit of each kind; null: there is none. */
export interface RateLimitSettings {
  /** Requests of a key. */
  readonly key: RateLimit | null;
  /** Requests from a client address, by all its keys. */
  readonly address: RateLimit | null;
  /** Requests with a wrong key, link or address from a client address. */
  readonly invalidKeys: RateLimit | null;
  /** Questions and texts that agents post in a channel. */
  readonly channel: RateLimit | null;
}

export interface RateLimitsOptions extends Services {
  readonly limits: RateLimitSettings;
  readonly meter: Meter;
}

/** Counts what is limited, and throws a `throttled` Refusal, which is not counted, for what is too much. */
export interface RateLimits {
  /** Counts a request to the API. Returns what is left of each limit that applies. */
  request(principal: Principal): readonly Quota[];
  /** Refuses what an unknown caller tries, after too many wrong tries from the address. Counts nothing. */
  checkGuess(address: string | null): void;
  /** Counts a wrong key, link or address. Refuses nothing. */
  guess(address: string | null): void;
  /** Counts a post in each of these channels. */
  posts(organizationId: string, channelIds: readonly string[]): void;
  stop(): Promise<void>;
}

/** One use of one limit. */
interface Use {
  readonly limiter: RateLimiter;
  readonly subject: string;
  /** For the log. */
  readonly fields: object;
  /** What is limited, for the caller. */
  readonly what: (limit: RateLimit) => string;
}

/**
 * Starts the limits. They are counted in memory. Where several instances can share the database they exchange the subjects that have
 * used a part of their limit, in one statement a second: together they allow at most what each of them allows in that time too much.
 */
export function startRateLimits({ limits, store, clock, log, meter }: RateLimitsOptions): RateLimits {
  const limiterOf = (policy: string, limit: RateLimit | null) => limit && new RateLimiter(policy, limit);
  const key = limiterOf('key', limits.key);
  const address = clientLimiters('address', limits.address);
  const invalidKeys = clientLimiters('invalid_keys', limits.invalidKeys);
  const channel = limiterOf('channel', limits.channel);
  const shared = store.rateLimits;
  const limiters = [key, ...Object.values(address ?? {}), ...Object.values(invalidKeys ?? {}), channel].filter(
    (each) => each !== null,
  );
  const loop = shared && limiters.length > 0 ? startExchange(shared, limiters, { clock, log }) : null;

  function check(uses: readonly Use[], now: number): void {
    for (const { limiter, subject, fields, what } of uses) {
      const waitMs = limiter.waitMs(subject, now);
      if (waitMs === 0) continue;
      limiter.log(log, subject, fields, now);
      meter.rateLimited(limiter.policy);
      const seconds = Math.max(1, Math.ceil(waitMs / 1000));
      throw new Refusal('throttled', `${what(limiter.limit)}: try again in ${seconds} s.`, null, {
        retryAfterSec: seconds,
        quota: limiter.quota(subject, now),
      });
    }
  }

  function count(uses: readonly Use[], now: number): void {
    for (const { limiter, subject } of uses) if (limiter.count(subject, now)) loop?.wakeAt(now + EXCHANGE_MS);
  }

  function take(uses: readonly Use[]): void {
    const now = clock.now();
    check(uses, now);
    count(uses, now);
  }

  /** The uses of a limit for clients: by the address, and for IPv6 by the larger network, too. */
  const usesOf = (limiters: ClientLimiters, from: string, what: Use['what']): Use[] => {
    const wide = wideNetworkOf(from);
    const fields = { address: from };
    return [
      { limiter: limiters.address, subject: networkOf(from), fields, what },
      ...(wide === null ? [] : [{ limiter: limiters.network, subject: wide, fields, what }]),
    ];
  };

  const guessesOf = (from: string | null): Use[] =>
    invalidKeys
      ? usesOf(
          invalidKeys,
          from ?? 'unknown',
          () =>
            'Too many requests with wrong keys, links or addresses came from this address (RATE_LIMIT_INVALID_KEYS): correct them',
        )
      : [];

  const quotasOf = (uses: readonly Use[]) => uses.map(({ limiter, subject }) => limiter.quota(subject, clock.now()));

  return {
    request({ kind, keyId, keyCountedAs, address: from }) {
      // The console must not stop working for a busy operator. Sign-ins have limits of their own.
      if (kind === 'operator') return [];
      const uses: Use[] = [];
      if (key && keyId !== null)
        uses.push({
          limiter: key,
          subject: keyCountedAs ?? keyId,
          fields: { key: keyId },
          what: ({ perMinute }) =>
            `This key has made more than the ${perMinute} requests a minute that RATE_LIMIT_KEY allows`,
        });
      if (address && from !== null)
        uses.push(
          ...usesOf(
            address,
            from,
            ({ perMinute }) =>
              `Your address ${from} has made more than the ${perMinute} requests a minute that RATE_LIMIT_ADDRESS allows`,
          ),
        );
      if (uses.length === 0) return [];
      take(uses);
      return quotasOf(uses.filter(({ limiter }) => limiter !== address?.network));
    },

    checkGuess(from) {
      check(guessesOf(from), clock.now());
    },

    guess(from) {
      count(guessesOf(from), clock.now());
    },

    posts(organizationId, channelIds) {
      if (!channel) return;
      take(
        channelIds.map((channelId) => ({
          limiter: channel,
          subject: `${organizationId}/${channelId}`,
          fields: { channel_id: channelId },
          what: ({ perMinute }) =>
            `Channel "${channelId}" has got more than the ${perMinute} prompts and messages a minute that RATE_LIMIT_CHANNEL allows`,
        })),
      );
    },

    async stop() {
      await loop?.stop();
    },
  };
}

/** A limit for clients, counted for their address and, with IPv6, for the network that their provider may have given them. */
interface ClientLimiters {
  readonly address: RateLimiter;
  readonly network: RateLimiter;
}

function clientLimiters(policy: string, limit: RateLimit | null): ClientLimiters | null {
  if (!limit) return null;
  const { perMinute, burst } = limit;
  const wide = { perMinute: perMinute * NETWORK_FACTOR, burst: burst * NETWORK_FACTOR };
  return { address: new RateLimiter(policy, limit), network: new RateLimiter(policy, wide) };
}

function startExchange(
  store: RateLimitStore,
  limiters: readonly RateLimiter[],
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
) {
  let removedAt = -Infinity;
  return startLoop({
    name: 'rate limits',
    clock,
    log,
    idleMs: 10 * REMOVAL_MS,
    async pass() {
      const now = clock.now();
      const taken = limiters.flatMap((limiter) =>
        limiter.takeUnshared(now).map(({ subject, use }) => ({ limiter, subject, use })),
      );
      if (taken.length > 0) {
        let emptyAt: ReadonlyMap<string, number>;
        try {
          emptyAt = await store.share(
            taken.map(({ use }) => use),
            now,
            now + Math.ceil(Math.max(...limiters.map(({ mostMs }) => mostMs))),
          );
        } catch (error) {
          for (const { limiter, subject, use } of taken) limiter.notShared(subject, use);
          throw error;
        }
        for (const { limiter, subject, use } of taken) limiter.shared(subject, emptyAt.get(use.subject) ?? now);
      }
      if (now - removedAt >= REMOVAL_MS) {
        await store.removeUnused(now);
        removedAt = now;
      }
      return null;
    },
  });
}
