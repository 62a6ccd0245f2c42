import { formatPromptId, type NewPrompt as NewPromptInput, type PromptState } from '@gateway/contract';
import type { Media, Platform, Posted } from '@gateway/platform-kit';
import { auditEntry } from '../audit/audit.js';
import type { Connections } from '../connections/connections.js';
import { refusalOf } from '../connections/platform-call.js';
import { expiredDelivery } from '../deliveries/events.js';
import type { Activity } from '../inbound/activity.js';
import type { Principal } from '../keys/principal.js';
import { answerFromConsole } from './console-answer.js';
import { pause } from '../loop.js';
import type { Clock, Logger, Outgoing, Page, Store } from '../ports.js';
import type { PromptFilter } from './prompt-store.js';
import type { Platforms } from '../platforms.js';
import { checkAddress, Refusal } from '../refusal.js';
import type { ChannelRow, PromptRow } from '../rows.js';
import { newNonce } from './button-token.js';
import { layOut, type Layout } from './layout.js';
import { PromptWatch } from './prompt-watch.js';
import { visibleState } from './words.js';

export interface PromptsOptions {
  readonly store: Store;
  readonly platforms: Platforms;
  readonly connections: Connections;
  readonly activity: Activity;
  readonly outgoing: Outgoing;
  readonly clock: Clock;
  readonly log: Logger;
  readonly defaultChannelId: string | null;
  /** A prompt that will expire at this time (milliseconds) was asked. */
  readonly onExpiry: (time: number) => void;
}

/** A waiting reader looks again this often, should an announcement get lost. */
const WAIT_LOOK_MS = 5000;

/** A file to attach to a question; it must stay where it is until the question is posted. */
export type Attachment = Extract<Media, { readonly kind: 'bytes' }>;

const REMEMBER_TRIES = 6;
const REMEMBER_PAUSE_MS = 500;

/** Asking questions and reading what became of them. */
export class Prompts {
  readonly #options: PromptsOptions;
  readonly #watch: PromptWatch;

  constructor(options: PromptsOptions) {
    this.#options = options;
    this.#watch = new PromptWatch(options.store.changes, options.clock);
  }

  /** Posts a question. When the platform refuses it or cannot be reached nothing is left behind. */
  async ask(
    principal: Principal,
    input: NewPromptInput,
    attachment: Attachment | null = null,
  ): Promise<{ prompt: PromptRow; messageId: string }> {
    const { store, clock, platforms, activity, outgoing } = this.#options;
    const channel = await this.#promptChannel(principal, input.channel_id ?? null);
    const platform = await platforms.load(channel.platform);
    if (!platform) throw new Refusal('invalid', `No adapter for "${channel.platform}" is loaded.`);
    const { buttons } = platform.capabilities;
    if (input.options.length > buttons.max) {
      throw new Refusal(
        'invalid',
        `${platform.name} shows at most ${buttons.max} options on a question; ${input.options.length} were given.`,
        'options',
      );
    }

    const media = attachment ?? (platform.capabilities.media.url ? mediaAt(input.media_url) : null);
    if (media) checkMedia(platform, media);
    checkAddress(outgoing, 'callback_url', input.callback_url);
    checkAddress(outgoing, 'media_url', input.media_url);

    const now = clock.now();
    const prompt = await store.prompts.open({
      organizationId: channel.organizationId,
      channelId: channel.channelId,
      platform: channel.platform,
      chatId: channel.targetChatId,
      account: channel.account,
      text: input.text,
      mediaUrl: input.media_url,
      options: input.options,
      allowText: input.allow_text,
      callbackUrl: input.callback_url,
      correlationId: input.correlation_id,
      notifyOnExpiry: input.notify_on_expiry,
      nonce: newNonce(),
      createdAt: new Date(now),
      expiresAt: input.ttl_sec === 0 ? null : new Date(now + input.ttl_sec * 1000),
      apiKeyId: principal.keyId,
      operatorId: principal.operator?.id ?? null,
    });
    const posted = await this.#post(channel, prompt, { ...layOut(prompt, platform.capabilities), media });
    await this.#remember(prompt, posted);
    activity.note(channel, 'outbound');
    if (prompt.expiresAt) this.#options.onExpiry(prompt.expiresAt.getTime());
    return { prompt, messageId: posted.messageId };
  }

  async get(principal: Principal, num: number | null, id: string): Promise<PromptRow> {
    const prompt = num === null ? null : await this.#options.store.prompts.get(principal.organizationId, num);
    if (!prompt || prompt.state === 'posting')
      throw new Refusal('not_found', `There is no prompt ${JSON.stringify(id)}.`);
    return prompt;
  }

