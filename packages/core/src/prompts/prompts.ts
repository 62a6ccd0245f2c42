import { formatPromptId, type GivenAnswer, type NewPromptNote, type PromptState } from '@gateway/contract';
import type { Platform } from '@gateway/platform-kit';
import { auditEntry } from '../audit/audit.js';
import type { Refusals } from '../audit/refusals.js';
import type { ChannelCache } from '../channels/channel-cache.js';
import type { AccountRegistry } from '../connections/account-registry.js';
import { copiesIn, copyChannel } from '../posts/copies.js';
import type { Posts } from '../posts/posts.js';
import { stepTime } from '../posts/steps.js';
import { timeoutAnswerOf } from '../answers/time-out.js';
import { expiredDelivery } from '../deliveries/events.js';
import type { Attachment } from '../hosted-files/attachment.js';
import type { HostedFiles } from '../hosted-files/hosted-files.js';
import type { ClaimedKey } from '../idempotency/idempotency.js';
import type { ActivityTracker } from '../channels/activity-tracker.js';
import { checkReplyWindow, templateOf } from '../channels/reply-window.js';
import { requireChannel, sees, withinChannels } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import { answerFromConsole } from './console-answer.js';
import { termsOf } from './create-terms.js';
import { shownPrompts, type ShownPrompt } from '../answers/shown-prompt.js';
import type { OpenPrompts } from '../limits/open-prompts.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { promptFields } from '../base/log-fields.js';
import type { Outgoing } from '../ports/system.js';
import type { Platforms } from '../base/platforms.js';
import type { Answerer } from '../ports/people/people-store.js';
import type { AnswerDeps } from '../answers/given-answer.js';
import { accountsOf } from './answering-accounts.js';
import type { ClosedPrompt, PromptCounts, PromptFilter, PromptPage } from '../ports/questions/prompt-store.js';
import { checkAddress, Refusal } from '../base/refusal.js';
import type { ChannelRow, NoteRow, PromptRow } from '../ports/rows.js';
import type { AddressVault } from '../sealed-addresses/address-vault.js';
import { newNonce } from '../questions/tokens.js';
import { openOrContinue } from '../posts/opening.js';
import { messageIdOf } from '../questions/messages.js';
import { consoleUrlFor } from '../questions/links.js';
import type { AskedPrompt, PromptInput } from './prompt-input.js';
import { checkButtons, promptChannel } from '../posts/prompt-channel.js';
import { addNote } from './prompt-notes.js';
import { PromptWatch } from './prompt-watch.js';
import { postQuestion } from '../posts/post-question.js';
import { acceptedState, visibleState } from '../questions/prompt-state.js';
import { mediaAt } from '../posts/sending.js';

/** What a reader asks for. `answerer`: who answered. */
export type AskedFilter = Omit<PromptFilter, 'now' | 'answeredBy'> & { readonly answerer?: Answerer };

