import { answeredDelivery } from '../deliveries/events.js';
import { promptFields } from '../log-fields.js';
import { answerPrompt, type AnswerDeps, type GivenAnswer } from '../prompts/answer.js';
import type { Answer } from '../prompts/prompt-store.js';
import type { AnswerDetail, AnswerType, PromptRow, VoteRow } from '../rows.js';
import { within, type Trace } from '../tracing/tracing.js';
import { answerOf } from './answer-of.js';
import { asksReason } from './choices.js';
import { countedVotes } from './counted-votes.js';
import type { NewPost } from './post-store.js';
import { isDecided, progress } from './tally.js';
import { voteRecords } from './vote-records.js';
import { ownerOf, type Voter } from './voter.js';

/** What somebody chose. */
export interface Choice {
  readonly type: AnswerType;
  /** A decision, the label of an option, or a text. */
  readonly value: string;
  readonly reason?: string | null;
  /** The arguments after an edit, as JSON text. */
  readonly args?: string | null;
  /** The response. */
  readonly text?: string | null;
}

/** How somebody chose. */
export type Submission = Pick<
  GivenAnswer,
  'by' | 'event' | 'pressedMessageId' | 'confirmTo' | 'confirmTarget' | 'confirmThread' | 'audit'
> & {
  /** The channel of the chat; in the console, that of the prompt. */
  readonly channelId: string;
};

export interface Submitted {
  readonly result: 'answered' | 'voted' | 'closed' | 'duplicate';
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
 * Submits what somebody who may answer chose. Without a policy it is the answer, and with one it is a vote, which may be the deciding
 * one. The database decides which vote that is.
 */
export async function submit(
  deps: AnswerDeps,
  prompt: PromptRow,
  voter: Voter,
  choice: Choice,
  { channelId, ...submission }: Submission,
): Promise<Submitted> {
  const { terms } = prompt;
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
  const given = { type: choice.type, value: choice.value, detail, reasonUntil, ...submission };
  if (!terms?.policy) {
    const answered = await answerPrompt(deps, prompt, terms ? given : { ...given, detail: undefined });
    return { ...answered, asksReason: asks && answered.result === 'answered', progress: null, isNoted: false };
  }
  return await castVote(deps, prompt, { voter, given, at, asks, channelId });
}

interface Cast {
  readonly voter: Voter;
  readonly given: GivenAnswer & { readonly detail: AnswerDetail };
  readonly at: Date;
  readonly asks: boolean;
  readonly channelId: string;
}

async function castVote(
  deps: AnswerDeps,
  prompt: PromptRow,
  { voter, given, at, asks, channelId }: Cast,
): Promise<Submitted> {
  const { store, log, tracing, closings } = deps;
  const { organizationId, num } = prompt;
  const places = [prompt, ...(await store.posts.of(organizationId, [num]))];
  const { value, detail, reasonUntil = null, pressedMessageId, event } = given;
  const vote: VoteRow = {
    organizationId,
    promptNum: num,
    voter: voter.key,
    personId: voter.personId,
    operatorId: voter.operatorId,
    platform: voter.platform,
    userId: voter.userId,
    aliases: voter.aliases.length > 0 ? voter.aliases : null,
    name: voter.name,
    choice: value,
    reason: detail.reason,
    reasonUntil,
    at,
    channelId,
  };
  const about = { ...promptFields(prompt), from: event ? 'chat' : 'console' };
  const start = { name: 'vote', kind: 'internal', parent: prompt.trace, fields: about } as const;
  const cast = await within(tracing, start, (trace) =>
    store.votes.cast(
      {
        ...vote,
        event,
        audit: given.audit,
        ...ownerOf(voter),
        ...(pressedMessageId !== undefined && { pressedMessageId }),
      },
      async (locked, all, voters) => {
        const terms = locked.terms;
        if (!terms) throw new Error('A vote on a prompt without terms.');
        // This person was judged just now. The others may have lost the right to answer since they voted.
        const decides = all.length > 1 && isDecided(terms, all, value);
        const votes = decides ? countedVotes(locked, all, await voters()) : all;
        if (isDecided(terms, votes, value))
          return { votes, answer: answerBy(locked, votes, given, { at, trace }), notes: [] };
        const text = progress(terms, votes, value);
        return { votes, answer: null, notes: places.map((place) => noteIn(locked, place, text, at)) };
      },
    ),
  );
  if (cast.outcome === 'answered') {
    closings.wake();
    log.info(about, 'A prompt was answered by vote');
  } else if (cast.outcome === 'voted') {
    deps.posts.wake();
    log.info({ ...about, votes: cast.votes.length }, 'A vote was counted');
  } else if (cast.outcome === 'closed') log.info(about, 'A vote came after the prompt was closed');
  const now = cast.prompt ?? (await store.prompts.get(organizationId, num)) ?? prompt;
  const counts = cast.outcome === 'voted' || cast.outcome === 'answered';
  return {
    result: cast.outcome,
    prompt: now,
    asksReason: asks && counts,
    progress: cast.outcome === 'voted' && now.terms ? progress(now.terms, cast.votes, value) : null,
    isNoted: cast.outcome === 'voted' && cast.isRepeated !== true,
  };
}

function answerBy(
  prompt: PromptRow,
  votes: readonly VoteRow[],
  given: GivenAnswer,
  { at, trace }: { readonly at: Date; readonly trace: Trace | null },
): Answer {
  const { by, reasonUntil } = given;
  const username = by.username ?? by.name;
  return {
    organizationId: prompt.organizationId,
    num: prompt.num,
    at,
    ...given,
    by: { ...by, username },
    // Recorded with the vote.
    event: null,
    audit: undefined,
    delivery: answeredDelivery(prompt, {
      answer: answerOf(prompt, given),
      at,
      by: { id: by.id, username },
      runAt: reasonUntil,
      trace,
      votes: voteRecords(prompt.terms, votes),
      decided_by: 'person',
    }),
    closeUntil: null,
  };
}

type Place = Pick<PromptRow, 'channelId' | 'platform' | 'chatId' | 'account' | 'messageId'>;

function noteIn(prompt: PromptRow, { channelId, platform, chatId, account }: Place, text: string, at: Date): NewPost {
  return {
    organizationId: prompt.organizationId,
    kind: 'note',
    channelId,
    platform,
    chatId,
    account,
    text,
    failed: null,
    postDueAt: at,
    createdAt: at,
  };
}
