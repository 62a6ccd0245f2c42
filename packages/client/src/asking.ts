import type { Args, DecisionValue } from './answers.js';
import type { RequestOptions } from './connection.js';
import type { Action, NewPrompt, PromptCreated } from './generated/contract.js';
import type { WaitOptions } from './waiting.js';

/** A question with buttons, free text or both. Without `options`, people can answer by text unless `allow_text` is false. */
export interface Question<Label extends string = string> extends Omit<
  NewPrompt,
  'options' | 'decisions' | 'labels' | 'ask_reason' | 'reason_wait_sec'
> {
  readonly options?: readonly Label[] | null;
}

/** A question that is answered by one of its buttons only. */
export interface ChoiceQuestion<Label extends string = string> extends Question<Label> {
  readonly options: readonly [Label, ...Label[]];
  readonly allow_text?: false | null;
}

/** An action that a person must decide about. */
export interface DecisionRequest<
  Value extends DecisionValue = DecisionValue,
  A extends Args | null = Args | null,
> extends Omit<NewPrompt, 'text' | 'options' | 'approving_options' | 'allow_text' | 'action' | 'decisions'> {
  readonly action: Omit<Action, 'args'> & { readonly args?: A };
  /** Default: `approve` and `reject`. */
  readonly decisions?: readonly Value[];
  /** Default: a sentence with the name of the action. */
  readonly text?: string;
}

export interface CreateOptions extends RequestOptions {
  /**
   * The question is asked once for each key, for 24 hours. Derive it from the step of your work, so that a restarted program finds its
   * question again. Default: a random key, which makes the retries of this call safe.
   */
  readonly idempotencyKey?: string | undefined;
  /** An attachment. */
  readonly file?: Blob | undefined;
}

export interface AskOptions extends CreateOptions, WaitOptions {
  /** Called when the question is in the chat, for example to store its id. The wait begins when it has returned. */
  readonly onCreated?: ((created: PromptCreated) => void | Promise<void>) | undefined;
}

/** The fields of `POST /v1/prompts/new` for a question. */
export function questionPrompt(question: Question): NewPrompt {
  return { ...question, allow_text: question.allow_text ?? (question.options?.length ?? 0) === 0 };
}

/** The fields of `POST /v1/prompts/new` for a decision. */
export function decisionPrompt(request: DecisionRequest): NewPrompt {
  const decisions: readonly DecisionValue[] = request.decisions ?? ['approve', 'reject'];
  const reasonable = decisions.includes('reject') && { ask_reason: 'on_reject' as const };
  return { text: `The agent asks for a decision: ${request.action.name}`, ...reasonable, ...request, decisions };
}

/** A form has texts only: what is not a text is written as JSON. */
export function formOf(prompt: NewPrompt, file: Blob): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(prompt))
    if (value != null) data.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  data.set('file', file);
  return data;
}
