import { isPlatformError, type WebhookReply, type WebhookRequest } from '@gateway/platform-kit';
import type { Clock, Logger } from '../ports.js';
import type { Account } from './account.js';

/** So long nobody looks again for an account that no channel here has. */
const UNKNOWN_ACCOUNT_TTL_MS = 10_000;
const MAX_UNKNOWN_ACCOUNTS = 1000;

export interface SharedWebhookOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** The other open accounts of the same organization and platform, oldest first. */
  readonly siblingsOf: (account: Account) => readonly Account[];
  /** Brings the open accounts in line with the stored channels. */
  readonly refresh: () => Promise<void>;
}

/** Hands on what came in at the webhook of an account and speaks of others. Null: all of it that concerns this gateway is stored. */
export type ShareWebhook = (
  account: Account,
  names: readonly string[],
  request: WebhookRequest,
) => Promise<WebhookReply | null>;

/**
 * A platform may have one webhook address for several accounts of an app. Each of them takes its own part of the request, and only
 * if the request is signed with its own credentials; what belongs to nobody here is left alone.
 */
export function createWebhookSharing({ clock, log, siblingsOf, refresh }: SharedWebhookOptions): ShareWebhook {
  const strangers = new Map<string, number>();

  return async (account, names, request) => {
    const left = new Set(names);
    const asked = new Set<Account>();
    const nameOf = (name: string) => `${account.id.organizationId}/${account.id.platform}/${name}`;

    async function offer(): Promise<WebhookReply | null> {
      for (const sibling of siblingsOf(account)) {
        if (left.size === 0) return null;
        if (asked.has(sibling)) continue;
        asked.add(sibling);
        const refused = await offerTo(sibling, left, request);
        if (refused) return refused;
      }
      return null;
    }

    const refused = await offer();
    if (refused) return refused;
    if ([...left].every((name) => (strangers.get(nameOf(name)) ?? 0) > clock.now())) return null;
    // Another instance may have registered the channel a moment ago.
    await refresh();
    const refusedLater = await offer();
    if (refusedLater) return refusedLater;
    if (strangers.size >= MAX_UNKNOWN_ACCOUNTS) strangers.clear();
    for (const name of left) strangers.set(nameOf(name), clock.now() + UNKNOWN_ACCOUNT_TTL_MS);
    if (left.size > 0)
      log.info(
        { platform: account.id.platform, accounts: [...left] },
        'Events of accounts without a channel here, or with another secret, were left alone',
      );
    return null;
  };
}

/** Lets an account take its part; removes its names from `left` when it did. Returns a reply that makes the platform send all again. */
async function offerTo(account: Account, left: Set<string>, request: WebhookRequest): Promise<WebhookReply | null> {
  const connection = await account.connection().catch(() => null);
  if (!connection?.webhook || !connection.isAccount) return null;
  const own: string[] = [];
  for (const name of left) {
    try {
      if (await connection.isAccount(name)) own.push(name);
    } catch (error) {
      if (isTemporary(error)) return later;
    }
  }
  if (own.length === 0) return null;
  const reply = await connection.webhook(request);
  if (reply.status >= 500) return reply;
  if (reply.status < 300) for (const name of own) left.delete(name);
  return null;
}

const later: WebhookReply = {
  status: 503,
  body: { detail: 'Whose events these are cannot be told at the moment. Send them again.' },
};

/** An account that can never say who it is must not keep the events of others from being acknowledged. */
const isTemporary = (error: unknown): boolean =>
  isPlatformError(error) && (error.code === 'unavailable' || error.code === 'rate_limited');
