import { isPlatformError, type Connection, type Dialog, type PressEvent, type TextEvent } from '@gateway/platform-kit';
import { useOrDiscard } from '../questions/texts/replies.js';
import { readsReplies } from '../questions/replies/markers.js';
import { DRAFT_MESSAGE } from '../questions/replies/draft-reply.js';
import type { Account } from '../connections/account.js';
import { channelOfReplies, type Arrival, type InboundDeps } from './arrival.js';
import { promptFields } from '../base/log-fields.js';
import { mapAddresses } from '../sealed-addresses/address-vault.js';
import { postKey } from '../questions/post-key.js';
import { questionLimit, splitText } from '../text/split.js';
import type { DraftRow, PromptRow } from '../ports/rows.js';
import { requestToken } from '../questions/tokens.js';
import { discard, useThese } from '../questions/texts/decisions.js';

const NOT_ASKED = 'A person could not be asked for more about a question';

/** What a person is asked for after a press. */
export interface PersonalRequest {
  /** The text in the chat, where there is no dialog. */
  readonly text: string;
  /** Null: it would not fit into one. */
  readonly dialog: Omit<Dialog, 'handle'> | null;
  /** What the person is asked for, if it is stored: then it is recorded that they were asked. */
  readonly draft?: DraftRow;
}

/**
 * Asks for words in the platform's own dialog, if the press can open one; otherwise in the chat, as a reply to the question. True: a
 * dialog was opened. The chat is not waited for.
 */
export async function askPerson(
  deps: InboundDeps,
  arrival: Arrival,
  prompt: PromptRow,
  { text, dialog, draft }: PersonalRequest,
): Promise<boolean> {
  const { event, account } = arrival;
  const handle = event.kind === 'press' ? event.dialogHandle : undefined;
  const asked = async () => {
    if (draft && draft.messageRef === null) await deps.store.votes.draftPosted(draft, {});
  };
  const limits = account.platform.capabilities.dialogs;
  if (dialog && handle !== undefined && limits) {
    try {
      const connection = await account.connection();
      await connection.openDialog?.({ handle, ...dialog });
      if (connection.openDialog) {
        await asked();
        return true;
      }
    } catch (error) {
      warn(deps, account, prompt, error, 'A dialog could not be opened');
    }
  }
  tell(deps, arrival, prompt, NOT_ASKED, async (connection) => {
    const sent = await connection.sendMessage({
      target: event.targets[0],
      text: fitted(text, account),
      ...(event.messageId !== null && { replyTo: event.messageId }),
      idempotencyKey: postKey('ask', account.id.account, event.id),
    });
    await asked();
    return sent;
  });
  return false;
}

/** Shows what was understood of changed arguments, with the buttons to use or discard it; without buttons, a reply does that. */
export function askToUse(
  deps: InboundDeps,
  arrival: Arrival<TextEvent>,
  prompt: PromptRow,
  draft: DraftRow,
  text: string,
): void {
  const { event, account } = arrival;
  const buttons = [
    { label: useThese, token: requestToken(prompt.num, 'use', draft.nonce) },
    { label: discard, token: requestToken(prompt.num, 'discard', draft.nonce) },
  ];
  const { text: limits } = account.platform.capabilities;
  const idempotencyKey = postKey('draft', account.id.account, event.id);
  if (readsReplies(account.platform.capabilities)) {
    const parts = splitText(`${text}\n\n${useOrDiscard(prompt.num, useThese, discard)}`, limits.max, limits);
    tell(deps, arrival, prompt, NOT_ASKED, async (connection) => {
      const messageIds: string[] = [];
      for (const [part, partText] of parts.entries()) {
        const how = {
          replyTo: event.messageId,
          ...(event.thread !== undefined && { thread: event.thread }),
          idempotencyKey: postKey('draft', account.id.account, event.id, part),
        };
        const posted = await connection.sendMessage({ target: event.targets[0], text: partText, ...how });
        messageIds.push(...posted.messageIds);
      }
      await deps.store.votes.draftPosted(draft, { [DRAFT_MESSAGE]: messageIds.at(-1) ?? '' });
      return { messageIds };
    });
    return;
  }
  tell(deps, arrival, prompt, NOT_ASKED, async (connection) => {
    const texts = splitText(text, questionLimit(limits), limits);
    const posted = await connection.sendPrompt({
      target: event.targets[0],
      texts,
      buttons,
      media: null,
      allowsText: true,
      idempotencyKey,
    });
    const ref = mapAddresses(posted.ref, deps.addresses.seal);
    await deps.store.votes.draftPosted(draft, ref ?? {});
    return posted;
  });
}

/** Removes the buttons below changed arguments, and says what became of them. Not waited for. */
export function closeDraft(
  deps: InboundDeps,
  { event, account }: Arrival<PressEvent>,
  prompt: PromptRow,
  { messageRef }: DraftRow,
  text: string,
): void {
  const close = async () => {
    const connection = await account.connection();
    await connection.closePrompt?.({
      target: event.targets[0],
      messageId: event.messageId,
      ref: mapAddresses(messageRef, deps.addresses.openOrStripped),
      text,
      notice: text,
    });
  };
  close().catch((error: unknown) =>
    warn(deps, account, prompt, error, 'The buttons below changed arguments could not be removed'),
  );
}

/**
 * Posts a message to the person in the chat of the event, without waiting. Replies to it find a prompt with terms. `failure`: what is
 * logged, because a failure must not make the platform report the event again.
 */
export function tell(
  deps: InboundDeps,
  arrival: Arrival,
  prompt: PromptRow | null,
  failure: string,
  post: (connection: Connection) => Promise<{ readonly messageIds: readonly string[] }>,
): void {
  const told = async () => {
    const { messageIds } = await post(await arrival.account.connection());
    if (prompt?.terms)
      await deps.store.prompts.linkMessages({ ...prompt, channelId: channelOfReplies(arrival, prompt) }, messageIds);
  };
  deps.pending.run(arrival, () =>
    told().catch((error: unknown) => warn(deps, arrival.account, prompt, error, failure)),
  );
}

function fitted(text: string, { platform }: Account): string {
  const { text: limits } = platform.capabilities;
  return splitText(text, limits.max, limits)[0];
}

function warn({ log }: InboundDeps, { id }: Account, prompt: PromptRow | null, error: unknown, message: string): void {
  const reason = isPlatformError(error) ? error.explanation : 'adapter failure';
  log.warn({ ...(prompt && promptFields(prompt)), platform: id.platform, reason }, message);
}
