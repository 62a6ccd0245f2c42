import type { ChannelWarning } from '@gateway/contract';
import type { Platform, Probe } from '@gateway/platform-kit';
import type { AccountRegistry } from '../connections/account-registry.js';
import type { ChannelChecks } from '../connections/channel-checks.js';
import type { WebhookRouter } from '../connections/webhook-router.js';
import type { FoundChats } from '../connections/find-chats.js';
import { requireChannel, sees, withinChannels } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import type { ChannelFilter, ChannelTraffic } from '../ports/service/channel-store.js';
import type { Page } from '../ports/system.js';
import { loadedPlatform, refusalOfPlatform } from '../base/platforms.js';
import type { ChannelRow } from '../ports/rows.js';
import { checkCredentials } from '../credentials/check-credentials.js';
import { answerProblems, refusingChannels, withAnswerProblems } from '../answers/answer-problems.js';
import type { ChannelCandidate, ChannelInput, ChannelUpdate, ChatSearch } from './channel-input.js';
import { ChannelRecords, type ChannelRecordsOptions } from './channel-records.js';
import { probeWithinTimeout } from './probe-problems.js';
import { firstPeriodAt } from '../channels/traffic.js';
import { templateOf } from '../channels/reply-window.js';
import type { Services } from '../ports/services.js';

export interface ChannelsOptions extends ChannelRecordsOptions, Services {
  readonly accounts: AccountRegistry;
  readonly checks: ChannelChecks;
  readonly webhooks: WebhookRouter;
}

/** Registering, changing and unregistering channels. */
export class Channels {
  readonly #options: ChannelsOptions;
  readonly #records: ChannelRecords;

  constructor(options: ChannelsOptions) {
    this.#options = options;
    this.#records = new ChannelRecords(options);
  }

  /** Registers a channel and starts serving it. Returns warnings for its owner. */
  async create(principal: Principal, input: ChannelInput): Promise<ChannelWarning[]> {
    await this.#records.create(principal, input);
    return await this.#serve(principal, input.channelId, true);
  }

  async get(principal: Principal, channelId: string): Promise<ChannelRow> {
    return await this.#records.get(principal, channelId);
  }

  /** A channel with the address at which its platform reports events; null without a public address. */
  async details(principal: Principal, channelId: string): Promise<{ channel: ChannelRow; webhookUrl: string | null }> {
    const channel = await this.get(principal, channelId);
    const [seen = channel] = await withAnswerProblems(this.#options.store, principal.organizationId, [channel]);
    return { channel: seen, webhookUrl: await this.#options.webhooks.urlOf(channel) };
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
    const filter = { ...withinChannels(principal, {}), platform: id };
    const [channel] = await store.channels.list(principal.organizationId, filter, page);
    if (!channel) throw refusalOfPlatform(platforms, id);
    return id;
  }

  async list(principal: Principal, filter: ChannelFilter, page: Page): Promise<ChannelRow[]> {
    const { store } = this.#options;
    const { organizationId } = principal;
    const refusing = filter.health === undefined ? [] : await refusingChannels(store, organizationId);
    const within = {
      ...(withinChannels(principal, filter) ?? filter),
      alsoFailing: refusing.map(({ stored }) => stored.channelId),
    };
    return await withAnswerProblems(store, organizationId, await store.channels.list(organizationId, within, page));
  }

  /** The traffic of these channels in the last week, by channel. Channels without traffic have no entry. */
  async traffic(principal: Principal, rows: readonly ChannelRow[]): Promise<Map<string, ChannelTraffic[]>> {
    const { store, clock } = this.#options;
    const ids = rows.map(({ channelId }) => channelId);
    const periods = await store.channels.traffic(principal.organizationId, ids, firstPeriodAt(clock.now()));
    const byChannel = new Map<string, ChannelTraffic[]>();
    for (const period of periods) byChannel.set(period.channelId, [...(byChannel.get(period.channelId) ?? []), period]);
    return byChannel;
  }

  /** Changes a channel and reactivates it. */
  async update(principal: Principal, channelId: string, patch: ChannelUpdate): Promise<ChannelWarning[]> {
    const needsTest = await this.#records.update(principal, channelId, patch);
    return await this.#serve(principal, channelId, needsTest);
  }

  /** Deactivates a channel and stops serving it. Unregistering twice changes nothing. */
  async unregister(principal: Principal, channelId: string): Promise<void> {
    await this.#records.unregister(principal, channelId);
    await this.#options.accounts.refresh();
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

  /** Chats to choose from for a channel with these credentials. Those that wrote recently may be of channels that a key does not see. */
  async findChats(principal: Principal, input: ChatSearch): Promise<FoundChats> {
    const platform = await this.#platform(input.platform);
    const credentials = checkCredentials(platform, input.credentials);
    const { organizationId } = principal;
    const account = { organizationId, platform: platform.id, account: platform.account(credentials) };
    const withRecent = principal.channels === null;
    return await this.#options.checks.findChats(platform, account, credentials, { withRecent });
  }

  /** Starts serving a channel. Returns warnings; with `withTest` also the problems that the platform reports within the timeout. */
  async #serve(principal: Principal, channelId: string, withTest: boolean): Promise<ChannelWarning[]> {
    const { accounts, checks, store, clock, log } = this.#options;
    const tested = withTest ? probeWithinTimeout(clock, () => this.test(principal, channelId)) : null;
    await accounts.refresh();
    const channel = await store.channels.get(principal.organizationId, channelId);
    const { problems: found = [], remarks = [] } = (await tested) ?? {};
    // Answers to prompts arrive in spite of remarks.
    const problems = [...found, ...(channel?.channelType === 'MESSAGE' ? remarks : [])].map(
      (message): ChannelWarning => ({ code: 'platform_problem', message }),
    );
    const unanswerable = channel ? await answerProblems(store, principal.organizationId, [channel]) : new Map();
    for (const { code, message } of unanswerable.values()) problems.push({ code, message });
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
    const message = `Active channels with the same platform, chat and credentials: ${ids.join(', ')}. ${advice}`;
    return [{ code: 'duplicate_channel', message }, ...problems];
  }

  #platform(id: string): Promise<Platform> {
    return loadedPlatform(this.#options.platforms, id);
  }
}