  /** Withdraws a pending prompt; its chat message is closed. */
  async cancel(principal: Principal, num: number | null, id: string): Promise<PromptRow> {
    const { store, clock } = this.#options;
    const prompt = await this.get(principal, num, id);
    const audit = auditEntry(principal, clock, 'prompt.cancelled', formatPromptId(prompt.num));
    const delivery = expiredDelivery(prompt, 'cancelled', audit.at);
    if (!(await store.prompts.cancel(prompt.organizationId, prompt.num, audit.at, delivery, audit))) {
      const state = this.stateOf(await this.get(principal, num, id));
      throw new Refusal(
        'conflict',
        `Prompt ${formatPromptId(prompt.num)} is ${state}: only a pending prompt can be cancelled.`,
      );
    }
    return await this.get(principal, num, id);
  }

  /** Answers a pending prompt as the operator who is signed in; counts like an answer in the chat. */
  async answer(
    principal: Principal,
    num: number | null,
    id: string,
    answer: { type: 'option' | 'text'; value: string },
  ): Promise<PromptRow> {
    return await answerFromConsole(this.#options, principal, await this.get(principal, num, id), answer);
  }

  async list(principal: Principal, filter: Omit<PromptFilter, 'now'>, page: Page): Promise<PromptRow[]> {
    const now = new Date(this.#options.clock.now());
    return await this.#options.store.prompts.list(principal.organizationId, { ...filter, now }, page);
  }

  /** The prompt once it has left `pending`, or as it is after `ms`, when `signal` aborts or when the gateway stops. */
  async wait(
    principal: Principal,
    num: number | null,
    id: string,
    ms: number,
    signal: AbortSignal,
  ): Promise<PromptRow> {
    const { clock } = this.#options;
    const until = clock.now() + ms;
    for (;;) {
      const listener = this.#watch.listen({ organizationId: principal.organizationId, num: num ?? 0 });
      try {
        const prompt = await this.get(principal, num, id);
        const now = clock.now();
        const isOver = now >= until || signal.aborted || this.#watch.isStopped;
        if (this.stateOf(prompt) !== 'pending' || isOver) return prompt;
        const next = Math.min(until, now + WAIT_LOOK_MS, prompt.expiresAt?.getTime() ?? Infinity);
        await listener.changed(next - now, signal);
      } finally {
        listener.end();
      }
    }
  }

  /** Answers everybody who waits, as things are. */
  endWaits(): void {
    this.#watch.stop();
  }

  stateOf(prompt: PromptRow): PromptState {
    return visibleState(prompt, this.#options.clock.now());
  }

  async #post(channel: ChannelRow, prompt: PromptRow, content: Layout & { readonly media: Media | null }) {
    const { connections, store } = this.#options;
    try {
      return await connections.call(channel, (connection, signal) =>
        connection.sendPrompt({ target: channel.targetChatId, ...content }, signal),
      );
    } catch (error) {
      await store.prompts.discard(prompt.organizationId, prompt.num);
      throw refusalOf(error);
    }
  }

  /** Records where the question stands. It is in the chat by now, so a short outage of the database is waited for. */
  async #remember(prompt: PromptRow, posted: Posted): Promise<void> {
    const { store, clock } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await store.prompts.posted(prompt.organizationId, prompt.num, posted);
      } catch {
        if (attempt === REMEMBER_TRIES) {
          throw new Refusal(
            'unavailable',
            `The question is in the chat as ${formatPromptId(prompt.num)}, and a press of its buttons counts, but the database could not record the message. Do not ask again before you have looked.`,
            null,
            true,
          );
        }
        await pause(clock, REMEMBER_PAUSE_MS);
      }
    }
  }

  async #promptChannel(principal: Principal, given: string | null): Promise<ChannelRow> {
    const channelId = given ?? this.#options.defaultChannelId;
    if (channelId === null) {
      throw new Refusal('invalid', 'Give a channel_id, or set DEFAULT_PROMPT_CHANNEL_ID on the gateway.', 'channel_id');
    }
    const channel = await this.#options.store.channels.get(principal.organizationId, channelId);
    const problem = !channel
      ? `There is no channel "${channelId}": register it with POST /v1/channels/new.`
      : !channel.isActive
        ? `Channel "${channelId}" is inactive: PATCH /v1/channels/${channelId} reactivates it.`
        : channel.channelType !== 'PROMPT'
          ? `Channel "${channelId}" is of type MESSAGE: prompts need a channel of type PROMPT.`
          : null;
    if (problem !== null || !channel) throw new Refusal('invalid', problem ?? '', 'channel_id');
    return channel;
  }
}

function mediaAt(url: string | null): Media | null {
  return url === null ? null : { kind: 'url', url };
}

function checkMedia(platform: Platform, media: Media): void {
  if (media.kind === 'bytes' && !platform.capabilities.media.bytes) {
    throw new Refusal(
      'invalid',
      `${platform.name} takes no files: give the attachment's address as media_url.`,
      'file',
    );
  }
}
