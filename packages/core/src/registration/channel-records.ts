import type { Credentials, Platform } from '@gateway/platform-kit';
import { auditEntry } from '../audit/audit.js';
import type { AuditChange } from '../ports/service/audit-store.js';
import { changedUrl, changesBetween } from '../audit/changes.js';
import { checkCredentials } from '../credentials/check-credentials.js';
import type { CredentialVault } from '../credentials/credential-vault.js';
import { requireChannel, requireUnlimited, sees } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import type { Managed } from '../managed/managed.js';
import { loadedPlatform, type Platforms } from '../base/platforms.js';
import type { Outgoing } from '../ports/system.js';
import { checkAddress, Refusal } from '../base/refusal.js';
import type { ChannelRow } from '../ports/rows.js';
import type { AddressVault } from '../sealed-addresses/address-vault.js';
import { checkAnswerRules, checkAttentionLimits, checkGuarded } from './answer-rules.js';
import type { ChannelInput, ChannelUpdate } from './channel-input.js';
import type { ChannelChange } from '../ports/service/channel-store.js';
import { changedProof, newProof, requireProof } from '../channels/credential-proof.js';
import { templateOf, windowSettings } from '../channels/reply-window.js';
import { checkPromptLinks } from '../questions/links.js';
import { unverified } from '../channels/unverified.js';
import type { Services } from '../ports/services.js';

export interface ChannelRecordsOptions extends Pick<Services, 'store' | 'clock'> {
  readonly platforms: Platforms;
  readonly vault: CredentialVault;
  readonly addresses: AddressVault;
  readonly managed: Pick<Managed, 'check'>;
  readonly outgoing: Pick<Outgoing, 'refuses'>;
  readonly publicUrl: string | null;
}

/** Attempts of an update that conflicts with concurrent updates. */
const MAX_UPDATE_ATTEMPTS = 5;

/** The stored channels: checks and writes, without a call to a platform. */
export class ChannelRecords {
  readonly #options: ChannelRecordsOptions;

  constructor(options: ChannelRecordsOptions) {
    this.#options = options;
  }

