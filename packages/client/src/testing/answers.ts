import type { Args, Person } from '../answers.js';
import type { Prompt } from '../generated/contract.js';
import { testMistake } from './refusal.js';

/** Who answers. Default: the tester. */
interface Answering {
  readonly by?: Person;
}

/**
 * What becomes of a question. A text is a decision, the label of a button, or a free text where the question takes one. `reason`: null
 * gives none; by default the person gives one where the question asks for it, so that nothing has to wait for it.
 */
export type GivenAnswer =
  | string
  | (Answering & { readonly decision: 'approve' | 'reject'; readonly reason?: string | null })
  | (Answering & { readonly decision: 'edit'; readonly args: Args })
  | (Answering & { readonly decision: 'respond'; readonly text: string })
  | (Answering & { readonly option: string })
  | (Answering & { readonly text: string })
  | { readonly expired: 'ttl' | 'undeliverable' };

/** Undefined: the question stays pending. */
export type AnswerFunction = (prompt: Prompt) => GivenAnswer | undefined;

/** The first rule that fits answers. A pattern must fit the whole text; `*` stands for any characters. */
export interface AnswerRule {
  /** A pattern for the name of the action. */
  readonly action?: string;
  /** A pattern for the text of the question. */
  readonly text?: string;
  readonly answer: GivenAnswer | AnswerFunction;
}

/** An object has patterns for the name of the action, or the text of a question without an action. The first one that fits counts. */
export type Answers = AnswerFunction | readonly AnswerRule[] | { readonly [pattern: string]: GivenAnswer };

/** Names questions: by an id, a number, a pattern as in `Answers`, or a function. */
export type Which = string | number | ((prompt: Prompt) => boolean);

export function answerTo(answers: Answers, prompt: Prompt): GivenAnswer | undefined {
  if (typeof answers === 'function') return answers(prompt);
  const rules = Array.isArray(answers)
    ? (answers as readonly AnswerRule[])
    : Object.entries(answers).map(([pattern, answer]): AnswerRule => {
        return prompt.action ? { action: pattern, answer } : { text: pattern, answer };
      });
  const rule = rules.find(
    ({ action, text }) =>
      (action === undefined || (prompt.action != null && fits(action, prompt.action.name))) &&
      (text === undefined || fits(text, prompt.text)),
  );
  return typeof rule?.answer === 'function' ? rule.answer(prompt) : rule?.answer;
}

export function isNamed(which: Which, prompt: Prompt): boolean {
  if (typeof which === 'function') return which(prompt);
  if (typeof which === 'number') return prompt.prompt_num === which;
  return /^#\d+$/.test(which) ? prompt.id === which : fits(which, prompt.action?.name ?? prompt.text);
}

function fits(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`, 'u').test(text);
}

/** An answer as the record has it. */
export interface ReadAnswer {
  readonly type: 'option' | 'text' | 'decision';
  readonly value: string;
  readonly reason: string | null;
  readonly args: Args | null;
  readonly text: string | null;
  readonly by: Person;
}

const tester: Person = { id: 'tester', username: 'tester' };
const REASON = 'The tester gives this reason.';

/** Reads an answer to a question. Throws a `Refusal` for one that no person could give. */
export function readAnswer(prompt: Prompt, given: Exclude<GivenAnswer, { readonly expired: unknown }>): ReadAnswer {
  const answer = typeof given === 'string' ? fromText(prompt, given) : given;
  const by = answer.by ?? tester;
  const plain = { reason: null, args: null, text: null, by };
  if ('decision' in answer) {
    const { decision: value } = answer;
    if (!prompt.decisions?.includes(value)) throw notOffered(prompt, value);
    if (answer.decision === 'edit') return { ...plain, type: 'decision', value, args: answer.args };
    if (answer.decision === 'respond') return { ...plain, type: 'decision', value, text: answer.text };
    const isAsked = prompt.ask_reason === 'always' || (prompt.ask_reason === 'on_reject' && value === 'reject');
    const reason = answer.reason === undefined ? (isAsked ? REASON : null) : answer.reason;
    return {
      ...plain,
      type: 'decision',
      value,
      reason,
      args: value === 'approve' ? (prompt.action?.args ?? null) : null,
    };
  }
  if ('option' in answer) {
    if (!prompt.options.includes(answer.option)) throw notOffered(prompt, answer.option);
    return { ...plain, type: 'option', value: answer.option };
  }
  if (!prompt.allow_text) throw notOffered(prompt, answer.text);
  const typed = prompt.options.filter((label) => sameWords(label) === sameWords(answer.text));
  const [option] = typed.length === 1 ? typed : typed.filter((label) => label === answer.text);
  return { ...plain, type: option === undefined ? 'text' : 'option', value: option ?? answer.text };
}

type Structured = Exclude<GivenAnswer, string | { readonly expired: unknown }>;

function fromText(prompt: Prompt, text: string): Structured {
  const value = prompt.decisions?.find((each) => each === text || prompt.labels?.[each] === text);
  if (value === 'approve' || value === 'reject') return { decision: value };
  if (value === 'edit') throw testMistake(`an edit of ${prompt.id} needs arguments: { decision: 'edit', args: {…} }.`);
  if (value === 'respond')
    throw testMistake(`a response to ${prompt.id} needs a text: { decision: 'respond', text: '…' }.`);
  if (prompt.options.includes(text)) return { option: text };
  if (prompt.allow_text) return { text };
  throw notOffered(prompt, text);
}

function sameWords(text: string): string {
  return text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
}

function notOffered({ id, decisions, options, allow_text }: Prompt, value: string): Error {
  const offered = [...(decisions ?? options).map((each) => JSON.stringify(each)), ...(allow_text ? ['a text'] : [])];
  const what = offered.length === 0 ? 'no answer' : offered.join(', ');
  return testMistake(`${JSON.stringify(value)} is no answer to ${id}, which takes ${what}.`);
}
