import type { Credentials, Platform, Probe } from '@gateway/platform-kit';
import { auditEntry } from '../audit/audit.js';
import type { AccountRegistry } from '../connections/account-registry.js';
import type { ChannelChecks } from '../connections/channel-checks.js';
import type { WebhookRouter } from '../connections/webhook-router.js';
import type { FoundChats } from '../connections/find-chats.js';
import type { CredentialVault } from '../credentials/credential-vault.js';
import { requireChannel, sees, withinChannels } from '../keys/allowed-channels.js';
import type { Principal } from '../keys/principal.js';
import type { ChannelFilter } from './channel-store.js';
import type { Clock, Logger, Outgoing, Page } from '../ports.js';
import type { Store } from '../store.js';
import { loadedPlatform, refusalOfPlatform, type Platforms } from '../platforms.js';
import { checkAddress, Refusal } from '../refusal.js';
import type { AddressVault } from '../sealed-addresses/address-vault.js';
import type { ChannelRow } from '../rows.js';
import { checkCredentials } from '../credentials/check-credentials.js';
import { checkAnswerRules } from './answer-rules.js';
import type { ChannelCandidate, ChannelInput, ChannelUpdate, ChatSearch } from './channel-input.js';
import { problemsWithinTimeout } from './probe-problems.js';
import { templateOf, windowSettings } from './reply-window.js';
import { unverified } from './unverified.js';

export interface ChannelsOptions {
  readonly store: Store;
  readonly platforms: Platforms;
  readonly accounts: AccountRegistry;
  readonly checks: ChannelChecks;
  readonly webhooks: WebhookRouter;
  readonly vault: CredentialVault;
  readonly addresses: AddressVault;
  readonly outgoing: Outgoing;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Attempts of an update that conflicts with concurrent updates. */
const MAX_UPDATE_ATTEMPTS = 5;

/** Registering, changing and unregistering channels. */
export class Channels {
  readonly #options: ChannelsOptions;

  constructor(options: ChannelsOptions) {
    this.#options = options;
  }

  /** Registers a channel and starts serving it. Returns warnings for its owner. */
  async create(principal: Principal, input: ChannelInput): Promise<string[]> {
    const { store, vault, addresses, clock, outgoing } = this.#options;
    requireChannel(principal, input.channelId);
    const platform = await this.#platform(input.platform);
    checkAddress(outgoing, 'callback_url', input.callbackUrl);
    const credentials = checkCredentials(platform, input.credentials);
    const window = windowSettings(platform, input);
    await checkAnswerRules(store, principal, input);
    const { organizationId } = principal;
    const channel = {
      organizationId,
      channelId: input.channelId,
      platform: platform.id,
      targetChatId: input.targetChatId,
      channelType: input.channelType,
      callbackUrl: input.callbackUrl && addresses.seal(input.callbackUrl),
      credentials: vault.seal({ organizationId, channelId: input.channelId }, credentials),
      account: platform.account(credentials),
      ...window,
      approvers: input.approvers ?? null,
      policyId: input.policyId ?? null,
      createdAt: new Date(clock.now()),
    };
    const inserted = await store.channels.insert(
      channel,
      auditEntry(principal, clock, 'channel.created', input.channelId),
    );
    if (!inserted) {
      throw new Refusal(
        'conflict',
        `Channel "${input.channelId}" already exists; PATCH /v1/channels/${input.channelId} changes or reactivates it.`,
        'channel_id',
        { code: 'channel_exists' },
      );
    }
    return await this.#serve(principal, input.channelId, true);
  }

  async get(principal: Principal, channelId: string): Promise<ChannelRow> {
    const channel = await this.#options.store.channels.get(principal.organizationId, channelId);
    if (!channel || !sees(principal, channelId))
      throw new Refusal('not_found', `There is no channel ${JSON.stringify(channelId)}.`, null, {
        code: 'channel_not_found',
      });
    return channel;
  }

  /** A channel with the address at which its platform reports events; null without a public address. */
  async details(principal: Principal, channelId: string): Promise<{ channel: ChannelRow; webhookUrl: string | null }> {
    const channel = await this.get(principal, channelId);
    return { channel, webhookUrl: await this.#options.webhooks.urlOf(channel) };
  }

  /** A channel by its address on a webhook, where there is no principal yet; null: there is none. */
  async find(organizationId: string, channelId: string): Promise<ChannelRow | null> {
    return await this.#options.store.channels.get(organizationId, channelId);
  }

  /** Refuses a platform id that no loaded adapter and no channel has. */
  async knownPlatform(principal: Principal, id: string): Promise<string> {
    const { platforms, store } = this.#options;
    if (platforms.ids.includes(id)) return id;
    const page = { limit: 1, before: null };
    const [channel] = await store.channels.list(principal.organizationId, { platform: id }, page);
    if (!channel) throw refusalOfPlatform(platforms, id);
    return id;
  }

  async list(principal: Principal, filter: ChannelFilter, page: Page): Promise<ChannelRow[]> {
    const within = withinChannels(principal, filter) ?? filter;
    return await this.#options.store.channels.list(principal.organizationId, within, page);
  }

  /** Changes a channel and reactivates it. */
  async update(principal: Principal, channelId: string, patch: ChannelUpdate): Promise<string[]> {
    const { store, vault, addresses, clock, outgoing } = this.#options;
    requireChannel(principal, channelId);
    checkAddress(outgoing, 'callback_url', patch.callbackUrl);
    await checkAnswerRules(store, principal, patch);
    let needsTest =
      patch.targetChatId !== undefined || patch.credentials !== undefined || patch.windowTemplate !== undefined;
    await this.#change(principal, channelId, async (channel) => {
      needsTest ||= !channel.isActive;
      const platform = await this.#platform(channel.platform);
      if (patch.callbackUrl === null && channel.channelType === 'MESSAGE') {
        throw new Refusal('invalid', 'callback_url is required on a MESSAGE channel.', 'callback_url');
      }
      const credentials = patch.credentials && this.#merged(platform, channel, patch.credentials);
      const change = {
        ...(patch.targetChatId !== undefined && { targetChatId: patch.targetChatId }),
        ...(patch.callbackUrl !== undefined && {
          callbackUrl: patch.callbackUrl && addresses.seal(patch.callbackUrl),
        }),
        ...windowSettings(platform, patch, channel),
        ...(patch.approvers !== undefined && { approvers: patch.approvers }),
        ...(patch.policyId !== undefined && { policyId: patch.policyId }),
        ...(credentials && { credentials: vault.seal(channel, credentials), account: platform.account(credentials) }),
        // Earlier evidence was for another chat or other credentials, or it is old.
        ...((credentials !== undefined || patch.targetChatId !== undefined || !channel.isActive) &&
          unverified(new Date(clock.now()))),
        isActive: true,
        updatedAt: new Date(clock.now()),
      };
      return store.channels.update(
        channel.organizationId,
        channelId,
        channel.revision,
        change,
        auditEntry(principal, clock, 'channel.updated', channelId),
      );
    });
    return await this.#serve(principal, channelId, needsTest);
  }

