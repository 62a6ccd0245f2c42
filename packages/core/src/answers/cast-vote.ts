import { promptFields } from '../base/log-fields.js';
import type { CastVote, Tally } from '../ports/questions/vote-store.js';
import type { AnswerDetail, PromptRow, VoteRow } from '../ports/rows.js';
import { hasCopies, messagesOf, type QuestionMessage } from '../questions/messages.js';
import { noteIn } from '../questions/note.js';
import { isDecided, progress } from '../questions/tally.js';
import { within, type Trace } from '../tracing/tracing.js';
import { countedVotes } from './counted-votes.js';
import { answerRecord, type AnswerDeps, type GivenAnswer } from './given-answer.js';
import { Slots } from './vote-slots.js';
import { ownerOf, type Voter } from './voter.js';

/** A vote of somebody, and the answer that it gives if it is the deciding one. */
export interface Vote {
  readonly voter: Voter;
  readonly given: GivenAnswer & { readonly detail: AnswerDetail };
  readonly at: Date;
  readonly channelId: string;
}

/**
 * Casts a vote. The votes of one prompt are counted one after the other, so the database decides which one answers it. This process then
 * posts the note about it, or the callback, and updates the message at once, if it has slots for them.
 */
export async function castVote(deps: AnswerDeps, prompt: PromptRow, vote: Vote): Promise<CastVote> {
  const { store, log, tracing } = deps;
  const { organizationId, num } = prompt;
  const { voter, given, at } = vote;
  const { event, audit, pressedMessageId } = given;
  const places = messagesOf(prompt, hasCopies(prompt) ? await store.posts.of(organizationId, [num]) : []);
  const about = { ...promptFields(prompt), from: event ? 'chat' : 'console' };
  const start = { name: 'vote', kind: 'internal', parent: prompt.trace, fields: about } as const;
  const slots = new Slots(deps);
  const cast = await within(tracing, start, async (trace) => {
    let counted: CastVote | null = null;
    try {
      counted = await store.votes.cast(
        {
          ...voteRow(prompt, vote),
          event,
          audit,
          ...ownerOf(voter),
          ...(pressedMessageId !== undefined && { pressedMessageId }),
        },
        async (now, all, voters): Promise<Tally> => {
          const { terms } = now;
          if (!terms) throw new Error('A vote on a prompt without terms.');
          const { value } = given;
          // This person was judged just now. The others may have lost the right to answer since they voted.
          const decides = all.length > 1 && isDecided(terms, all, value);
          const votes = decides ? countedVotes(now, all, await voters()) : all;
          if (isDecided(terms, votes, value))
            return { votes, answer: slots.claimedAnswer(now, answerBy(now, votes, vote, places, trace)), notes: [] };
          const text = progress(terms, votes, value);
          const notes = places.map((place) => noteIn(now, place, text, at));
          return { votes, answer: null, notes: slots.claimedNotes(now, notes) };
        },
      );
      return counted;
    } finally {
      slots.end(counted);
    }
  });
  if (cast.prompt?.answerDetail?.grantSec !== undefined) deps.grantMessages.wake();
  if (cast.outcome === 'answered') log.info(about, 'A prompt was answered by vote');
  else if (cast.outcome === 'voted') log.info({ ...about, votes: cast.votes.length }, 'A vote was counted');
  else if (cast.outcome === 'closed') log.info(about, 'A vote came after the prompt was closed');
  return cast;
}

/** The vote as it is stored. */
export function voteRow({ organizationId, num }: PromptRow, { voter, given, at, channelId }: Vote): VoteRow {
  return {
    organizationId,
    promptNum: num,
    voter: voter.key,
    personId: voter.personId,
    operatorId: voter.operatorId,
    platform: voter.platform,
    userId: voter.userId,
    aliases: voter.aliases.length > 0 ? voter.aliases : null,
    name: voter.name,
    choice: given.value,
    reason: given.detail.reason,
    reasonUntil: given.reasonUntil ?? null,
    grantSec: given.grantSec ?? null,
    at,
    channelId,
  };
}

/** The answer by the deciding vote. Its event and its audit log entry are recorded with the vote. */
function answerBy(
  prompt: PromptRow,
  votes: readonly VoteRow[],
  { given, at }: Vote,
  places: readonly QuestionMessage[],
  trace: Trace | null,
) {
  const givers = { votes: votes.filter(({ choice }) => choice === given.value), places, audit: given.audit };
  return answerRecord(prompt, { ...given, event: null, audit: undefined }, { at, trace, votes, givers });
}
