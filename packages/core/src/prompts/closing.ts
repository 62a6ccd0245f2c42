import { isPlatformError, type Connection } from '@gateway/platform-kit';
import type { AccountRegistry } from '../connections/account-registry.js';
import { promptFields } from '../log-fields.js';
import { pause, reasonOf, startLoop } from '../loop.js';
import type { Clock, Logger } from '../ports.js';
import type { Store } from '../store.js';
import type { Closing, EndedClosing } from './prompt-store.js';
import type { Platforms } from '../platforms.js';
import { Refusal } from '../refusal.js';
import type { PromptMessage, PromptRow } from '../rows.js';
import { mapAddresses, type AddressVault } from '../sealed-addresses/address-vault.js';
import { closedText, lastText } from './closed-text.js';
import { confirmation, outcomeLine } from './chat-texts.js';

const SLOTS = 32;
const IDLE_MS = 1000;
const CLAIM_MS = 60_000;
/** How long running updates may take when the gateway stops. An interrupted one is due again when its claim expires. */
export const CLOSING_STOP_TIMEOUT_MS = 5000;
/** Attempts that wait for the message id of the post. Later ones use the messages that are known from presses. */
const UNCONFIRMED_ATTEMPTS = 3;
/** Milliseconds before the next attempt. After the last one the message stays as it is. */
const RETRY_MS = [1000, 5000, 30_000, 120_000, 600_000, 3_600_000] as const;