  /** Deactivates a channel and stops serving it. Unregistering twice changes nothing. */
  async unregister(principal: Principal, channelId: string): Promise<void> {
    const { store, clock, accounts } = this.#options;
    requireChannel(principal, channelId);
    await this.#change(principal, channelId, async ({ organizationId, revision, isActive }) => {
      const audit = auditEntry(principal, clock, 'channel.unregistered', channelId);
      return (
        !isActive ||
        (await store.channels.update(
          organizationId,
          channelId,
          revision,
          { isActive: false, updatedAt: audit.at },
          audit,
        ))
      );
    });
    await accounts.refresh();
  }

  /** Asks the platform who owns a channel's credentials and whether its chat can be reached. */
  async test(principal: Principal, channelId: string): Promise<Probe> {
    requireChannel(principal, channelId);
    const channel = await this.get(principal, channelId);
    const platform = await this.#platform(channel.platform);
    const { checks, vault } = this.#options;
    const probe = await checks.probe(platform, channel, vault.open(channel), templateOf(channel));
    await checks.recordProbe(channel, probe);
    return probe;
  }

  /** As `test`, for a channel that is not saved. */
  async testNew(principal: Principal, input: ChannelCandidate): Promise<Probe> {
    const platform = await this.#platform(input.platform);
    const credentials = checkCredentials(platform, input.credentials);
    const { organizationId } = principal;
    const place = {
      organizationId,
      platform: platform.id,
      account: platform.account(credentials),
      targetChatId: input.targetChatId,
    };
    return await this.#options.checks.probe(platform, place, credentials);
  }

  /** Chats to choose from for a channel with these credentials. */
  async findChats(principal: Principal, input: ChatSearch): Promise<FoundChats> {
    const platform = await this.#platform(input.platform);
    const credentials = checkCredentials(platform, input.credentials);
    const { organizationId } = principal;
    const account = { organizationId, platform: platform.id, account: platform.account(credentials) };
    return await this.#options.checks.findChats(platform, account, credentials);
  }

  /** Merges a patch into the stored credentials. Where these cannot be opened any more, the patch must have all of them. */
  #merged(platform: Platform, channel: ChannelRow, given: Readonly<Record<string, string>>): Credentials {
    let kept: Credentials = {};
    try {
      kept = this.#options.vault.open(channel);
    } catch (error) {
      if (!platform.credentials.safeParse(given).success) throw error;
    }
    return checkCredentials(platform, { ...kept, ...given });
  }

  async #change(
    principal: Principal,
    channelId: string,
    work: (channel: ChannelRow) => Promise<boolean>,
  ): Promise<void> {
    for (let attempt = 0; attempt < MAX_UPDATE_ATTEMPTS; attempt += 1) {
      if (await work(await this.get(principal, channelId))) return;
    }
    throw new Refusal('conflict', `Channel "${channelId}" is being changed by somebody else; try again.`, null, {
      code: 'unavailable',
    });
  }

  /** Starts serving a channel. Returns warnings; with `withTest` also the problems that the platform reports within the timeout. */
  async #serve(principal: Principal, channelId: string, withTest: boolean): Promise<string[]> {
    const { accounts, checks, store, clock, log } = this.#options;
    const tested = withTest ? problemsWithinTimeout(clock, () => this.test(principal, channelId)) : [];
    await accounts.refresh();
    const channel = await store.channels.get(principal.organizationId, channelId);
    const problems = [...(await tested)];
    const duplicates = channel
      ? checks.duplicateChannels(channel).filter((other) => sees(principal, other.channelId))
      : [];
    if (!channel || duplicates.length === 0) return problems;
    const ids = duplicates.map((other) => other.channelId);
    const messageChannels = [channel, ...duplicates].filter(({ channelType }) => channelType === 'MESSAGE');
    const advice =
      messageChannels.length > 1
        ? 'An inbound text goes to the oldest MESSAGE channel among them; unregister the others.'
        : 'They share this chat, and each answer still reaches its own prompt: nothing has to be changed.';
    log.warn(
      { channel_id: channelId, duplicate_channels: ids },
      'Two active channels share platform, target chat and credentials',
    );
    return [`Active channels with the same platform, chat and credentials: ${ids.join(', ')}. ${advice}`, ...problems];
  }

  #platform(id: string): Promise<Platform> {
    return loadedPlatform(this.#options.platforms, id);
  }
}