export interface PromptsOptions extends AnswerDeps {
  readonly refusals: Refusals;
  readonly channels: ChannelCache;
  readonly platforms: Platforms;
  readonly posts: Posts;
  readonly accounts: AccountRegistry;
  readonly activity: ActivityTracker;
  readonly outgoing: Outgoing;
  readonly addresses: AddressVault;
  readonly hostedFiles: HostedFiles;
  readonly rateLimits: Pick<RateLimits, 'posts'>;
  readonly openPrompts: OpenPrompts;
  readonly defaultChannelId: string | null;
  readonly publicUrl: string | null;
  /** Called with the expiry time (milliseconds) of each new prompt that expires. */
  readonly onExpiry: (time: number) => void;
  /** Called with the time (milliseconds) of the first step of each new prompt's policy. */
  readonly onStep: (time: number) => void;
}

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
    const { store, clock, accounts, activity, outgoing, addresses, posts, hostedFiles, rateLimits, openPrompts } =
      this.#options;
    const channel = await this.#promptChannel(principal, input.channelId);
    const channelProblem = channel.accountProblem;
    const { platform, call } = await accounts.resolve(channel);
    checkButtons(platform, (input.decisions ?? input.options).length, input.decisions ? 'decisions' : 'options');
    const media = attachment ?? mediaAt(platform, input.mediaUrl);
    hostedFiles.check(platform, media, input.mediaUrl === null ? 'file' : 'media_url');
    checkAddress(outgoing, 'callback_url', input.callbackUrl);
    checkAddress(outgoing, 'media_url', input.mediaUrl);
    const window = await checkReplyWindow(this.#options, platform, channel, 'question');
    if (window.template && attachment) throw fileCannotWait(platform);

    const now = clock.now();
    const { organizationId } = channel;
    const buttons = (input.decisions ?? input.options).length;
    const asked = { organizationId, buttons, media: attachment };
    const otherIds = input.channelIds.slice(1);
    for (const channelId of otherIds) requireChannel(principal, channelId);
    const others = otherIds.map((channelId) => copyChannel(this.#options, asked, channelId));
    const channels = await Promise.all(others);
    const copies = copiesIn(channels, now);
    const asks = await termsOf(this.#options, principal, input, [channel, ...channels]);
    const terms = asks && attachment ? { ...asks, hasFile: true } : asks;
    const draft = {
      organizationId,
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
      trace: input.trace,
      consoleUrl: consoleUrlFor(channel, this.#options.publicUrl),
      terms,
      timeoutAnswer: timeoutAnswerOf(terms),
      stepDueAt: stepTime({ createdAt: new Date(now), terms }, 0),
      ...acceptedState(platform),
      ...(window.template && { showAfter: new Date(now) }),
    };
    const channelIds = [channel, ...channels].map((each) => each.channelId);
    rateLimits.posts(organizationId, channelIds);
    const open = () => openOrContinue(store, draft, claimed, copies);
    const isContinued = claimed !== null && claimed.promptNum !== null;
    const prompt = isContinued ? await open() : await openPrompts.open(organizationId, channelIds, open);
    const posted = async (row: PromptRow): Promise<AskedPrompt> => ({
      prompt: row,
      messageId: messageIdOf(row) ?? '',
      channelProblem,
      posts: copies.length > 0 ? await posts.postNow(row, attachment) : [],
    });
    if (prompt.state !== 'posting') return await posted(prompt);
    // A repeated request posts what the first one did, also when the window has opened since.
    const template = prompt.showAfter && (window.template ?? templateOf(channel));
    const content = { media, outsideWindow: window.outsideWindow, template };
    const id = formatPromptId(prompt.num);
    const audit = principal.operator ? auditEntry(principal, clock, 'prompt.created', id) : undefined;
    const row = await postQuestion(this.#options, { platform, call, content, claimed, audit }, prompt);
    this.#options.log.info({ ...promptFields(prompt), platform: prompt.platform }, 'A prompt was asked');
    activity.note(channel, 'outbound');
    if (prompt.expiresAt) this.#options.onExpiry(prompt.expiresAt.getTime());
    if (prompt.stepDueAt) this.#options.onStep(prompt.stepDueAt.getTime());
    return await posted(row);
  }

  async get(principal: Principal, num: number | null, id: string): Promise<PromptRow> {
    const prompt = await this.#find(principal, num);
    if (!prompt || !sees(principal, prompt.channelId)) throw noPrompt(num, id);
    return prompt;
  }

  async #find({ organizationId }: Principal, num: number | null): Promise<PromptRow | null> {
    const prompt = num === null ? null : await this.#options.store.prompts.get(organizationId, num);
    return prompt?.state === 'posting' || prompt?.state === 'orphaned' ? null : prompt;
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
      const why = state === 'pending' ? 'at the end of its time, and its policy decides' : state;
      throw new Refusal(
        'conflict',
        `Prompt ${formatPromptId(prompt.num)} is ${why}: only a pending prompt can be cancelled.`,
        null,
        { code: 'prompt_not_pending' },
      );
    }
    closings.wake();
    log.info({ ...promptFields(prompt), ...(delivery && { event_id: delivery.id }) }, 'A prompt was cancelled');
    return await this.get(principal, num, id);
  }

  /** Hands out the answer of a prompt to its asker, once. */
  async takeAnswer(principal: Principal, num: number | null, id: string): Promise<PromptRow> {
    const { store, clock } = this.#options;
    const prompt = await this.get(principal, num, id);
    const { organizationId, apiKeyId, operatorId } = prompt;
    if (apiKeyId !== principal.keyId || operatorId !== (principal.operator?.id ?? null))
      throw new Refusal('forbidden', 'Only the key that asked can take the answer.');
    if (await store.prompts.takeAnswer(organizationId, prompt.num, new Date(clock.now()))) return prompt;
    const why = prompt.state === 'answered' ? 'Its answer was taken before' : 'It has no answer to take';
    throw new Refusal('conflict', `${formatPromptId(prompt.num)}: ${why}.`);
  }

  /** Adds a note of the agent that asked. */
  async addNote(principal: Principal, num: number | null, id: string, note: NewPromptNote): Promise<NoteRow> {
    return await addNote(this.#options, principal, await this.get(principal, num, id), note);
  }

  /** Answers a pending prompt as the signed-in operator. Equivalent to an answer in the chat. */
  async answer(principal: Principal, num: number | null, id: string, answer: GivenAnswer): Promise<PromptRow> {
    return await answerFromConsole(this.#options, principal, await this.get(principal, num, id), answer);
  }

  async list(principal: Principal, asked: AskedFilter, page: PromptPage): Promise<PromptRow[]> {
    const { store, clock } = this.#options;
    const { answerer, ...filter } = asked;
    const answeredBy = answerer && (await accountsOf(store, principal, answerer));
    const now = new Date(clock.now());
    const within = withinChannels(principal, { ...filter, now, ...(answeredBy && { answeredBy }) });
    return within ? await store.prompts.list(principal.organizationId, within, page) : [];
  }

  async counts({ organizationId }: Principal, most: number): Promise<PromptCounts> {
    return await this.#options.store.prompts.countByState(organizationId, new Date(this.#options.clock.now()), most);
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
    const list = () => this.list(principal, { nums }, { limit: nums.length, before: null });
    const visible = principal.channels === null ? nums : (await list()).map(({ num }) => num);
    await this.#watch.firstClosed({ organizationId, nums: visible, ms, signal }, list);
  }

  /** Ends all waits with the current state. */
  endWaits(): void {
    this.#watch.stop();
  }

  async shown(prompt: PromptRow): Promise<ShownPrompt> {
    const [shown] = await this.allShown([prompt]);
    return shown ?? { prompt, votes: [], posts: [], notes: [] };
  }

  /** Prompts of one organization as readers see them. */
  async allShown(prompts: readonly PromptRow[]): Promise<ShownPrompt[]> {
    return await shownPrompts(this.#options.store, prompts);
  }

  stateOf(prompt: PromptRow): PromptState {
    return visibleState(prompt, this.#options.clock.now());
  }

  async #promptChannel(principal: Principal, given: string | null): Promise<ChannelRow> {
    const channelId = given ?? this.#options.defaultChannelId;
    if (channelId === null) {
      throw new Refusal('invalid', 'Give a channel_id, or set DEFAULT_PROMPT_CHANNEL_ID on the gateway.', 'channel_id');
    }
    requireChannel(principal, channelId, { isNamed: given !== null });
    return await promptChannel(this.#options, principal.organizationId, channelId, 'channel_id');
  }
}

function noPrompt(num: number | null, id: string): Refusal {
  return new Refusal(
    'not_found',
    `There is no prompt ${JSON.stringify(id)}${num === null ? ': the id #12 is written 12 or %2312 in an address' : ''}.`,
  );
}

function fileCannotWait({ name }: Platform): Refusal {
  const detail = `${name} shows the question when the person asks for it, and an uploaded file is not kept until then: give media_url.`;
  return new Refusal('invalid', detail, 'file', { code: 'window_closed' });
}