export interface ClosingOptions {
  readonly store: Store;
  readonly platforms: Platforms;
  readonly accounts: AccountRegistry;
  readonly addresses: AddressVault;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Updates the chat messages of closed prompts: removes the buttons, shows the outcome, and confirms an answer that was given by
 * text. The update is recorded as due in the transaction that closes the prompt, so a crash or a rate limit only delays it.
 */
export function startClosing(options: ClosingOptions): { stop(): Promise<void> } {
  const { store, clock, log } = options;
  const running = new Set<Promise<void>>();
  /** Updates that ended since the last pass. They are recorded together. */
  let ended: EndedClosing[] = [];

  /** An update that could not be recorded is repeated when its claim expires. */
  async function record(): Promise<void> {
    const all = ended;
    ended = [];
    await store.prompts.endClosings(all).catch((error: unknown) => {
      log.error({ reason: reasonOf(error) }, 'Message updates could not be recorded');
    });
  }

  const loop = startLoop({
    name: 'prompt closing',
    clock,
    log,
    idleMs: IDLE_MS,
    async pass() {
      const recorded = record();
      const slots = SLOTS - running.size;
      const now = clock.now();
      const { ids } = options.platforms;
      const closings =
        slots > 0 ? await store.prompts.claimClosings(new Date(now), new Date(now + CLAIM_MS), slots, ids) : [];
      for (const closing of closings) {
        const work = close(options, closing).then((retryAt) => {
          ended.push({ closing, retryAt });
          running.delete(work);
          loop.wake();
        });
        running.add(work);
      }
      await recorded;
      if (slots === 0) return null;
      return (await store.prompts.nextClosing(ids))?.getTime() ?? null;
    },
  });
  const unsubscribe = store.changes.subscribe((change) => {
    if (change.kind === 'prompt' || change.kind === 'everything') loop.wake();
  });
  return {
    async stop() {
      unsubscribe();
      await loop.stop();
      const over = new AbortController();
      await Promise.race([Promise.all(running), pause(clock, CLOSING_STOP_TIMEOUT_MS, over.signal)]);
      over.abort();
      await record();
    },
  };
}

/** Returns when to retry; null: no retry is needed or possible. Never rejects. */
async function close(options: ClosingOptions, { prompt }: Closing): Promise<Date | null> {
  const { clock, log } = options;
  return await updateMessages(options, prompt).then(
    (outcome) => {
      if (outcome === 'not yet') return retryTime(prompt, clock, 0);
      log.info(promptFields(prompt), "A closed prompt's message was updated");
      return null;
    },
    (error: unknown) => {
      const reason = isPlatformError(error) || error instanceof Refusal ? error.message : 'the adapter failed';
      const retry = isWorthRetrying(error)
        ? retryTime(prompt, clock, isPlatformError(error) ? (error.retryAfterMs ?? 0) : 0)
        : null;
      log.warn(
        { ...promptFields(prompt), reason, retry_at: retry?.toISOString() ?? null },
        "A closed prompt's message could not be updated",
      );
      return retry;
    },
  );
}

/** `not yet`: the prompt's message is not known yet, or its adapter is not loaded. */
async function updateMessages(
  { store, accounts, addresses }: ClosingOptions,
  prompt: PromptRow,
): Promise<'done' | 'not yet'> {
  const channel = await store.channels.get(prompt.organizationId, prompt.channelId);
  if (!channel?.isActive) return 'done';
  const resolved = await accounts.resolveIfLoaded(channel);
  if (!resolved) return 'not yet';
  const { platform, call } = resolved;
  const messages = messagesOf(prompt).map(({ messageId, ref }) => ({
    messageId,
    ref: mapAddresses(ref, addresses.openOrStripped),
  }));
  const mayBecomeKnown = prompt.messageId === null && prompt.state !== 'orphaned';
  if (mayBecomeKnown && prompt.closeAttempts <= UNCONFIRMED_ATTEMPTS) return 'not yet';
  // A message that becomes known later is scheduled for closing separately.
  if (messages.length === 0 && prompt.confirmTo === null) return 'done';

  const text = closedText(prompt, platform.capabilities);
  // The call is repeated after a rate limit; the confirmation must not be.
  let pendingConfirmation = prompt.confirmTo;
  const updateOne = (message: PromptMessage | null) =>
    call(async (connection, signal) => {
      const confirmTo = pendingConfirmation;
      if (confirmTo !== null) {
        pendingConfirmation = null;
        try {
          await connection.sendMessage(
            { target: prompt.confirmTarget ?? prompt.chatId, text: confirmation(prompt), replyTo: confirmTo },
            signal,
          );
        } catch (error) {
          pendingConfirmation = confirmTo;
          throw error;
        }
        await store.prompts.confirmed(prompt.organizationId, prompt.num);
      }
      // Where messages cannot be edited, the confirmation or a single notice is enough.
      if (!connection.closePrompt && (prompt.confirmTo !== null || message !== messages[0])) return;
      const fallback = lastText(prompt, platform.capabilities);
      if (message) await showOutcome(connection, prompt, { ...message, text, fallback }, signal);
    }, promptFields(prompt));
  // Concurrently: in sequence they could outlast the claim.
  const ended = await Promise.allSettled((messages.length > 0 ? messages : [null]).map(updateOne));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return 'done';
}

/** All known messages with the buttons, the prompt's own first. They are equal, so the `ref` of one is valid for the others. */
function messagesOf({ messageId, messageRef, otherMessages }: PromptRow): PromptMessage[] {
  const own = messageId === null ? [] : [{ messageId, ref: messageRef }];
  const others = (otherMessages ?? []).filter((other) => other.messageId !== messageId);
  return [...own, ...others.map((other) => ({ messageId: other.messageId, ref: other.ref ?? messageRef }))];
}

interface OutcomeMessage extends PromptMessage {
  readonly text: string | null;
  readonly fallback: string;
}

async function showOutcome(
  connection: Connection,
  prompt: PromptRow,
  { messageId, ref, text, fallback }: OutcomeMessage,
  signal: AbortSignal,
): Promise<void> {
  const notice = `#${prompt.num} ${outcomeLine(prompt)}`;
  if (connection.closePrompt) {
    await connection.closePrompt({ target: prompt.chatId, messageId, ref, text: text ?? fallback, notice }, signal);
  }
  if (!connection.closePrompt || text === null) {
    await connection.sendMessage({ target: prompt.chatId, text: notice, replyTo: messageId }, signal);
  }
}

function isWorthRetrying(error: unknown): boolean {
  if (!isPlatformError(error)) return true;
  return error.code === 'rate_limited' || error.code === 'unavailable' || error.code === 'conflict';
}

function retryTime(prompt: PromptRow, clock: Clock, atLeastMs: number): Date | null {
  const delay: number | undefined = RETRY_MS[prompt.closeAttempts - 1];
  return delay === undefined ? null : new Date(clock.now() + Math.max(delay, atLeastMs));
}
