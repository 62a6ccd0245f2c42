import type { ActionArgs, AnswerAttachment, Decision, DecisionValue, PromptAnswered } from '@gateway/contract';
import type { AnswerDetail, AnswerFile, AnswerType, PromptRow, PromptTerms, StoredAction } from '../ports/rows.js';
import { actionDigest } from './action/action-digest.js';
import { approves } from './choices.js';

interface Given {
  readonly type: AnswerType;
  readonly value: string;
  readonly detail?: AnswerDetail | null;
  readonly files?: readonly AnswerFile[] | null | undefined;
}

/** The answer as callbacks carry it. */
export function answerOf(
  { terms, allowAttachments }: Pick<PromptRow, 'terms'> & Partial<Pick<PromptRow, 'allowAttachments'>>,
  given: Given,
): PromptAnswered['answer'] {
  const { type, value, detail, files } = given;
  if (type === 'decision') return decisionOf(terms, value as DecisionValue, detail ?? null);
  const approved = approvedAction({ terms }, given);
  return {
    type,
    value,
    ...(terms?.action && { action_digest: approved && digestOf(approved) }),
    ...(allowAttachments && { attachments: attachmentsOf(files ?? []) }),
  };
}

/** The files of an answer as callbacks and records have them. */
export function attachmentsOf(files: readonly AnswerFile[]): AnswerAttachment[] {
  return files.map(({ name, type, size, sha256, url }) => ({ name, type, size, sha256, url }));
}

/** The action that an answer lets run, with the arguments to use; null: it lets none run. */
function approvedAction({ terms }: Pick<PromptRow, 'terms'>, { type, value, detail }: Given): StoredAction | null {
  const action = terms?.action;
  if (!action || type === 'text' || !approves(terms, value)) return null;
  return type === 'decision' && value === 'edit' ? { ...action, args: detail?.args ?? null } : action;
}

/** The digest of an action as stored. */
export function digestOf({ name, args }: Pick<StoredAction, 'name' | 'args'>): string {
  return actionDigest(name, args === null ? null : parseArgs(args));
}

/** The answer that a prompt has; null: none. */
function givenAnswer({ answer, answerType, answerDetail }: PromptRow): Given | null {
  return answerType === null || answer === null ? null : { type: answerType, value: answer, detail: answerDetail };
}

/** The action that a prompt's answer lets run; null: none. */
export function approvedIn(prompt: PromptRow): StoredAction | null {
  const given = prompt.state === 'answered' ? givenAnswer(prompt) : null;
  return given && approvedAction(prompt, given);
}

/** The digest of the action that the answer of a prompt lets run, as the answer has it; null: there is none. */
export function usedDigestOf(prompt: PromptRow): string | null {
  const given = givenAnswer(prompt);
  return (given && answerOf(prompt, given).action_digest) ?? null;
}

/** The decision of an answered prompt; null: it has none (yet). */
export function decisionOfPrompt(prompt: PromptRow): Decision | null {
  const given = givenAnswer(prompt);
  return given?.type === 'decision'
    ? decisionOf(prompt.terms, given.value as DecisionValue, given.detail ?? null)
    : null;
}

function decisionOf(terms: PromptTerms | null, value: DecisionValue, detail: AnswerDetail | null): Decision {
  const args = value === 'approve' ? (terms?.action?.args ?? null) : (detail?.args ?? null);
  return {
    type: 'decision',
    value,
    reason: detail?.reason ?? null,
    args: args === null ? null : parseArgs(args),
    text: detail?.text ?? null,
    ...(terms?.action && { action_digest: args === null ? null : digestOf({ name: terms.action.name, args }) }),
  };
}

/** The arguments of an action, from the JSON text in which they are stored. */
export function parseArgs(args: string): ActionArgs {
  return JSON.parse(args) as ActionArgs;
}
