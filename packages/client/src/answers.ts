import type { AnswerAttachment, Prompt } from './generated/contract.js';

/** A person pressed a button, or wrote a text that equals its label except for case and spaces. */
export interface OptionAnswer<Label extends string = string> {
  readonly type: 'option';
  readonly value: Label;
  /** What the person sent with it. Absent: the question has no `allow_attachments`. */
  readonly attachments?: readonly AnswerAttachment[];
}

/** A person wrote a free text. */
export interface TextAnswer {
  readonly type: 'text';
  /** Empty: the person sent files without a text. */
  readonly value: string;
  /** What the person sent with it. Absent: the question has no `allow_attachments`. */
  readonly attachments?: readonly AnswerAttachment[];
}

/** The arguments of an action. */
export type Args = Readonly<Record<string, unknown>>;

interface DecisionFields {
  readonly type: 'decision';
  /** The words that the person gave with the decision. Null: none. */
  readonly reason: string | null;
  /** Of the action with the arguments to use. Null: there are none to use. Absent: the question has no action. */
  readonly action_digest?: string | null;
}

type EditedArgs<A> = [NonNullable<A>] extends [never] ? Args : NonNullable<A>;

/** A person's decision about an action with these arguments, or null without arguments. */
export type Decision<A extends Args | null = Args | null> =
  /** `args`: as asked. */
  | (DecisionFields & { readonly value: 'approve'; readonly args: A; readonly text: null })
  | (DecisionFields & { readonly value: 'reject'; readonly args: null; readonly text: null })
  /** `args`: the arguments to use, as the person changed them. */
  | (DecisionFields & { readonly value: 'edit'; readonly args: EditedArgs<A>; readonly text: null })
  /** `text`: what the person wrote. */
  | (DecisionFields & { readonly value: 'respond'; readonly args: null; readonly text: string });

export type DecisionValue = Decision['value'];

export type Answer = OptionAnswer | TextAnswer | Decision;

/** A person on a chat platform, or an operator in the console. */
export interface Person {
  readonly id: string;
  readonly username: string | null;
}

/** What became of a question. */
export type Outcome<A extends Answer = Answer> = Answered<A> | Expired | Pending;

export interface Answered<A extends Answer = Answer> {
  readonly status: 'answered';
  readonly promptId: string;
  readonly answer: A;
  /** Null: a policy decided when the time was over, or a rule or a standing approval did. */
  readonly answeredBy: Person | null;
  readonly prompt: Prompt;
}

/** The question is closed without an answer. This is not a "no": no one decided. */
export interface Expired {
  readonly status: 'expired';
  readonly promptId: string;
  /** `ttl`: not answered in time. `undeliverable`: it did not reach the chat; `detail` has the reason of the platform. */
  readonly reason: 'ttl' | 'cancelled' | 'undeliverable';
  readonly detail: string | null;
  readonly prompt: Prompt;
}

/** The time of the wait is over and the question is still open. `waitForAnswer` with its id continues. */
export interface Pending {
  readonly status: 'pending';
  readonly promptId: string;
}

/** The outcome that a record shows. */
export function outcomeOf(prompt: Prompt): Outcome {
  const { id: promptId } = prompt;
  if (prompt.state === 'pending') return { status: 'pending', promptId };
  if (prompt.state === 'expired')
    return {
      status: 'expired',
      promptId,
      reason: prompt.closed_reason ?? 'ttl',
      detail: prompt.closed_detail,
      prompt,
    };
  const { decision, answer_type: type, answer: value, answer_attachments: attachments } = prompt;
  const { answered_by_id: id, answered_by_username: username } = prompt;
  return {
    status: 'answered',
    promptId,
    answer: (decision ?? { type, value, ...(attachments && { attachments }) }) as Answer,
    answeredBy: id === null ? null : { id, username },
    prompt,
  };
}

/**
 * Until when the words of the person who decided can still come, in milliseconds since 1970. Null: none are expected, or they are
 * there.
 */
export function wordsDueAt(prompt: Prompt): number | null {
  const { decision, decided_by, ask_reason, reason_wait_sec, answered_at } = prompt;
  if (!decision || decision.reason !== null || answered_at === null) return null;
  if (decided_by && decided_by !== 'person') return null;
  const asked =
    decision.value === 'reject' ? ask_reason !== 'never' : decision.value === 'approve' && ask_reason === 'always';
  if (!asked || ask_reason == null) return null;
  return Date.parse(answered_at) + (reason_wait_sec ?? DEFAULT_REASON_WAIT_SEC) * 1000;
}

const DEFAULT_REASON_WAIT_SEC = 120;
