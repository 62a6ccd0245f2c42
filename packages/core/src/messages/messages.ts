import { randomUUID } from 'node:crypto';
import type { OutboundMessage } from '@gateway/platform-kit';
import { auditEntry } from '../audit/audit.js';
import type { ChannelCache } from '../channels/channel-cache.js';
import type { AccountRegistry, ResolvedChannel } from '../connections/account-registry.js';
import { refusalOf } from '../connections/platform-call.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { checkReplyWindow } from '../channels/reply-window.js';
import type { ClaimedKey } from '../idempotency/idempotency.js';
import { requireChannel, sees, withinChannels } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import { reasonOf } from '../base/loop.js';
import type { Page } from '../ports/system.js';
import { postKey } from '../questions/post-key.js';
import { acceptedState } from '../questions/prompt-state.js';
import type { ListedMessage, MessageFilter, NewMessage } from '../ports/questions/message-store.js';
import type { AnyShape } from '../ports/record-shape.js';
import { placeOf, type Place } from './place.js';
import { splitText } from '../text/split.js';
import { Refusal } from '../base/refusal.js';
import type { Settings } from '../retention/settings.js';
import type { ChannelRow, MessageRow } from '../ports/rows.js';
import type { Trace } from '../tracing/tracing.js';
import type { Services } from '../ports/services.js';

export interface MessagesOptions extends Services {
  readonly channels: ChannelCache;
  readonly accounts: AccountRegistry;
  readonly settings: Settings;
  readonly rateLimits: Pick<RateLimits, 'posts'>;
}

/** A text to post in a channel's chat. */
export interface MessageInput {
  readonly channelId: string;
  readonly text: string;
  /** The message to reply to: the id of a stored message, or the platform's id; null: none. */
  readonly replyTo: string | null;
  /** The platform's id of the thread to post in; null: that of the message to reply to, if it is known. */
  readonly threadId: string | null;
  readonly trace: Trace | null;
}

/** A text that is in the chat; `stored` null: it is not stored. */
export interface SentMessage {
  readonly channel: ChannelRow;
  /** The platform's id of the message; of the first one if the text was split. */
  readonly platformMessageId: string | null;
  readonly stored: MessageRow | null;
}

/** Sends texts to chats, and reads stored texts. */
export class Messages {
  readonly #options: MessagesOptions;

  constructor(options: MessagesOptions) {
    this.#options = options;
  }

