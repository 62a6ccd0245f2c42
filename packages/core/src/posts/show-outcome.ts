import type { Button, Connection } from '@gateway/platform-kit';
import type { ResolvedChannel } from '../connections/account-registry.js';
import type { PromptMessage, PromptRow } from '../ports/rows.js';
import type { Clock } from '../ports/system.js';
import { mapAddresses, type AddressVault } from '../sealed-addresses/address-vault.js';
import { closedText, lastText, shownOutcome } from '../questions/closed-text.js';
import { promptPostKey } from '../questions/post-key.js';
import { closedButtons } from '../questions/take-back.js';

/** The messages with a prompt's buttons in one chat. */
export interface ShownMessages {
  readonly target: string;
  readonly messages: readonly PromptMessage[];
  /** Whether the answer was given here by text, so that a confirmation follows. */
  readonly isConfirmed: boolean;
}

/** What became of the messages in one chat. */
export interface ShownOutcome {
  readonly failures: readonly unknown[];
  /** Whether a button stays below a message. */
  readonly hasButton: boolean;
}

/** Removes the buttons of a closed prompt and shows its outcome, with the button that takes an approval back. */
export async function showOutcome(
  { addresses, clock }: { readonly addresses: AddressVault; readonly clock: Pick<Clock, 'now'> },
  prompt: PromptRow,
  { platform, call }: ResolvedChannel,
  { target, messages, isConfirmed }: ShownMessages,
): Promise<ShownOutcome> {
  const text = closedText(prompt, platform.capabilities);
  const fallback = lastText(prompt, platform.capabilities);
  const outcome = shownOutcome(prompt, platform.capabilities);
  // Without room for the outcome, a later update would post it again.
  const buttons = text === null ? [] : closedButtons(prompt, platform.capabilities, clock.now());
  const closed = messages.map((message, index) =>
    call(
      async (connection, signal) => {
        // Where messages cannot be edited, the confirmation or a single notice is enough.
        if (!connection.closePrompt && (isConfirmed || index > 0)) return;
        const ref = mapAddresses(message.ref, addresses.openOrStripped);
        await showOne(connection, prompt, { ...message, ref, target, text, fallback, outcome, buttons }, signal);
      },
      { action: 'close question', prompt },
    ),
  );
  return { failures: failuresOf(await Promise.allSettled(closed)), hasButton: buttons.length > 0 };
}

/** The reasons of those that were rejected. */
export function failuresOf(results: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
}

interface OutcomeMessage extends PromptMessage {
  readonly target: string;
  /** Null: it would be too long. */
  readonly text: string | null;
  readonly fallback: string;
  readonly outcome: string;
  readonly buttons: readonly Button[];
}

async function showOne(
  connection: Connection,
  prompt: PromptRow,
  { target, messageId, ref, text, fallback, outcome, buttons }: OutcomeMessage,
  signal: AbortSignal,
): Promise<void> {
  const notice = `#${prompt.num} ${outcome}`;
  if (connection.closePrompt) {
    const closed = { target, messageId, ref, text: text ?? fallback, notice };
    await connection.closePrompt({ ...closed, ...(buttons.length > 0 && { buttons }) }, signal);
  }
  if (!connection.closePrompt || text === null) {
    const idempotencyKey = promptPostKey(prompt, 'outcome', target, messageId);
    await connection.sendMessage({ target, text: notice, replyTo: messageId, idempotencyKey }, signal);
  }
}