  async create(principal: Principal, input: ChannelInput): Promise<void> {
    const { store, vault, addresses, clock, outgoing } = this.#options;
    requireChannel(principal, input.channelId);
    const platform = await loadedPlatform(this.#options.platforms, input.platform);
    checkAddress(outgoing, 'callback_url', input.callbackUrl);
    const credentials = checkCredentials(platform, input.credentials);
    const window = windowSettings(platform, input);
    await checkAnswerRules(store, principal, input);
    checkPromptLinks(this.#options, input.channelType, input);
    checkAttentionLimits(input, input);
    const { organizationId } = principal;
    const createdAt = new Date(clock.now());
    const proof = newProof(principal, createdAt);
    requireProofOfRules(proof, input.channelId, input);
    const channel = {
      organizationId,
      channelId: input.channelId,
      platform: platform.id,
      targetChatId: input.targetChatId,
      channelType: input.channelType,
      callbackUrl: input.callbackUrl && addresses.seal(input.callbackUrl),
      credentials: vault.seal({ organizationId, channelId: input.channelId }, credentials),
      account: platform.account(credentials),
      ...proof,
      ...window,
      approvers: input.approvers ?? null,
      policyId: input.policyId ?? null,
      promptLinks: input.promptLinks ?? false,
      maxOpenPerKey: input.maxOpenPerKey ?? null,
      maxOpenPerPerson: input.maxOpenPerPerson ?? null,
      createdAt,
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
  }

  async get(principal: Principal, channelId: string): Promise<ChannelRow> {
    const channel = await this.#options.store.channels.get(principal.organizationId, channelId);
    if (!channel || !sees(principal, channelId))
      throw new Refusal('not_found', `There is no channel ${JSON.stringify(channelId)}.`, null, {
        code: 'channel_not_found',
      });
    return channel;
  }

  /** Changes a channel and reactivates it. Returns whether it should be tested on its platform. */
  async update(principal: Principal, channelId: string, patch: ChannelUpdate): Promise<boolean> {
    const { store, vault, addresses, clock, outgoing, managed } = this.#options;
    requireChannel(principal, channelId);
    requireUnlimited(principal, patch);
    await managed.check(principal, 'channel', channelId);
    checkAddress(outgoing, 'callback_url', patch.callbackUrl);
    await checkAnswerRules(store, principal, patch);
    let needsTest =
      patch.targetChatId !== undefined || patch.credentials !== undefined || patch.windowTemplate !== undefined;
    await this.#change(principal, channelId, async (channel) => {
      needsTest ||= !channel.isActive;
      await checkGuarded(store, principal, channel, patch);
      const platform = await loadedPlatform(this.#options.platforms, channel.platform);
      if (!channel.promptLinks) checkPromptLinks(this.#options, channel.channelType, patch);
      checkAttentionLimits(channel, patch);
      if (patch.callbackUrl === null && channel.channelType === 'MESSAGE') {
        throw new Refusal('invalid', 'callback_url is required on a MESSAGE channel.', 'callback_url');
      }
      const credentials =
        patch.credentials &&
        (patch.replacesCredentials
          ? checkCredentials(platform, patch.credentials)
          : this.#merged(platform, channel, patch.credentials));
      const now = new Date(clock.now());
      const given = {
        credentials: credentials !== undefined,
        chat: patch.targetChatId !== undefined,
        isComplete: credentials !== undefined && isAllOf(platform, patch.credentials ?? {}, credentials),
      };
      const proof = changedProof(principal, channel, given, now);
      requireProofOfRules(proof ?? channel, channelId, patch);
      const account = credentials && platform.account(credentials);
      const isSameBot = !credentials || account === channel.account || this.#isSameBot(platform, channel, credentials);
      if (account !== undefined && isSameBot) await store.accountState.copy(channel, account, now);
      // Credentials that do not name the bot can be new ones of the same: then an open reply window stays open.
      const mayBeSameBot = isSameBot || (!platform.identity && platform.capabilities.replyWindow !== undefined);
      const isElsewhere = (patch.targetChatId ?? channel.targetChatId) !== channel.targetChatId || !mayBeSameBot;
      const change = {
        ...proof,
        ...(patch.targetChatId !== undefined && { targetChatId: patch.targetChatId }),
        ...(patch.callbackUrl !== undefined && {
          callbackUrl: patch.callbackUrl && addresses.seal(patch.callbackUrl),
        }),
        ...windowSettings(platform, patch, channel),
        ...(patch.approvers !== undefined && { approvers: patch.approvers }),
        ...(patch.policyId !== undefined && { policyId: patch.policyId }),
        ...(patch.promptLinks !== undefined && { promptLinks: patch.promptLinks }),
        ...(patch.maxOpenPerKey !== undefined && { maxOpenPerKey: patch.maxOpenPerKey }),
        ...(patch.maxOpenPerPerson !== undefined && { maxOpenPerPerson: patch.maxOpenPerPerson }),
        ...(credentials && { credentials: vault.seal(channel, credentials), account }),
        // Earlier evidence was for another chat or other credentials, or it is old.
        ...((credentials !== undefined || patch.targetChatId !== undefined || !channel.isActive) && unverified(now)),
        ...(isElsewhere && { lastInboundAt: null }),
        isActive: true,
        updatedAt: now,
      };
      return store.channels.update(channel.organizationId, channelId, channel.revision, change, {
        ...auditEntry(principal, clock, 'channel.updated', channelId),
        changes: changesOf(channel, change),
      });
    });
    return needsTest;
  }

  /** Deactivates a channel. Unregistering twice changes nothing. */
  async unregister(principal: Principal, channelId: string): Promise<void> {
    const { store, clock, managed } = this.#options;
    requireChannel(principal, channelId);
    await managed.check(principal, 'channel', channelId);
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

  /** Whether the credentials are of the same bot with another secret: it keeps the state of its adapter. */
  #isSameBot(platform: Platform, channel: ChannelRow, credentials: Credentials): boolean {
    if (!platform.identity) return false;
    try {
      return platform.identity(this.#options.vault.open(channel)) === platform.identity(credentials);
    } catch {
      return false;
    }
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
}

function requireProofOfRules(
  channel: Pick<ChannelRow, 'credentialsProven'>,
  channelId: string,
  { approvers, policyId }: Pick<ChannelUpdate, 'approvers' | 'policyId'>,
): void {
  if (approvers) requireProof(channel, channelId, 'approvers');
  if (policyId) requireProof(channel, channelId, 'policy');
}

/** Whether the given credentials alone are the ones that are stored then. */
function isAllOf(platform: Platform, given: Readonly<Record<string, string>>, stored: Credentials): boolean {
  const alone = platform.credentials.safeParse({ ...given });
  return alone.success && Object.keys(stored).every((name) => (alone.data[name] ?? '') === stored[name]);
}

/** What an update changes, as the API names it. New credentials are named, without values. */
function changesOf(channel: ChannelRow, change: ChannelChange): AuditChange[] {
  const template = { templateName: channel.templateName, templateLanguage: channel.templateLanguage };
  return [
    ...changesBetween(
      {
        is_active: channel.isActive,
        target_chat_id: channel.targetChatId,
        outside_window: channel.outsideWindow,
        window_template: templateOf(template),
        approvers: channel.approvers,
        policy: channel.policyId,
        prompt_links: channel.promptLinks,
        max_open_per_key: channel.maxOpenPerKey,
        max_open_per_person: channel.maxOpenPerPerson,
      },
      {
        is_active: change.isActive,
        target_chat_id: change.targetChatId,
        outside_window: change.outsideWindow,
        window_template: templateOf({ ...template, ...change }),
        approvers: change.approvers,
        policy: change.policyId,
        prompt_links: change.promptLinks,
        max_open_per_key: change.maxOpenPerKey,
        max_open_per_person: change.maxOpenPerPerson,
      },
    ),
    ...(change.callbackUrl === undefined ? [] : changedUrl(channel.callbackUrl, change.callbackUrl)),
    ...(change.credentials === undefined ? [] : [{ field: 'credentials' }]),
  ];
}
