import type { Credentials, Platform, Probe, TemplateRef } from '@gateway/platform-kit';
import type { AccountId } from '../ports/system.js';
import type { ChannelRow } from '../ports/rows.js';
import { accountName } from './account.js';
import type { AccountHealth } from './account-health.js';
import type { AccountRegistry } from './account-registry.js';
import { findChats, type FoundChats } from './find-chats.js';
import { probe } from './probe.js';
import type { RecentChats } from './recent-chats.js';
import { withTemporaryConnection, type TemporaryConnectionDeps } from './temporary-connection.js';
import type { Services } from '../ports/services.js';

export interface ChannelChecksOptions extends Pick<Services, 'clock' | 'log'> {
  readonly accounts: AccountRegistry;
  readonly health: AccountHealth;
  readonly recentChats: RecentChats;
  readonly connectionDeps: TemporaryConnectionDeps;
}

/** Checks that an operator runs on a channel, saved or not: test, search for chats, search for duplicates. */
export class ChannelChecks {
  readonly #options: ChannelChecksOptions;

  constructor(options: ChannelChecksOptions) {
    this.#options = options;
  }

  /** Asks the platform who owns the credentials and whether the chat can be reached with them. */
  async probe(
    platform: Platform,
    account: AccountId & { readonly targetChatId: string },
    credentials: Credentials,
    template: TemplateRef | null = null,
  ): Promise<Probe> {
    return await probe(this.#options.connectionDeps, platform, { ...account, template }, credentials);
  }

  /** Records the result of a test in the channel's health. */
  async recordProbe(channel: ChannelRow, result: Probe): Promise<void> {
    await this.#options.health.recordProbe(channel, result);
  }

  /** Chats of the account that the credentials belong to. Uses the open connection where there is one, so that no second stream opens. */
  async findChats(
    platform: Platform,
    account: AccountId,
    credentials: Credentials,
    { withRecent }: { readonly withRecent: boolean },
  ): Promise<FoundChats> {
    const { accounts, recentChats, connectionDeps, clock, log } = this.#options;
    await accounts.refresh();
    const connected = accounts.find(account);
    const recent = withRecent ? recentChats.of(accountName(account)) : [];
    return await findChats({ clock, log, credentials }, platform, recent, async (ask) =>
      connected
        ? await ask(await connected.connection(), true)
        : await withTemporaryConnection(connectionDeps, platform, account, credentials, (own) => ask(own, false)),
    );
  }

  /** Other active channels with the same platform, target chat and credentials. */
  duplicateChannels(channel: ChannelRow): ChannelRow[] {
    const siblings = this.#options.accounts.find(channel)?.channels ?? [];
    return siblings.filter(
      (other) => other.channelId !== channel.channelId && other.targetChatId === channel.targetChatId,
    );
  }
}
