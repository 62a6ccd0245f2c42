import {
  formatPromptId,
  promptPath,
  type PromptCreated,
  type PromptNote,
  type PromptRecord,
  type PromptState,
  type PromptWarning,
} from '@gateway/contract';
import {
  digestOf,
  isAnswerable,
  messageIdOf,
  type AddressVault,
  type AskedPrompt,
  type NoteRow,
  type PostRow,
  type Principal,
  type ShownPrompt,
} from '@gateway/core';
import { callbackAddress } from './callback-address.js';
import { snake } from './field-names.js';
import { promptTermsRecord } from './prompt-terms.js';

/** A prompt as the API shows it to a reader. `state` is the current state, which can be ahead of the row. */
export function promptRecord(
  shown: ShownPrompt,
  state: PromptState,
  reader: Principal,
  addresses: AddressVault,
): PromptRecord {
  const { prompt } = shown;
  return {
    id: formatPromptId(prompt.num),
    prompt_num: prompt.num,
    ...snake(prompt, 'channelId', 'platform', 'chatId'),
    message_id: messageIdOf(prompt),
    text: prompt.text,
    media_url: callbackAddress(prompt.mediaUrl, reader, addresses),
    ...snake(prompt, 'options', 'allowText'),
    callback_url: callbackAddress(prompt.callbackUrl, reader, addresses),
    ...snake(prompt, 'correlationId', 'notifyOnExpiry', 'apiKeyId', 'operatorId'),
    state,
    waiting_for_window: state === 'pending' && prompt.showAfter !== null,
    closed_reason: state === 'expired' ? (prompt.closedReason ?? 'ttl') : null,
    ...snake(prompt, 'closedDetail', 'deliveryState', 'createdAt', 'expiresAt', 'answeredAt', 'answeredById'),
    ...snake(prompt, 'answeredByUsername', 'answerType', 'answer'),
    ...promptTermsRecord(shown, reader),
    ...(shown.notes.length > 0 && { notes: shown.notes.map(noteRecord) }),
  };
}

/** A note as the API shows it. */
export function noteRecord(note: NoteRow): PromptNote {
  return snake(note, 'kind', 'text', 'url', 'at');
}

const notAnswerable: PromptWarning = {
  code: 'not_answerable',
  message:
    'This prompt cannot be answered: give options, decisions, or allow_text: true. It can only expire or be cancelled.',
};

const notReceiving = (problem: string): PromptWarning => ({
  code: 'not_receiving',
  message: `The question is in the chat, but answers from there may not arrive. ${problem}`,
});

const notPosted = ({ channelId, failed, postDueAt }: PostRow): PromptWarning => ({
  code: 'not_posted',
  message:
    `The question is not in channel "${channelId}" (yet). ${failed ?? 'It is still being posted: `posts` of the prompt tells.'}` +
    (failed !== null && postDueAt !== null ? ' It is tried again.' : ''),
});

const uninspectable = (channelId: string): PromptWarning => ({
  code: 'uninspectable',
  message: `Channel "${channelId}" cannot show the whole action, so no answer from there lets it run: send shorter arguments, ask in another channel besides, or have it answered in the console.`,
});

const waitingForWindow: PromptWarning = {
  code: 'waiting_for_window',
  message:
    'The person has not written for too long: a template announces the question, which follows when the person asks for it.',
};

/** The reply to the agent that created a prompt. */
export function createdRecord({ prompt, messageId, channelProblem, posts }: AskedPrompt): PromptCreated {
  const action = prompt.terms?.action ?? null;
  return {
    prompt_id: formatPromptId(prompt.num),
    prompt_num: prompt.num,
    url: promptPath(prompt.num),
    channel_id: prompt.channelId,
    message_id: messageId,
    ...(action && { action_digest: digestOf(action) }),
    warnings: [
      ...(isAnswerable(prompt) ? [] : [notAnswerable]),
      ...[prompt, ...posts].filter((post) => post.uninspectable).map(({ channelId }) => uninspectable(channelId)),
      ...(channelProblem === null ? [] : [notReceiving(channelProblem)]),
      ...posts.filter((post) => post.messageId === null).map(notPosted),
      ...(prompt.showAfter === null ? [] : [waitingForWindow]),
    ],
  };
}
