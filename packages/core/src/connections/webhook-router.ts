import type { WebhookReply, WebhookRequest } from '@gateway/platform-kit';
import type { Clock, Logger } from '../ports/system.js';
import { Refusal } from '../base/refusal.js';
import type { ChannelRow } from '../ports/rows.js';
import type { AccountRegistry } from './account-registry.js';
import { createWebhookSharing, type ShareWebhook } from './shared-webhook.js';

/** Routes webhook requests to the account of a channel, and to other accounts that share its address. */
export class WebhookRouter {
  readonly #accounts: AccountRegistry;
  readonly #urlOf: WebhookUrlOf;
  readonly #share: ShareWebhook;

  constructor(options: {
    readonly accounts: AccountRegistry;
    readonly urlOf: WebhookUrlOf;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    const { accounts, clock, log } = options;
    this.#accounts = accounts;
    this.#urlOf = options.urlOf;
    this.#share = createWebhookSharing({
      clock,
      log,
      siblingsOf: (account) => accounts.siblingsOf(account),
      refresh: () => accounts.refresh(),
    });
  }

  /** The address at which a channel's platform reports events; null without a public address. */
  async urlOf(channel: WebhookPlace): Promise<string | null> {
    return await this.#urlOf(channel);
  }

  /** Answers a request on the webhook address of an active channel. */
  async handle(channel: ChannelRow, request: WebhookRequest): Promise<WebhookReply> {
    const account = await this.#accounts.accountOf(channel);
    const connection = await account.connection();
    if (!connection.webhook) {
      throw new Refusal(
        'unauthenticated',
        `Channel "${channel.channelId}" has no webhook, so the caller cannot be verified: set PUBLIC_WEBHOOK_URL, and follow the guide of its platform.`,
      );
    }
    const reply = await connection.webhook(request);
    if (!reply.otherAccounts || reply.otherAccounts.length === 0) return reply;
    return (await this.#share(account, reply.otherAccounts, request)) ?? reply;
  }
}

/** The parts of a channel that determine its webhook address. */
export type WebhookPlace = Pick<ChannelRow, 'organizationId' | 'platform' | 'channelId' | 'account'>;
export type WebhookUrlOf = (channel: WebhookPlace) => Promise<string | null>;

/** `publicUrl`: the gateway's public origin, or null. */
export function createWebhookUrlOf(
  publicUrl: string | null,
  isLocal: (platform: string, account: string) => Promise<boolean>,
): WebhookUrlOf {
  return async ({ organizationId, platform, channelId, account }) =>
    publicUrl === null || (await isLocal(platform, account))
      ? null
      : `${publicUrl}/webhooks/${organizationId}/${platform}/${channelId}`;
}
