import { formatPromptId } from '@gateway/contract';
import { auditEntry } from '../audit/audit.js';
import type { Principal } from '../keys/principal.js';
import { signedInOperator } from '../operators/rights.js';
import { Refusal } from '../refusal.js';
import type { PromptRow } from '../rows.js';
import { answerPrompt, type AnswerDeps, type GivenAnswer } from './answer.js';
import { typedAnswer } from './typed-answer.js';
import { closedReason } from './chat-texts.js';
import { visibleState } from './prompt-state.js';

/** Submits an operator's answer. The database decides whether it counts, as for an answer from the chat. */
export async function answerFromConsole(
  deps: AnswerDeps,
  principal: Principal,
  prompt: PromptRow,
  answer: { type: 'option' | 'text'; value: string },
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

function checked(
  prompt: PromptRow,
  { type, value }: { type: 'option' | 'text'; value: string },
): Pick<GivenAnswer, 'type' | 'value'> {
  const refused = (why: string) => new Refusal('invalid', `value: ${why}`, 'value');
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
