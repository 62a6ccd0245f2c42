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
  attachmentsOf,
  decisionOfPrompt,
  digestOf,
  hasNoMessage,
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
    ...snake(prompt, 'channelId', 'platform'),
    chat_id: hasNoMessage(prompt) ? null : prompt.chatId,
    message_id: messageIdOf(prompt),
    text: prompt.text,
    media_url: callbackAddress(prompt.mediaUrl, reader, addresses),
    ...snake(prompt, 'options', 'allowText'),
    callback_url: callbackAddress(prompt.callbackUrl, reader, addresses),
    ...snake(prompt, 'correlationId', 'notifyOnExpiry', 'apiKeyId', 'operatorId'),
    state,
    taken_by: state === 'pending' && prompt.takenBy ? snake(prompt.takenBy, 'personId', 'operatorId', 'name') : null,
    taken_at: state === 'pending' ? (prompt.takenAt?.toISOString() ?? null) : null,
    waiting_for_window: state === 'pending' && prompt.showAfter !== null,
    closed_reason: state === 'expired' ? (prompt.closedReason ?? 'ttl') : null,
    ...snake(
      prompt,
      'closedDetail',
      'deliveryState',
      'deliveryRemark',
      'createdAt',
      'expiresAt',
      'answeredAt',
      'answeredById',
    ),
    ...snake(prompt, 'answeredByUsername', 'answerType', 'answer'),
    ...(prompt.allowAttachments && {
      allow_attachments: true,
      ...(state === 'answered' && { answer_attachments: attachmentsOf(prompt.answerFiles ?? []) }),
    }),
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

/** A condition that failed. */
export const ruleFailed = (error: string): PromptWarning => ({
  code: 'rule_error',
  message: `${error} The rule counts as one that matches, and allows nothing.`,
});

const narrowedByRule = ({ field, seconds }: { field: string; seconds: number }): PromptWarning => ({
  code: 'narrowed_by_rule',
  message: `The rule that matches the action sets a smaller ${field}: ${seconds}. The prompt has that one.`,
});

const noAttachments = (channelId: string): PromptWarning => ({
  code: 'no_attachments',
  message: `The platform of channel "${channelId}" passes no files on: people can answer with a text there.`,
});

const waitingForWindow: PromptWarning = {
  code: 'waiting_for_window',
  message:
    'The person has not written for too long: a template announces the question, which follows when the person asks for it.',
};

/** The reply to the agent that created a prompt. */
export function createdRecord({
  prompt,
  messageId,
  channelProblem,
  posts,
  ruled,
  isCollapsed,
  withoutFiles,
}: AskedPrompt): PromptCreated {
  const action = prompt.terms?.action ?? null;
  const rule = prompt.terms?.rule;
  const isPosted = !hasNoMessage(prompt);
  return {
    prompt_id: formatPromptId(prompt.num),
    prompt_num: prompt.num,
    url: promptPath(prompt.num),
    channel_id: prompt.channelId,
    message_id: isPosted ? messageId : null,
    ...(action && { action_digest: digestOf(action) }),
    ...(rule && {
      state: prompt.state === 'answered' ? 'answered' : 'pending',
      decision: decisionOfPrompt(prompt),
      rule: snake(rule, 'ruleId', 'version'),
      grant_id: rule.answer?.grantId ?? null,
    }),
    ...(isCollapsed && { collapsed: true }),
    warnings: [
      ...(isAnswerable(prompt) || !isPosted ? [] : [notAnswerable]),
      ...(ruled?.error ? [ruleFailed(ruled.error)] : []),
      ...(ruled?.narrowed ?? []).map(narrowedByRule),
      ...[prompt, ...posts].filter((post) => post.uninspectable).map(({ channelId }) => uninspectable(channelId)),
      ...withoutFiles.map(noAttachments),
      ...(channelProblem === null || !isPosted ? [] : [notReceiving(channelProblem)]),
      ...posts.filter((post) => post.messageId === null).map(notPosted),
      ...(prompt.showAfter === null ? [] : [waitingForWindow]),
    ],
  };
}
