import { isPlatformError, type Connection } from '@gateway/platform-kit';
import { promptFields } from '../base/log-fields.js';
import { isWorthRetrying } from '../connections/platform-call.js';
import type { PromptRow } from '../ports/rows.js';
import { wholeAction } from '../questions/action/action-text.js';
import { postKey } from '../questions/post-key.js';
import { wholeFile, wholeTexts } from '../questions/showing.js';
import { wholeCaption, wholeFollows, wholeIsThere } from '../questions/texts/approvals.js';
import { unknownButton } from '../questions/texts/notices.js';
import { channelOfReplies, type Arrival, type InboundDeps } from './arrival.js';
import type { Place } from './place.js';
import { refused, type Result } from './result.js';

/** A chat gets the whole action once in this time or up to twice as long, however many people ask for it. */
const ONCE_MS = 10_000;

/**
 * Posts the whole action in the chat of the event, without waiting: as a text file where the platform takes one, else as messages. Where
 * that fails, no answer from the chat lets the action run until it succeeds.
 */
export async function showWhole(deps: InboundDeps, arrival: Arrival, prompt: PromptRow, place: Place): Promise<Result> {
  const { event } = arrival;
  const { num, terms } = prompt;
  if (!terms?.action) return refused(unknownButton, prompt);
  const isFirst = await claims(deps, arrival, prompt, place);
  if (!isFirst && !place.isUninspectable) return { result: 'shown', notice: wholeIsThere(num), prompt };
  deps.pending.run(arrival, () => post(deps, arrival, prompt, place));
  return { result: 'shown', notice: event.kind === 'press' ? wholeFollows(num) : null, prompt };
}

/** Claims this period and the next one, also against other instances. False: this one was claimed before. */
async function claims(
  { store, clock }: InboundDeps,
  { account }: Arrival,
  { organizationId, num }: PromptRow,
  { channelId }: Place,
): Promise<boolean> {
  const now = clock.now();
  const period = Math.floor(now / ONCE_MS);
  const claim = (number: number) => {
    const eventId = `whole:${num}:${channelId}:${number}`;
    return store.inboundEvents.first({ organizationId, account: account.id.account, eventId, at: new Date(now) });
  };
  if (!(await claim(period))) return false;
  await claim(period + 1);
  return true;
}

/** Never rejects. */
async function post(deps: InboundDeps, arrival: Arrival, prompt: PromptRow, place: Place): Promise<void> {
  const { store, log } = deps;
  const fields = { ...promptFields(prompt), channel_id: place.channelId };
  try {
    const messageIds = await send(deps, arrival, prompt, place).catch((error: unknown) => {
      const reason = isPlatformError(error)
        ? error.explanation
        : 'the file could not be written, or the adapter failed';
      log.warn({ ...fields, reason }, 'The whole action of a prompt could not be shown');
      return null;
    });
    const isShown = messageIds !== null;
    if (isShown === place.isUninspectable) await store.posts.shownWhole(prompt, place.copies[0]?.seq ?? null, isShown);
    if (messageIds)
      await store.prompts.linkMessages({ ...prompt, channelId: channelOfReplies(arrival, prompt) }, messageIds);
  } catch {
    log.error(fields, 'It could not be recorded whether the whole action of a prompt was shown');
  }
}

/** Returns the ids of the messages. */
async function send(deps: InboundDeps, arrival: Arrival, prompt: PromptRow, place: Place): Promise<string[]> {
  const { event, account } = arrival;
  const connection = await account.connection();
  const { capabilities } = account.platform;
  const target = place.copies[0]?.chatId ?? prompt.chatId;
  const texts = wholeTexts(prompt, capabilities);
  if (capabilities.media.bytes) {
    try {
      return await sendFile(deps, arrival, prompt, target, connection);
    } catch (error) {
      // Some accounts may not upload files.
      if (texts === null || isWorthRetrying(error)) throw error;
    }
  }
  if (texts === null) throw new Error('The action takes too many messages.');
  const messageIds: string[] = [];
  for (const [part, text] of texts.entries()) {
    const posted = await connection.sendMessage({
      target,
      text,
      ...(event.messageId !== null && { replyTo: event.messageId }),
      idempotencyKey: postKey('whole', account.id.account, event.id, part),
    });
    messageIds.push(...posted.messageIds);
  }
  return messageIds;
}

async function sendFile(
  { textFile }: InboundDeps,
  { event, account }: Arrival,
  { num, terms }: PromptRow,
  target: string,
  connection: Connection,
): Promise<string[]> {
  if (!terms?.action) throw new Error('The prompt has no action.');
  const file = await textFile(wholeAction(num, terms.action, terms.rule ?? null), wholeFile(num));
  try {
    const posted = await connection.sendPrompt({
      target,
      texts: [wholeCaption(num)],
      buttons: [],
      media: file.attachment,
      allowsText: false,
      idempotencyKey: postKey('whole', account.id.account, event.id),
    });
    return [...posted.messageIds];
  } finally {
    await file.remove();
  }
}
