import { formatPromptId, type ErrorCode, type GivenAnswer, type PromptState } from '@gateway/contract';
import type { Media, Platform, Posted } from '@gateway/platform-kit';
import { auditEntry } from '../audit/audit.js';
import type { NewAuditEntry } from '../audit/audit-store.js';
import type { ChannelCache } from '../channels/channel-cache.js';
import type { AccountRegistry, ResolvedChannel } from '../connections/account-registry.js';
import { refusalOf } from '../connections/platform-call.js';
import { expiredDelivery } from '../deliveries/events.js';
import type { ClaimedKey } from '../idempotency/idempotency.js';
import type { ActivityTracker } from '../channels/activity-tracker.js';
import { checkReplyWindow, templateOf } from '../channels/reply-window.js';
import type { Principal } from '../keys/principal.js';
import { answerFromConsole } from './console-answer.js';
import { promptFields } from '../log-fields.js';
import { pause } from '../loop.js';
import type { Outgoing, Page } from '../ports.js';
import type { AnswerDeps } from './answer.js';
import type { ClosedPrompt, PromptFilter } from './prompt-store.js';
import { checkAddress, Refusal } from '../refusal.js';
import type { ChannelRow, PromptRow } from '../rows.js';
import { mapAddresses, type AddressVault } from '../sealed-addresses/address-vault.js';
import { newNonce } from './button-token.js';
import { discardOrKeep, messageIdOf, notRecorded, openOrContinue } from './opening.js';
import type { AskedPrompt, Attachment, PromptInput } from './prompt-input.js';
import { PromptWatch } from './prompt-watch.js';
import { acceptedState, visibleState } from './prompt-state.js';
import { mediaAt, questionSender, templateSender, type Send } from './sending.js';

export interface PromptsOptions extends AnswerDeps {
  readonly channels: ChannelCache;
  readonly accounts: AccountRegistry;
  readonly activity: ActivityTracker;
  readonly outgoing: Outgoing;
  readonly addresses: AddressVault;
  readonly defaultChannelId: string | null;
  /** Called with the expiry time (milliseconds) of each new prompt that expires. */
  readonly onExpiry: (time: number) => void;
}

const RECORD_ATTEMPTS = 6;
const RECORD_RETRY_MS = 500;

/** Asks, reads, answers and cancels prompts. */
export class Prompts {
  readonly #options: PromptsOptions;
  readonly #watch: PromptWatch;

  constructor(options: PromptsOptions) {
    this.#options = options;
    this.#watch = new PromptWatch(options);
  }