  /** Sends a text to a MESSAGE channel's chat, split into several messages if it exceeds the platform's limit. */
  async send(principal: Principal, input: MessageInput, claimed: ClaimedKey | null = null): Promise<SentMessage> {
    const { channelId, text, trace } = input;
    const { accounts } = this.#options;
    const channel = await this.#messageChannel(principal, channelId);
    const { platform, call } = await accounts.resolve(channel);
    const { text: limits } = platform.capabilities;
    const parts = splitText(text, limits.max, limits).filter((part) => part.trim() !== '');
    const [first, ...others] = parts;
    if (first === undefined) throw new Refusal('invalid', 'text holds nothing visible: write something.', 'text');
    const how = {
      ...(await placeOf(this.#options.store, channel, platform, input)),
      ...(await checkReplyWindow(this.#options, platform, channel, 'message')),
    };

    this.#options.rateLimits.posts(channel.organizationId, [channel.channelId]);
    const keyOf = partKeys(claimed);
    const platformMessageId = await post(call, channel, first, { ...how, idempotencyKey: keyOf(0) }, trace);
    let sent = 1;
    let failure: Refusal | null = null;
    for (const part of others) {
      const idempotencyKey = keyOf(sent);
      failure = await post(call, channel, part, { ...how, idempotencyKey }, trace).then(() => null, refusalOf);
      if (failure) break;
      sent += 1;
    }
    const inChat = failure ? parts.slice(0, sent).join('\n') : text;
    const stored = await this.#save(principal, channel, inChat, {
      platformMessageId,
      threadId: how.thread ?? null,
      replyTo: input.replyTo,
      ...acceptedState(platform),
    });
    if (failure) throw partlySent(failure, sent, parts.length, stored);
    return { channel, platformMessageId, stored };
  }

  async get(principal: Principal, id: string): Promise<MessageRow> {
    const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
    const message = isUuid ? await this.#options.store.messages.get(principal.organizationId, id.toLowerCase()) : null;
    if (!message || !sees(principal, message.channelId))
      throw new Refusal('not_found', `There is no message ${JSON.stringify(id)}.`);
    return message;
  }

  /** The page of a channel that has a message in its middle. Throws a `Refusal` when there is none in the channel. */
  async around(
    principal: Principal,
    id: string,
    { channelId, limit }: { readonly channelId: string | undefined; readonly limit: number },
  ): Promise<{ readonly channelId: string; readonly page: Page }> {
    const { messages } = this.#options.store;
    const message = await messages.get(principal.organizationId, id.toLowerCase());
    if (!message || !sees(principal, message.channelId) || (channelId ?? message.channelId) !== message.channelId)
      throw new Refusal('invalid', `There is no message ${JSON.stringify(id)}.`, 'around');
    const before = await messages.newer(message, Math.floor(limit / 2));
    return { channelId: message.channelId, page: { limit, before } };
  }

  /** A page of messages as records of this shape. */
  async listAs(shape: AnyShape, principal: Principal, filter: MessageFilter, page: Page): Promise<ListedMessage[]> {
    const within = withinChannels(principal, filter);
    return within ? await this.#options.store.messages.listAs(shape, principal.organizationId, within, page) : [];
  }

  /** Stores a sent text. Null: zero retention, or the database failed. The text is in the chat, so its sender must not retry. */
  async #save(
    principal: Principal,
    channel: ChannelRow,
    text: string,
    post: Required<Pick<NewMessage, 'platformMessageId' | 'deliveryState' | 'threadId' | 'replyTo'>>,
  ): Promise<MessageRow | null> {
    const { store, clock, log, settings } = this.#options;
    const audit = principal.operator
      ? auditEntry(principal, clock, 'channel.message_sent', channel.channelId)
      : undefined;
    try {
      const { messagesOutboundZeroRetention } = await settings.retention(channel.organizationId);
      if (messagesOutboundZeroRetention) {
        await store.messages.replied(channel.organizationId, channel.channelId, audit);
        return null;
      }
      const message = {
        organizationId: channel.organizationId,
        id: randomUUID(),
        channelId: channel.channelId,
        direction: 'outbound' as const,
        text,
        platform: channel.platform,
        fromUser: null,
        fromId: null,
        apiKeyId: principal.keyId,
        operatorId: principal.operator?.id ?? null,
        ...post,
        createdAt: new Date(clock.now()),
      };
      return await store.messages.insert(message, audit);
    } catch (error) {
      log.error({ channel_id: channel.channelId, reason: reasonOf(error) }, 'A text was sent and could not be stored');
      return null;
    }
  }

  async #messageChannel(principal: Principal, channelId: string): Promise<ChannelRow> {
    requireChannel(principal, channelId);
    const channel = await this.#options.channels.find(principal.organizationId, channelId);
    if (!channel)
      throw new Refusal(
        'not_found',
        `There is no channel "${channelId}": register it with POST /v1/channels/new.`,
        null,
        {
          code: 'channel_not_found',
        },
      );
    if (channel.channelType !== 'MESSAGE') {
      throw new Refusal(
        'invalid',
        `Channel "${channelId}" is of type PROMPT: ask with POST /v1/prompts/new, or use a channel of type MESSAGE.`,
        'channel_id',
        { code: 'channel_wrong_type' },
      );
    }
    if (!channel.isActive) {
      throw new Refusal(
        'invalid',
        `Channel "${channelId}" is inactive: PATCH /v1/channels/${channelId} reactivates it.`,
        'channel_id',
        { code: 'channel_inactive' },
      );
    }
    return channel;
  }
}

/** The keys of the parts of a text. Those of a request with an Idempotency-Key are the same when it is repeated after a crash. */
function partKeys(claimed: ClaimedKey | null): (part: number) => string {
  const claim = claimed && [claimed.claim.organizationId, claimed.claim.caller, claimed.claim.key];
  const request = claim ?? [randomUUID()];
  return (part) => postKey('message', ...request, part);
}

/** Posts one part of a text; returns the platform's id of the message, null when the platform returned none. */
async function post(
  call: ResolvedChannel['call'],
  channel: ChannelRow,
  text: string,
  how: Place & Pick<OutboundMessage, 'outsideWindow' | 'idempotencyKey'>,
  trace: Trace | null,
): Promise<string | null> {
  try {
    const posted = await call(
      (connection, signal) => connection.sendMessage({ target: channel.targetChatId, text, ...how }, signal),
      {
        action: 'post message',
        trace,
        post: how.thread === undefined && how.replyTo === undefined ? 'plain' : 'special',
      },
    );
    return posted.messageId || null;
  } catch (error) {
    throw refusalOf(error);
  }
}

function partlySent(failure: Refusal, sent: number, of: number, stored: MessageRow | null): Refusal {
  const kept = stored === null ? '' : `, stored as message ${stored.id}`;
  const detail = `Only ${sent} of the ${of} messages that the text takes are in the chat${kept}. The next one failed: ${failure.detail}`;
  return new Refusal('invalid', detail, null, { code: 'platform_refused', attempted: true });
}
