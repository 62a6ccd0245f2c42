import { isPlatformError, type Connection } from '@gateway/platform-kit';
import type { Connections } from '../connections/connections.js';
import { reasonOf, startLoop } from '../loop.js';
import type { Clock, Logger, Store } from '../ports.js';
import type { Closing } from './prompt-store.js';
import type { Platforms } from '../platforms.js';
import { Refusal } from '../refusal.js';
import type { PromptRow } from '../rows.js';
import { closedText, lastText } from './closed-text.js';
import { confirmation, outcomeLine } from './words.js';

const SLOTS = 32;
const IDLE_MS = 1000;
const CLAIM_MS = 60_000;
/** Milliseconds before the next try; after the last one the message is left as it is. */
const RETRY_MS = [1000, 5000, 30_000, 120_000, 600_000, 3_600_000] as const;

export interface ClosingOptions {
  readonly store: Store;
  readonly platforms: Platforms;
  readonly connections: Connections;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Brings the chat messages of closed prompts up to date: the buttons go, the outcome shows, who answered by text gets a
 * confirmation. What is owed is written in the transaction that closes the prompt, so a crash or a rate limit only delays it.
 */
export function startClosing(options: ClosingOptions): { stop(): Promise<void> } {
  const { store, clock, log } = options;
  const underWay = new Set<Promise<void>>();
  const loop = startLoop({
    name: 'prompt closing',
    clock,
    log,
    idleMs: IDLE_MS,
    async pass() {
      const slots = SLOTS - underWay.size;
      if (slots === 0) return null;
      const now = clock.now();
      const closings = await store.prompts.claimClosings(new Date(now), new Date(now + CLAIM_MS), slots);
      for (const closing of closings) {
        const work = close(options, closing)
          .catch((error: unknown) => log.error({ reason: reasonOf(error) }, 'A closing could not be recorded'))
          .finally(() => {
            underWay.delete(work);
            loop.wake();
          });
        underWay.add(work);
      }
      return (await store.prompts.nextClosing())?.getTime() ?? null;
    },
  });
  const unsubscribe = store.changes.subscribe((change) => {
    if (change.kind === 'prompt' || change.kind === 'everything') loop.wake();
  });
  return {
    async stop() {
      unsubscribe();
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}

async function close(options: ClosingOptions, closing: Closing): Promise<void> {
  const { store, clock, log } = options;
  const { prompt } = closing;
  const retryAt = await bringUpToDate(options, prompt).then(
    (done) => (done ? null : retryTime(prompt, clock, 0)),
    (error: unknown) => {
      const reason = isPlatformError(error) || error instanceof Refusal ? error.message : 'the adapter failed';
      const retry = isWorthRetrying(error)
        ? retryTime(prompt, clock, isPlatformError(error) ? (error.retryAfterMs ?? 0) : 0)
        : null;
      log.warn(
        { prompt: prompt.num, channel: prompt.channelId, reason, retryAt: retry?.toISOString() ?? null },
        "A closed prompt's message could not be brought up to date",
      );
      return retry;
    },
  );
  await store.prompts.endClosing(closing, retryAt);
}

/** False: the prompt's message is not yet known. */
async function bringUpToDate({ store, platforms, connections }: ClosingOptions, prompt: PromptRow): Promise<boolean> {
  const channel = await store.channels.get(prompt.organizationId, prompt.channelId);
  const platform = channel?.isActive ? await platforms.load(channel.platform) : null;
  if (!channel || !platform) return true;
  const { messageId } = prompt;
  if (messageId === null) return false;

  const text = closedText(prompt, platform.capabilities);
  // The call is repeated after a rate limit, the confirmation is not.
  let owed = prompt.confirmTo;
  await connections.call(channel, async (connection, signal) => {
    if (owed !== null) {
      await connection.sendMessage({ target: prompt.chatId, text: confirmation(prompt), replyTo: owed }, signal);
      owed = null;
      await store.prompts.confirmed(prompt.organizationId, prompt.num);
    }
    // Where messages cannot be rewritten the confirmation has said it all.
    if (!connection.closePrompt && prompt.confirmTo !== null) return;
    await showOutcome(
      connection,
      prompt,
      { messageId, text, fallback: lastText(prompt, platform.capabilities) },
      signal,
    );
  });
  return true;
}

interface Shown {
  readonly messageId: string;
  readonly text: string | null;
  readonly fallback: string;
}

async function showOutcome(
  connection: Connection,
  prompt: PromptRow,
  { messageId, text, fallback }: Shown,
  signal: AbortSignal,
): Promise<void> {
  const notice = `#${prompt.num} ${outcomeLine(prompt)}`;
  if (connection.closePrompt) {
    await connection.closePrompt(
      { target: prompt.chatId, messageId, ref: prompt.messageRef, text: text ?? fallback, notice },
      signal,
    );
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