  /**
   * Posts a question. If the platform refuses it or cannot be reached, no prompt is visible. A retry with the same Idempotency-Key
   * continues the prompt of an instance that crashed.
   */
  async ask(
    principal: Principal,
    input: PromptInput,
    attachment: Attachment | null = null,
    claimed: ClaimedKey | null = null,
  ): Promise<AskedPrompt> {
    const { store, clock, accounts, activity, outgoing, addresses } = this.#options;
    const channel = await this.#promptChannel(principal, input.channelId);
    const channelProblem = channel.accountProblem;
    const { platform, call } = await accounts.resolve(channel);
    const { buttons } = platform.capabilities;
    if (input.options.length > buttons.max) {
      throw new Refusal(
        'invalid',
        `${platform.name} shows at most ${buttons.max} options on a question; ${input.options.length} were given.`,
        'options',
      );
    }

    const media = attachment ?? mediaAt(platform, input.mediaUrl);
    if (media) checkMedia(platform, media);
    checkAddress(outgoing, 'callback_url', input.callbackUrl);
    checkAddress(outgoing, 'media_url', input.mediaUrl);
    const window = await checkReplyWindow(this.#options, platform, channel, 'question');

    if (window.template && attachment) throw fileCannotWait(platform);

    const now = clock.now();
    const draft = {
      organizationId: channel.organizationId,
      channelId: channel.channelId,
      platform: channel.platform,
      chatId: channel.targetChatId,
      account: channel.account,
      text: input.text,
      mediaUrl: input.mediaUrl && addresses.seal(input.mediaUrl),
      options: input.options,
      allowText: input.allowText,
      callbackUrl: input.callbackUrl && addresses.seal(input.callbackUrl),
      correlationId: input.correlationId,
      notifyOnExpiry: input.notifyOnExpiry,
      nonce: newNonce(),
      createdAt: new Date(now),
      expiresAt: input.ttlSec === 0 ? null : new Date(now + input.ttlSec * 1000),
      apiKeyId: principal.keyId,
      operatorId: principal.operator?.id ?? null,
      ...acceptedState(platform),
      ...(window.template && { showAfter: new Date(now) }),
    };
    const prompt = await openOrContinue(store, draft, claimed);
    if (prompt.state !== 'posting') return { prompt, messageId: messageIdOf(prompt) ?? '', channelProblem };
    // A repeated request posts what the first one did, also when the window has opened since.
    const template = prompt.showAfter && (window.template ?? templateOf(channel));
    const send = template
      ? templateSender(prompt, template)
      : questionSender(prompt, platform, { media, ...(window.outsideWindow && { outsideWindow: true }) });
    const id = formatPromptId(prompt.num);
    const audit = principal.operator ? auditEntry(principal, clock, 'prompt.created', id) : undefined;
    const asked = await this.#post(call, prompt, send, { claimed, audit });
    this.#options.log.info({ ...promptFields(prompt), platform: prompt.platform }, 'A prompt was asked');
    activity.note(channel, 'outbound');
    if (prompt.expiresAt) this.#options.onExpiry(prompt.expiresAt.getTime());
    return { prompt: asked, messageId: messageIdOf(asked) ?? '', channelProblem };
  }

  async get(principal: Principal, num: number | null, id: string): Promise<PromptRow> {
    const prompt = num === null ? null : await this.#options.store.prompts.get(principal.organizationId, num);
    if (!prompt || prompt.state === 'posting' || prompt.state === 'orphaned')
      throw new Refusal(
        'not_found',
        `There is no prompt ${JSON.stringify(id)}${num === null ? ': the id #12 is written 12 or %2312 in an address' : ''}.`,
      );
    return prompt;
  }

  /** Cancels a pending prompt. Its chat message is closed. */
  async cancel(principal: Principal, num: number | null, id: string): Promise<PromptRow> {
    const { store, clock, log, deliveries, closings } = this.#options;
    const prompt = await this.get(principal, num, id);
    const audit = auditEntry(principal, clock, 'prompt.cancelled', formatPromptId(prompt.num));
    const delivery = expiredDelivery(prompt, 'cancelled', audit.at);
    const attempt = delivery && deliveries.reserve(delivery.destination);
    let cancelled: ClosedPrompt<'cancelled' | 'closed'> | null = null;
    try {
      const claiming = delivery && { ...delivery, claim: attempt?.claim ?? null };
      cancelled = await store.prompts.cancel(prompt.organizationId, prompt.num, audit.at, claiming, audit);
    } finally {
      attempt?.end(cancelled?.delivery ?? null);
    }
    if (cancelled.outcome === 'closed') {
      const state = this.stateOf(await this.get(principal, num, id));
      throw new Refusal(
        'conflict',
        `Prompt ${formatPromptId(prompt.num)} is ${state}: only a pending prompt can be cancelled.`,
        null,
        { code: 'prompt_not_pending' },
      );
    }
    closings.wake();
    log.info({ ...promptFields(prompt), ...(delivery && { event_id: delivery.id }) }, 'A prompt was cancelled');
    return await this.get(principal, num, id);
  }

  /** Answers a pending prompt as the signed-in operator. Equivalent to an answer in the chat. */
  async answer(principal: Principal, num: number | null, id: string, answer: GivenAnswer): Promise<PromptRow> {
    return await answerFromConsole(this.#options, principal, await this.get(principal, num, id), answer);
  }

  async list(principal: Principal, filter: Omit<PromptFilter, 'now'>, page: Page): Promise<PromptRow[]> {
    const now = new Date(this.#options.clock.now());
    return await this.#options.store.prompts.list(principal.organizationId, { ...filter, now }, page);
  }

  /** Resolves to the prompt when it is no longer `pending`, after `ms` milliseconds, when `signal` aborts or when the gateway stops. */
  async wait(
    principal: Principal,
    num: number | null,
    id: string,
    ms: number,
    signal: AbortSignal,
  ): Promise<PromptRow> {
    const { organizationId } = principal;
    const read = () => this.get(principal, num, id);
    const wait = { organizationId, nums: [num ?? 0], ms, signal };
    return (await this.#watch.firstClosed(wait, async () => [await read()])) ?? (await read());
  }

  /** Resolves when one of these prompts is no longer `pending`, when none exists, or as `wait` does. */
  async waitForAny(principal: Principal, nums: readonly number[], ms: number, signal: AbortSignal): Promise<void> {
    const { organizationId } = principal;
    const page = { limit: nums.length, before: null };
    await this.#watch.firstClosed({ organizationId, nums, ms, signal }, () => this.list(principal, { nums }, page));
  }

  /** Ends all waits with the current state. */
  endWaits(): void {
    this.#watch.stop();
  }

  stateOf(prompt: PromptRow): PromptState {
    return visibleState(prompt, this.#options.clock.now());
  }

  async #post(
    call: ResolvedChannel['call'],
    prompt: PromptRow,
    send: Send,
    { claimed, audit }: { readonly claimed: ClaimedKey | null; readonly audit: NewAuditEntry | undefined },
  ): Promise<PromptRow> {
    const { store } = this.#options;
    let posted: Posted;
    try {
      posted = await call(send, promptFields(prompt));
    } catch (error) {
      const left = await discardOrKeep(store, prompt, error, claimed);
      // A person has answered, so the message is in the chat.
      if (left && left.state !== 'posting' && left.state !== 'orphaned') return left;
      throw refusalOf(error);
    }
    return await this.#recordPosted(prompt, posted, claimed, audit);
  }

  /** Records the posted message. It is already in the chat, so a short outage of the database is waited out. */
  async #recordPosted(
    prompt: PromptRow,
    posted: Posted,
    claimed: ClaimedKey | null,
    audit?: NewAuditEntry,
  ): Promise<PromptRow> {
    const { store, clock, addresses, closings } = this.#options;
    const ref = mapAddresses(posted.ref, addresses.seal);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const recorded = await store.prompts.posted(prompt.organizationId, prompt.num, { ...posted, ref }, audit);
        // It was closed before its message was known.
        if (recorded && recorded.state !== 'pending') closings.wake();
        if (recorded && recorded.state !== 'orphaned') return recorded;
        const detail = 'The question took too long to post, and is closed: ask again.';
        throw new Refusal('unavailable', detail, null, { attempted: true });
      } catch (error) {
        if (error instanceof Refusal) throw error;
        if (attempt === RECORD_ATTEMPTS) throw notRecorded(prompt, claimed);
        await pause(clock, RECORD_RETRY_MS);
      }
    }
  }

  async #promptChannel(principal: Principal, given: string | null): Promise<ChannelRow> {
    const channelId = given ?? this.#options.defaultChannelId;
    if (channelId === null) {
      throw new Refusal('invalid', 'Give a channel_id, or set DEFAULT_PROMPT_CHANNEL_ID on the gateway.', 'channel_id');
    }
    const channel = await this.#options.channels.find(principal.organizationId, channelId);
    const refused = (detail: string, code: ErrorCode) => new Refusal('invalid', detail, 'channel_id', { code });
    if (!channel)
      throw refused(`There is no channel "${channelId}": register it with POST /v1/channels/new.`, 'channel_not_found');
    if (!channel.isActive)
      throw refused(
        `Channel "${channelId}" is inactive: PATCH /v1/channels/${channelId} reactivates it.`,
        'channel_inactive',
      );
    if (channel.channelType !== 'PROMPT')
      throw refused(
        `Channel "${channelId}" is of type MESSAGE: prompts need a channel of type PROMPT.`,
        'channel_wrong_type',
      );
    return channel;
  }
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

function fileCannotWait({ name }: Platform): Refusal {
  const detail = `${name} shows the question when the person asks for it, and an uploaded file is not kept until then: give media_url.`;
  return new Refusal('invalid', detail, 'file', { code: 'window_closed' });
}
