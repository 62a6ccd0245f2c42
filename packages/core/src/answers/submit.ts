import type { AnswerDetail, PromptRow } from '../ports/rows.js';
import { asksReason, mayRun } from '../questions/choices.js';
import type { Choice } from '../questions/replies/meaning.js';
import { progress } from '../questions/tally.js';
import { isRuleInForce } from './rule-in-force.js';
import { answerAtOnce } from './answer-at-once.js';
import { castVote, voteRow, type Vote } from './cast-vote.js';
import type { AnswerDeps, GivenAnswer } from './given-answer.js';
import { hasCopies, messagesOf } from '../questions/messages.js';
import type { Givers } from './new-grant.js';
import type { Voter } from './voter.js';

/** How somebody chose. */
export type Submission = Pick<
  GivenAnswer,
  'by' | 'event' | 'files' | 'pressedMessageId' | 'confirmTo' | 'confirmTarget' | 'confirmThread' | 'audit'
> & {
  /** The channel of the chat; in the console, that of the prompt. */
  readonly channelId: string;
  /** Whether this place could not show the whole action. */
  readonly isUninspectable: boolean;
};

export interface Submitted {
  /** `unseen`: it would let an action run that this place could not show; nothing is recorded. */
  readonly result: 'answered' | 'voted' | 'closed' | 'duplicate' | 'unseen';
  /** The prompt as it is afterwards. */
  readonly prompt: PromptRow;
  /** Whether the person is to be asked for words. */
  readonly asksReason: boolean;
  /** How many votes there are, for the person; null: the prompt has no policy, or is answered. */
  readonly progress: string | null;
  /** The chats of the question are told how many votes there are. */
  readonly isNoted: boolean;
}

/**
 * Submits what somebody who may answer chose: the only way to an answer of a person. Without a policy it is the answer, and with one it
 * is a vote, which may be the deciding one. The database decides which answer counts.
 */
export async function submit(
  deps: AnswerDeps,
  prompt: PromptRow,
  voter: Voter,
  choice: Choice,
  { channelId, isUninspectable, ...submission }: Submission,
): Promise<Submitted> {
  const { terms } = prompt;
  if (isUninspectable && mayRun(prompt, choice))
    return { result: 'unseen', prompt, asksReason: false, progress: null, isNoted: false };
  const at = new Date(deps.clock.now());
  const asks = terms !== null && (choice.reason ?? null) === null && asksReason(terms, choice.value);
  const reasonUntil = asks ? new Date(at.getTime() + terms.reasonWaitSec * 1000) : undefined;
  const detail: AnswerDetail = {
    reason: choice.reason ?? null,
    args: choice.args ?? null,
    text: choice.text ?? null,
    personId: voter.personId,
    platform: voter.platform,
  };
  const { rule } = terms ?? {};
  const isStanding =
    choice.grantSec !== undefined && rule && (await isRuleInForce(deps.store, prompt.organizationId, rule));
  const grantSec = isStanding ? choice.grantSec : undefined;
  const given = { type: choice.type, value: choice.value, detail, reasonUntil, grantSec, ...submission };
  if (terms?.policy) return await submitVote(deps, prompt, { voter, given, at, channelId }, asks);
  const givers = grantSec === undefined ? undefined : await giversOf(deps, prompt, { voter, given, at, channelId });
  const answered = await answerAtOnce(deps, prompt, terms ? given : { ...given, detail: undefined }, givers);
  return { ...answered, asksReason: asks && answered.result === 'answered', progress: null, isNoted: false };
}

/** Who gives a standing approval where one person decides. */
async function giversOf({ store }: AnswerDeps, prompt: PromptRow, vote: Vote): Promise<Givers> {
  const posts = hasCopies(prompt) ? await store.posts.of(prompt.organizationId, [prompt.num]) : [];
  return { votes: [voteRow(prompt, vote)], places: messagesOf(prompt, posts), audit: vote.given.audit };
}

async function submitVote(deps: AnswerDeps, prompt: PromptRow, vote: Vote, asks: boolean): Promise<Submitted> {
  const { outcome: result, votes, isRepeated, ...cast } = await castVote(deps, prompt, vote);
  const now = cast.prompt ?? (await deps.store.prompts.get(prompt.organizationId, prompt.num)) ?? prompt;
  return {
    result,
    prompt: now,
    asksReason: asks && (result === 'voted' || result === 'answered'),
    progress: result === 'voted' && now.terms ? progress(now.terms, votes, vote.given.value) : null,
    isNoted: result === 'voted' && isRepeated !== true,
  };
}
