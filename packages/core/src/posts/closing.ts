import { isPlatformError } from '@gateway/platform-kit';
import type { ChannelCache } from '../channels/channel-cache.js';
import type { AccountRegistry } from '../connections/account-registry.js';
import { isWorthRetrying, PLATFORM_CALL_LIMIT_MS } from '../connections/platform-call.js';
import { promptFields } from '../base/log-fields.js';
import { pause, reasonOf, startLoop, type Loop } from '../base/loop.js';
import type { Clock, Logger } from '../ports/system.js';
import type { Store } from '../ports/store.js';
import type { Closing, EndedClosing } from '../ports/questions/prompt-store.js';
import type { Platforms } from '../base/platforms.js';
import { Refusal } from '../base/refusal.js';
import type { PromptRow } from '../ports/rows.js';
import { channelOfAnswer, hasCopies, messagesOf, type QuestionMessage } from '../questions/messages.js';
import type { AddressVault } from '../sealed-addresses/address-vault.js';
import { confirmation } from '../questions/texts/notices.js';
import { promptPostKey } from '../questions/post-key.js';
import { mayShowEnded } from '../questions/take-back.js';
import { failuresOf, showOutcome } from './show-outcome.js';

const SLOTS = 32;
const IDLE_MS = 1000;
/** Long enough for the update of the messages and the confirmation, one after the other. */
const CLAIM_MS = 2 * PLATFORM_CALL_LIMIT_MS + 10_000;
/** How long running updates may take when the gateway stops. An interrupted one is due again when its claim expires. */
export const CLOSING_STOP_TIMEOUT_MS = 5000;
/** Attempts that wait for the message id of the post. Later ones use the messages that are known from presses. */
const UNCONFIRMED_ATTEMPTS = 3;
/** Milliseconds before the next attempt. After the last one the message stays as it is. */
const RETRY_MS = [1000, 5000, 30_000, 120_000, 600_000, 3_600_000] as const;

export interface ClosingOptions {
  readonly store: Store;
  readonly channels: ChannelCache;
  readonly platforms: Platforms;
  readonly addresses: AddressVault;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A slot for the update of a prompt's message that is claimed with its answer. */
export interface ReservedClosing {
  readonly until: Date;
  /** Must be called once. Updates the message if the answered prompt has the claim; null: the prompt was not answered. */
  end(prompt: PromptRow | null): void;
}

/**
 * Updates the chat messages of closed prompts: removes the buttons, shows the outcome, and confirms an answer that was given by
 * text. The update is recorded as due in the transaction that closes the prompt, so a crash or a rate limit only delays it.
 */
export class Closings {
  readonly #options: ClosingOptions;
  readonly #running = new Set<Promise<void>>();
  #reserved = 0;
  /** Updates that ended since the last pass. They are recorded together. */
  #ended: EndedClosing[] = [];
  /** Whether an update may be due. */
  #mayBeDue = false;
  #accounts: AccountRegistry | null = null;
  #loop: Loop | null = null;

  constructor(options: ClosingOptions) {
    this.#options = options;
  }

  start(accounts: AccountRegistry): void {
    const { clock, log } = this.#options;
    this.#accounts = accounts;
    this.#loop = startLoop({ name: 'prompt closing', clock, log, idleMs: IDLE_MS, pass: (due) => this.#pass(due) });
  }

  /** A prompt was closed, or another message of a closed prompt became known. Those of other instances are found by polling. */
  wake(): void {
    this.#mayBeDue = true;
    this.#loop?.wake();
  }

