import { isPlatformError, type WebhookReply, type WebhookRequest } from '@gateway/platform-kit';
import type { Account } from './account.js';
import type { Services } from '../ports/services.js';

/** How long an account without a channel is cached as unknown. */
const UNKNOWN_ACCOUNT_TTL_MS = 10_000;
const MAX_UNKNOWN_ACCOUNTS = 1000;

export interface SharedWebhookOptions extends Pick<Services, 'clock' | 'log'> {
  /** The other open accounts of the same organization and platform, oldest first. */
  readonly siblingsOf: (account: Account) => readonly Account[];
  /** Brings the open accounts in line with the stored channels. */
  readonly refresh: () => Promise<void>;
}

/** Offers a webhook request to the other accounts that it names. Null: all events for accounts of this gateway are stored. */
export type ShareWebhook = (
  account: Account,
  names: readonly string[],
  request: WebhookRequest,
) => Promise<WebhookReply | null>;

/**
 * A platform may have one webhook address for several accounts of an app. Each account handles its own part of the request, and
 * only if the request is signed with its credentials. Events of unknown accounts are ignored.
 */
export function createWebhookSharing({ clock, log, siblingsOf, refresh }: SharedWebhookOptions): ShareWebhook {
  const unknownUntil = new Map<string, number>();

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
    if ([...left].every((name) => (unknownUntil.get(nameOf(name)) ?? 0) > clock.now())) return null;
    // Another instance may have just registered the channel.
    await refresh();
    const refusedLater = await offer();
    if (refusedLater) return refusedLater;
    if (unknownUntil.size >= MAX_UNKNOWN_ACCOUNTS) unknownUntil.clear();
    for (const name of left) unknownUntil.set(nameOf(name), clock.now() + UNKNOWN_ACCOUNT_TTL_MS);
    if (left.size > 0)
      log.info(
        { platform: account.id.platform, accounts: [...left] },
        'Events of accounts without a channel, or with another secret, were ignored',
      );
    return null;
  };
}

/** Offers the request to an account and removes the names that it handled from `left`. Returns a reply that makes the platform retry; null: none is needed. */
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
  body: { detail: 'The account of these events cannot be determined at the moment. Retry later.' },
};

/** Only temporary errors justify a retry: otherwise one broken account would block the events of all others. */
const isTemporary = (error: unknown): boolean =>
  isPlatformError(error) && (error.code === 'unavailable' || error.code === 'rate_limited');
