import { isDeepStrictEqual } from 'node:util';
import { formatPromptId, type DecisionValue, type GivenAnswer as Given } from '@gateway/contract';
import { auditEntry } from '../audit/audit.js';
import type { Principal } from '../access/principal.js';
import { signedInOperator } from '../access/rights.js';
import { Refusal } from '../base/refusal.js';
import type { PromptRow } from '../ports/rows.js';
import { parseArgs } from '../questions/answer-of.js';
import { mergeArgs } from '../questions/action/args.js';
import { refusalOfVoter, type VoterDeps } from '../answers/check-voter.js';
import { giveReason, waitingVote } from '../answers/reason.js';
import { submit } from '../answers/submit.js';
import type { Choice } from '../questions/replies/meaning.js';
import { isDecider, voterOfOperator, type Voter } from '../answers/voter.js';
import type { AnswerDeps } from '../answers/given-answer.js';
import { grantOffer } from '../questions/grants/grant-offer.js';
import { typedAnswer } from '../questions/replies/typed-answer.js';
import { closedReason } from '../questions/texts/notices.js';
import { visibleState } from '../questions/prompt-state.js';

type Deps = AnswerDeps & VoterDeps;

/** Submits an operator's answer. The database decides whether it counts, as for an answer from the chat. */
export async function answerFromConsole(
  deps: Deps,
  principal: Principal,
  prompt: PromptRow,
  answer: Given,
): Promise<PromptRow> {
  const operator = signedInOperator(principal);
  const id = formatPromptId(prompt.num);
  const closed = (row: PromptRow) =>
    new Refusal('conflict', `Prompt ${id} ${closedReason(row)}`, null, { code: 'prompt_not_pending' });
  const voter = await voterOfOperator(deps.store, principal);
  if (visibleState(prompt, deps.clock.now()) !== 'pending') {
    if (!(await addsReason(deps, prompt, voter, answer))) throw closed(prompt);
    return (await deps.store.prompts.get(prompt.organizationId, prompt.num)) ?? prompt;
  }
  const refusal = await refusalOfVoter(deps, prompt, prompt.channelId, voter);
  if (refusal !== null) {
    await deps.refusals.answer(auditEntry(principal, deps.clock, 'answer.refused', id));
    throw new Refusal('forbidden', refusal, null, { code: 'not_an_approver' });
  }
  const given = await submit(deps, prompt, voter, checked(prompt, answer), {
    channelId: prompt.channelId,
    isUninspectable: false,
    by: { id: `operator:${operator.id}`, username: principal.name, name: principal.name },
    event: null,
    confirmTo: null,
    audit: auditEntry(principal, deps.clock, prompt.terms?.policy ? 'prompt.voted' : 'prompt.answered', id),
  });
  if (given.result === 'closed' || given.result === 'duplicate') throw closed(given.prompt);
  return given.prompt;
}

/** Adds the reason of an operator whose decision or vote waits for it. */
async function addsReason(deps: Deps, prompt: PromptRow, voter: Voter, answer: Given): Promise<boolean> {
  const words = answer.type === 'decision' ? (answer.reason ?? '').trim() : '';
  if (words === '') return false;
  const given = isDecider(prompt, voter) ? prompt.answer : (await waitingVote(deps, prompt, voter))?.choice;
  return given === answer.value && (await giveReason(deps, prompt, voter, words, null)).outcome === 'recorded';
}

function checked(prompt: PromptRow, answer: Given): Choice {
  const refused = (why: string, field = 'value') => new Refusal('invalid', `${field}: ${why}`, field);
  const decisions = prompt.terms?.decisions ?? null;
  if (answer.type === 'decision') {
    if (!decisions) throw refused('this prompt asks for no decision; give an option or a text.', 'type');
    if (!decisions.includes(answer.value)) throw refused(`must be one of the decisions: ${decisions.join(', ')}.`);
    return { type: 'decision', value: answer.value, ...decisionDetail(prompt, answer, refused) };
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
  return typedAnswer(prompt, text);
}

function decisionDetail(
  prompt: PromptRow,
  { value, reason, args, text, grant_sec: grantSec }: Extract<Given, { type: 'decision' }>,
  refused: (why: string, field: string) => Refusal,
): Omit<Choice, 'type' | 'value'> {
  const { terms } = prompt;
  const words = (text ?? '').trim();
  if (grantSec != null) checkGrant(prompt, value, grantSec, refused);
  if (value === 'respond' && words === '') throw refused('must not be blank: it is the response.', 'text');
  const asked = terms?.action?.args ?? null;
  if (value === 'approve' && args && !isDeepStrictEqual(args, parseArgs(asked ?? '{}')))
    throw refused(
      'must be those that were asked for, or left out: approve changes none. Use edit to change them.',
      'args',
    );
  const edited = value === 'edit' && asked !== null ? mergeArgs(parseArgs(asked), args ?? {}) : null;
  if (edited && 'problem' in edited) throw refused(edited.problem, 'args');
  return {
    reason: (reason ?? '').trim() || null,
    args: edited && JSON.stringify(edited.args),
    text: value === 'respond' ? words : null,
    ...(grantSec != null && { grantSec }),
  };
}

function checkGrant(
  prompt: PromptRow,
  value: DecisionValue,
  seconds: number,
  refused: (why: string, field: string) => Refusal,
): void {
  const offer = grantOffer(prompt);
  if (value !== 'approve') throw refused('goes with approve only.', 'grant_sec');
  if (!offer) throw refused('this prompt offers no standing approval: leave grant_sec out.', 'grant_sec');
  if (seconds > offer.maxSec) throw refused(`must be at most ${offer.maxSec}, as the rule says.`, 'grant_sec');
}