  /** Takes a slot for the update that an answer causes, so that it needs no claim of its own. Null: it waits for its turn. */
  reserve({ platform }: PromptRow): ReservedClosing | null {
    const { clock, platforms } = this.#options;
    if (!this.#accounts || this.#freeSlots <= 0 || !platforms.ids.includes(platform)) return null;
    this.#reserved += 1;
    const until = new Date(clock.now() + CLAIM_MS);
    return {
      until,
      end: (prompt) => {
        this.#reserved -= 1;
        // Another message may have become known with the answer: then the update is due without a claim.
        if (prompt?.closeAttempts === 1 && prompt.closeDueAt?.getTime() === until.getTime())
          this.#begin({ prompt, until });
        else if (prompt || this.#mayBeDue) this.wake();
      },
    };
  }

  /** Ends the loop, and records the updates that end within `CLOSING_STOP_TIMEOUT_MS`. */
  async stop(): Promise<void> {
    const { clock } = this.#options;
    await this.#loop?.stop();
    const over = new AbortController();
    await Promise.race([Promise.all(this.#running), pause(clock, CLOSING_STOP_TIMEOUT_MS, over.signal)]);
    over.abort();
    this.#accounts = null;
    await this.#record(this.#takeEnded());
  }

  get #freeSlots(): number {
    return SLOTS - this.#running.size - this.#reserved;
  }

  async #pass(due: boolean): Promise<number | null> {
    const { store, clock, platforms } = this.#options;
    const ended = this.#takeEnded();
    const recorded = this.#record(ended);
    const now = clock.now();
    const slots = this.#freeSlots;
    this.#mayBeDue ||= due;
    if (this.#mayBeDue && slots > 0) {
      this.#mayBeDue = false;
      const until = new Date(now + CLAIM_MS);
      const closings = await store.prompts.claimClosings(new Date(now), until, slots, platforms.ids);
      this.#mayBeDue ||= closings.length === slots;
      for (const closing of closings) this.#begin(closing);
    }
    await recorded;
    if (due) return (await store.prompts.nextClosing(platforms.ids))?.getTime() ?? null;
    const retries = ended.flatMap(({ retryAt }) => retryAt?.getTime() ?? []);
    return retries.length > 0 ? Math.min(...retries) : null;
  }

  #begin(closing: Closing): void {
    if (!this.#accounts) return;
    const work = close({ ...this.#options, accounts: this.#accounts }, closing).then((ended) => {
      this.#ended.push({ closing, ...ended });
      this.#running.delete(work);
      this.#loop?.wake();
    });
    this.#running.add(work);
  }

  #takeEnded(): EndedClosing[] {
    const ended = this.#ended;
    this.#ended = [];
    return ended;
  }

  /** An update that could not be recorded is repeated when its claim expires. */
  async #record(ended: readonly EndedClosing[]): Promise<void> {
    const { store, log } = this.#options;
    const isDueAgain = await store.prompts.endClosings(ended).catch((error: unknown) => {
      log.error({ reason: reasonOf(error) }, 'Message updates could not be recorded');
    });
    if (isDueAgain) this.wake();
  }
}

type CloseOptions = ClosingOptions & { readonly accounts: AccountRegistry };

/** The result of an update. `isWaiting`: the message in the first chat is not known yet, or its adapter is not loaded. */
interface Updated {
  readonly isWaiting: boolean;
  readonly isClosed: boolean;
  /** Whether the button stays that takes the approval back. */
  readonly hasButton: boolean;
  readonly failures: readonly unknown[];
}

/** Never rejects. */
async function close(options: CloseOptions, { prompt }: Closing): Promise<Omit<EndedClosing, 'closing'>> {
  const { clock, log } = options;
  const { isWaiting, hasButton, messageClosedAt, failures } = await updateMessages(options, prompt).catch(
    (error: unknown) => ({ isWaiting: false, hasButton: true, messageClosedAt: null, failures: [error] }),
  );
  const ended = { messageClosedAt, againAt: hasButton ? new Date(clock.now()) : null };
  if (failures.length === 0) {
    if (isWaiting) return { ...ended, retryAt: retryTime(prompt, clock, 0) };
    log.info(promptFields(prompt), "A closed prompt's message was updated");
    return { ...ended, retryAt: null };
  }
  const error = failures.find(isWorthRetrying) ?? failures[0];
  const reason = isPlatformError(error) || error instanceof Refusal ? error.message : 'the adapter failed';
  const retryAt = isWorthRetrying(error)
    ? retryTime(prompt, clock, isPlatformError(error) ? (error.retryAfterMs ?? 0) : 0)
    : null;
  log.warn(
    { ...promptFields(prompt), reason, retry_at: retryAt?.toISOString() ?? null },
    "A closed prompt's message could not be updated",
  );
  return { ...ended, retryAt };
}

async function updateMessages(
  options: CloseOptions,
  prompt: PromptRow,
): Promise<Omit<Updated, 'isClosed'> & Pick<EndedClosing, 'messageClosedAt'>> {
  const { store, clock } = options;
  const posts = hasCopies(prompt) ? await store.posts.of(prompt.organizationId, [prompt.num]) : [];
  const messages = messagesOf(prompt, posts);
  const answeredIn = prompt.confirmTo === null ? null : channelOfAnswer(prompt, messages);
  const updated = await Promise.all(messages.map((message) => closeMessage(options, prompt, message, answeredIn)));
  const closed = messages.filter((_, index) => updated[index]?.isClosed);
  const seqs = closed.flatMap(({ post }) => post?.seq ?? []);
  if (seqs.length > 0) await store.posts.closed(seqs, new Date(clock.now()));
  // The messages are closed first. Neither of the two waits for the success of the other.
  const confirmed = await Promise.allSettled([answeredIn === null ? null : confirm(options, prompt, answeredIn)]);
  const isFirstClosed = prompt.terms !== null && closed.some(({ post }) => post === null);
  return {
    isWaiting: updated.some(({ isWaiting }) => isWaiting),
    hasButton: updated.some(({ hasButton }) => hasButton),
    messageClosedAt: isFirstClosed ? new Date(clock.now()) : null,
    failures: [...updated.flatMap(({ failures }) => failures), ...failuresOf(confirmed)],
  };
}

/** Shows the outcome in one chat. A chat whose channel is inactive is left out, and so is one that has no message yet. */
async function closeMessage(
  options: CloseOptions,
  prompt: PromptRow,
  { post, channelId, chatId, posted, closedAt }: QuestionMessage,
  answeredIn: string | null,
): Promise<Updated> {
  const { channels, accounts } = options;
  const done = { isWaiting: false, isClosed: false, hasButton: false, failures: [] };
  const isFirst = post === null;
  // Of a waiting question only the template is in the chat: its button tells what became of the question.
  if (isFirst ? prompt.showAfter !== null : posted.length === 0) return done;
  if (closedAt !== null && prompt.consumedAt === null && prompt.withdrawnAt === null) return done;
  const channel = await channels.find(prompt.organizationId, channelId);
  if (!channel?.isActive) return done;
  const resolved = await accounts.resolveIfLoaded(channel);
  const mayBecomeKnown = isFirst && prompt.messageId === null && prompt.state !== 'orphaned';
  if (closedAt !== null && !(resolved && mayShowEnded(prompt, resolved.platform.capabilities))) return done;
  // A message that becomes known later is scheduled for closing separately.
  if (!resolved || (mayBecomeKnown && prompt.closeAttempts <= UNCONFIRMED_ATTEMPTS))
    return { ...done, isWaiting: isFirst };
  const isConfirmed = answeredIn === channelId;
  const shown = await showOutcome(options, prompt, resolved, { target: chatId, messages: posted, isConfirmed });
  return { ...shown, isWaiting: false, isClosed: shown.failures.length === 0 };
}

/** Confirms an answer that was given by text, once. What the platform refuses for good is not attempted again. */
async function confirm(options: CloseOptions, prompt: PromptRow, channelId: string): Promise<void> {
  const { store, log, channels, accounts } = options;
  const { confirmTo } = prompt;
  if (confirmTo === null) return;
  const channel = await channels.find(prompt.organizationId, channelId);
  const resolved = channel?.isActive ? await accounts.resolveIfLoaded(channel) : null;
  if (!resolved) return;
  // Who was asked for words was told with that what is recorded. After a crash it is not known whether that was posted.
  if (prompt.reasonUntil !== null && prompt.closeAttempts <= 1) {
    await store.prompts.confirmed(prompt.organizationId, prompt.num);
    return;
  }
  const message = {
    target: prompt.confirmTarget ?? prompt.chatId,
    text: confirmation(prompt),
    replyTo: confirmTo,
    ...(prompt.confirmThread !== null && { thread: prompt.confirmThread }),
    idempotencyKey: promptPostKey(prompt, 'confirmation'),
  };
  try {
    const reason = { action: 'confirm answer', prompt, post: 'special' as const };
    const { messageIds } = await resolved.call((connection, signal) => connection.sendMessage(message, signal), reason);
    // Words for the decision may come as a reply to the confirmation.
    if (prompt.terms) await store.prompts.linkMessages({ ...prompt, channelId }, messageIds);
  } catch (error) {
    if (isWorthRetrying(error)) throw error;
    const reason = isPlatformError(error) ? error.message : 'the adapter failed';
    log.warn({ ...promptFields(prompt), reason }, 'A text answer could not be confirmed');
  }
  await store.prompts.confirmed(prompt.organizationId, prompt.num);
}

function retryTime(prompt: PromptRow, clock: Clock, atLeastMs: number): Date | null {
  const delay: number | undefined = RETRY_MS[prompt.closeAttempts - 1];
  return delay === undefined ? null : new Date(clock.now() + Math.max(delay, atLeastMs));
}
