import { isPlatformError } from '@gateway/platform-kit';
import type { ChannelCache } from '../channels/channel-cache.js';
import type { AccountRegistry } from '../connections/account-registry.js';
import { isWorthRetrying, PLATFORM_CALL_LIMIT_MS } from '../connections/platform-call.js';
import { promptFields } from '../base/log-fields.js';
import { ClaimLoop } from '../base/claim-loop.js';
import { reasonOf } from '../base/loop.js';
import type { Closing, EndedClosing } from '../ports/questions/prompt-store.js';
import type { Platforms } from '../base/platforms.js';
import { Refusal } from '../base/refusal.js';
import type { PromptRow } from '../ports/rows.js';
import { channelOfAnswer, hasCopies, messagesOf, type QuestionMessage } from '../questions/messages.js';
import type { AddressVault } from '../sealed-addresses/address-vault.js';
import { confirmation } from '../questions/texts/notices.js';
import { promptPostKey } from '../questions/post-key.js';
import { mayShowEnded } from '../questions/take-back.js';
import { CLOSING_STOP_TIMEOUT_MS, retryTime } from './attempts.js';
import { failuresOf, showOutcome } from './show-outcome.js';
import type { Services } from '../ports/services.js';

const SLOTS = 32;
const IDLE_MS = 1000;
/** Long enough for the update of the messages and the confirmation, one after the other. */
const CLAIM_MS = 2 * PLATFORM_CALL_LIMIT_MS + 10_000;
/** Attempts that wait for the message id of the post. Later ones use the messages that are known from presses. */
const UNCONFIRMED_ATTEMPTS = 3;
/** Milliseconds before the next attempt. After the last one the message stays as it is. */
const RETRY_MS = [1000, 5000, 30_000, 120_000, 600_000, 3_600_000] as const;

export interface ClosingOptions extends Services {
  readonly channels: ChannelCache;
  readonly platforms: Platforms;
  readonly accounts: Pick<AccountRegistry, 'resolve' | 'resolveIfLoaded'>;
  readonly addresses: AddressVault;
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
  readonly #loop: ClaimLoop<Closing>;
  /** Updates that ended since the last pass. They are recorded together. */
  #ended: EndedClosing[] = [];

  constructor(options: ClosingOptions) {
    this.#options = options;
    const { store, clock, log, platforms } = options;
    this.#loop = new ClaimLoop({
      name: 'prompt closing',
      clock,
      log,
      idleMs: IDLE_MS,
      slots: SLOTS,
      stopMs: CLOSING_STOP_TIMEOUT_MS,
      claim: (limit) => {
        const now = clock.now();
        return store.prompts.claimClosings(new Date(now), new Date(now + CLAIM_MS), limit, platforms.ids);
      },
      work: async (closing) => {
        const ended = await close(options, closing);
        this.#ended.push({ closing, ...ended });
        if (ended.retryAt) this.#loop.wakeAt(ended.retryAt.getTime());
      },
      record: () => this.#record(),
      nextDue: () => store.prompts.nextClosing(platforms.ids),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** A prompt was closed, or another message of a closed prompt became known. Those of other instances are found by polling. */
  wake(): void {
    this.#loop.wake();
  }

  /** Takes a slot for the update that an answer causes, so that it needs no claim of its own. Null: it waits for its turn. */
  reserve({ platform }: PromptRow): ReservedClosing | null {
    const { clock, platforms } = this.#options;
    const end = platforms.ids.includes(platform) ? this.#loop.reserve() : null;
    if (!end) return null;
    const until = new Date(clock.now() + CLAIM_MS);
    return {
      until,
      end: (prompt) => {
        // Another message may have become known with the answer: then the update is due without a claim.
        const isClaimed = prompt?.closeAttempts === 1 && prompt.closeDueAt?.getTime() === until.getTime();
        end(isClaimed ? { prompt, until } : null);
        if (prompt && !isClaimed) this.wake();
      },
    };
  }

  /** Records the updates that end soon. An interrupted one is due again when its claim expires. */
  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** An update that could not be recorded is repeated when its claim expires. */
  async #record(): Promise<void> {
    const { store, log } = this.#options;
    const ended = this.#ended;
    this.#ended = [];
    const isDueAgain = await store.prompts.endClosings(ended).catch((error: unknown) => {
      log.error({ reason: reasonOf(error) }, 'Message updates could not be recorded');
    });
    if (isDueAgain) this.wake();
  }
}

/** The result of an update. `isWaiting`: the message in the first chat is not known yet, or its adapter is not loaded. */
interface Updated {
  readonly isWaiting: boolean;
  readonly isClosed: boolean;
  /** Whether the button stays that takes the approval back. */
  readonly hasButton: boolean;
  readonly failures: readonly unknown[];
}

/** Never rejects. */
async function close(options: ClosingOptions, { prompt }: Closing): Promise<Omit<EndedClosing, 'closing'>> {
  const { clock, log } = options;
  const { isWaiting, hasButton, messageClosedAt, failures } = await updateMessages(options, prompt).catch(
    (error: unknown) => ({ isWaiting: false, hasButton: true, messageClosedAt: null, failures: [error] }),
  );
  const ended = { messageClosedAt, againAt: hasButton ? new Date(clock.now()) : null };
  if (failures.length === 0) {
    if (isWaiting) return { ...ended, retryAt: retryTime(RETRY_MS, prompt.closeAttempts, clock.now(), null) };
    log.info(promptFields(prompt), "A closed prompt's message was updated");
    return { ...ended, retryAt: null };
  }
  const error = failures.find(isWorthRetrying) ?? failures[0];
  const reason = isPlatformError(error) || error instanceof Refusal ? error.message : 'the adapter failed';
  const retryAt = isWorthRetrying(error) ? retryTime(RETRY_MS, prompt.closeAttempts, clock.now(), error) : null;
  log.warn(
    { ...promptFields(prompt), reason, retry_at: retryAt?.toISOString() ?? null },
    "A closed prompt's message could not be updated",
  );
  return { ...ended, retryAt };
}

async function updateMessages(
  options: ClosingOptions,
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
  options: ClosingOptions,
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
async function confirm(options: ClosingOptions, prompt: PromptRow, channelId: string): Promise<void> {
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
