import { formatPromptId, type GivenAnswer as Given } from '@gateway/contract';
import { auditEntry } from '../audit/audit.js';
import type { Principal } from '../keys/principal.js';
import { signedInOperator } from '../operators/rights.js';
import { Refusal } from '../refusal.js';
import type { AnswerDetail, PromptRow } from '../rows.js';
import { parseArgs } from '../decisions/answer-of.js';
import { mergeArgs } from '../decisions/args.js';
import { answerPrompt, type AnswerDeps, type GivenAnswer } from './answer.js';
import { typedAnswer } from './typed-answer.js';
import { closedReason } from './chat-texts.js';
import { visibleState } from './prompt-state.js';

/** Submits an operator's answer. The database decides whether it counts, as for an answer from the chat. */
export async function answerFromConsole(
  deps: AnswerDeps,
  principal: Principal,
  prompt: PromptRow,
  answer: Given,
): Promise<PromptRow> {
  const operator = signedInOperator(principal);
  const id = formatPromptId(prompt.num);
  const closed = (row: PromptRow) =>
    new Refusal('conflict', `Prompt ${id} ${closedReason(row)}`, null, { code: 'prompt_not_pending' });
  if (visibleState(prompt, deps.clock.now()) !== 'pending') throw closed(prompt);
  const given = await answerPrompt(deps, prompt, {
    ...checked(prompt, answer),
    by: { id: `operator:${operator.id}`, username: principal.name, name: principal.name },
    event: null,
    confirmTo: null,
    audit: auditEntry(principal, deps.clock, 'prompt.answered', id),
  });
  if (given.result !== 'answered') throw closed(given.prompt);
  return given.prompt;
}

function checked(prompt: PromptRow, answer: Given): Pick<GivenAnswer, 'type' | 'value' | 'detail'> {
  const refused = (why: string, field = 'value') => new Refusal('invalid', `${field}: ${why}`, field);
  const decisions = prompt.terms?.decisions ?? null;
  if (answer.type === 'decision') {
    if (!decisions) throw refused('this prompt asks for no decision; give an option or a text.', 'type');
    if (!decisions.includes(answer.value)) throw refused(`must be one of the decisions: ${decisions.join(', ')}.`);
    return { type: 'decision', value: answer.value, detail: decisionDetail(prompt, answer, refused) };
  }
  const { type, value } = answer;
  if (decisions) throw refused(`must be decision: this prompt asks for ${decisions.join(', ')}.`, 'type');
  if (type === 'option') {
    if (prompt.options.includes(value)) return { type, value };
    throw refused(
      prompt.options.length === 0
        ? 'this prompt has no options; it takes a text.'
        : `must be one of the options: ${prompt.options.map((label) => JSON.stringify(label)).join(', ')}.`,
    );
  }
  if (!prompt.allowText) throw refused('this prompt takes no text; give one of its options as type option.');
  const text = value.trim();
  if (text === '') throw refused('must not be blank.');
  return typedAnswer(prompt.options, text);
}

function decisionDetail(
  { terms }: PromptRow,
  { value, reason, args, text }: Extract<Given, { type: 'decision' }>,
  refused: (why: string, field: string) => Refusal,
): AnswerDetail {
  const words = (text ?? '').trim();
  if (value === 'respond' && words === '') throw refused('must not be blank: it is the response.', 'text');
  const asked = terms?.action?.args ?? null;
  const edited = value === 'edit' && asked !== null ? mergeArgs(parseArgs(asked), args ?? {}) : null;
  if (edited && 'problem' in edited) throw refused(edited.problem, 'args');
  return {
    reason: (reason ?? '').trim() || null,
    args: edited && JSON.stringify(edited.args),
    text: value === 'respond' ? words : null,
    personId: null,
    platform: null,
  };
}
