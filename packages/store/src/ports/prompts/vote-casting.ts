import type { CastVote, NewVote, PostRow, PromptRow, Tally, VoteOwner, VoteRow, VoteStore } from '@gateway/core';
import { among } from '../../sql/conditions.js';
import { Expression, insertInto } from '../../sql/insert.js';
import { snakeCase } from '../../sql/names.js';
import type { Sql } from '../../sql/sql.js';
import { runSteps, runUnit, type Step } from '../../sql/steps.js';
import { storable, storableJson } from '../../sql/storable.js';
import { closingSteps, type ClosedRows } from './answers.js';
import { auditStep } from '../records/audit.js';
import { eventStep, firstSeen } from '../deliveries/events.js';
import { claimedOf } from '../deliveries/outbox.js';
import type { Port } from '../port.js';
import { keepMessage, lockPrompt } from './posting.js';
import { postsStep } from './posts.js';
import { promptEvent, streamEventStep } from '../deliveries/stream-events.js';
import { votersReader } from './voters.js';

/** A vote as it is read: whether it is one of the person who votes now, and whether it comes after the new vote. */
type ReadVote = VoteRow & { readonly isOwn: unknown; readonly isLater: unknown };

/** The votes on a prompt together with the new one, and those that it replaces. */
interface Votes {
  readonly all: readonly VoteRow[];
  readonly replaced: readonly VoteRow[];
}

interface CastRows extends ClosedRows {
  /** The prompt is locked and was not changed since it was read. */
  readonly locked: object;
  readonly voted: PromptRow;
  readonly added: PostRow;
}

const nothing = { prompt: null, delivery: null, note: null, votes: [] };

/** Whether a vote in `table` is of a person. They may have been removed from the people since, or added under another id. */
export function ownedBy(engine: Port['engine'], table: string): string {
  return `(${among(engine, `${table}.voter`)} OR (${table}.platform = ? AND ${table}.user_id = ?) OR ${table}.operator_id = ?)`;
}

export function ownerParams({ voter, sameAs, platform, userId, operatorId }: VoteOwner) {
  return [JSON.stringify([voter, ...sameAs]), platform, userId, operatorId];
}

/**
 * Casts a vote. The votes of one prompt are counted one after the other.
 *
 * What a vote amounts to is decided by the program, between reading the votes and writing. On PostgreSQL it is written by one statement,
 * if the row of the prompt is still the one that was read: `xmin`, the transaction that wrote a row, is its version, and every vote
 * writes the row. Otherwise, and on SQLite, the row is locked first.
 */
export function voteCaster(port: Port): VoteStore['cast'] {
  const { engine, sql, inTurn, announce } = port;
  const { answer: answerSteps } = closingSteps(port);
  const eventsAfter = streamEventStep(engine);
  const readVoters = votersReader(engine);
  const flags = `${ownedBy(engine, 'v')} AS is_own, (v.at, v.voter) > (?, ?) AS is_later`;
  const votesAndFlags = `v.*, ${flags} FROM prompt_vote v WHERE v.organization_id = ? AND v.prompt_num = ?`;
  const votesOf = `SELECT ${votesAndFlags} ORDER BY v.at, v.voter`;
  // Rows of two objects (engine/postgresql/rows.ts): one of the prompt, whose terms may be long, and one of each vote.
  const promptAndVotes = `
    SELECT asked.*, cast_before.*
    FROM (SELECT TRUE AS "prompt.", prompt.*, prompt.xmin::text AS version FROM prompt WHERE organization_id = ? AND num = ?) AS asked
    FULL JOIN (SELECT v.voter AS "vote.", ${votesAndFlags}) AS cast_before ON FALSE
    ORDER BY cast_before.at, cast_before.voter`;
  const readParams = (vote: NewVote) => [
    ...ownerParams(vote),
    vote.at,
    vote.voter,
    vote.organizationId,
    vote.promptNum,
  ];
  const lock = `
    SELECT TRUE AS is_locked FROM prompt WHERE organization_id = ? AND num = ? AND xmin::text = ? FOR UPDATE`;

  /** What the vote changes. `after`: the step without which nothing is changed. */
  function changes(vote: NewVote, { all, replaced }: Votes, { votes, answer, notes }: Tally, after: string | null) {
    const { organizationId, promptNum: num, at, audit } = vote;
    const done = answer ? 'closed' : 'voted';
    const kept = new Set((answer ? votes : all).map(({ voter }) => voter));
    const gone = [...new Set([...replaced, ...all].map(({ voter }) => voter))].filter((voter) => !kept.has(voter));
    const voted = promptEvent('prompt.voted', { organizationId, num }, at);
    const prompt = [organizationId, num];
    const decided = answer
      ? answerSteps(answer, after, [voted])
      : [after === null ? found(prompt) : touched(prompt, after), eventsAfter('voted', [voted])];
    const told = isRepeated(vote, replaced) ? [] : notes;
    return [
      ...decided,
      ...(kept.has(vote.voter) ? [voteStep(vote, done)] : []),
      ...(gone.length > 0 ? [removal(prompt, gone, done)] : []),
      ...(audit ? [auditStep(done, audit)] : []),
      ...(!answer && told.length > 0 ? [postsStep(engine, 'voted', told)] : []),
    ];
  }

  function removal(prompt: readonly (string | number)[], voters: readonly string[], after: string): Step {
    return {
      name: 'removed',
      // SQLite deletes under the lock, after the steps before it.
      statement: `DELETE FROM prompt_vote ${engine === 'postgresql' ? `USING ${after}` : ''}
        WHERE prompt_vote.organization_id = ? AND prompt_vote.prompt_num = ? AND ${among(engine, 'prompt_vote.voter')}`,
      params: [...prompt, JSON.stringify(voters)],
    };
  }

  function outcomeOf(
    vote: NewVote,
    { replaced }: Votes,
    { votes, answer }: Tally,
    { voted, closed, enqueued, added }: Partial<CastRows>,
  ): CastVote & { readonly owed: boolean } {
    if (answer && closed) {
      const delivery = claimedOf(enqueued);
      const owed = answer.delivery !== null && delivery === null;
      return { outcome: 'answered', prompt: closed, delivery, note: null, votes, owed };
    }
    if (answer || !voted) throw new Error(`Prompt ${vote.promptNum} was closed while it was locked.`);
    const cast = { prompt: voted, delivery: null, note: added ?? null, votes, owed: false };
    return { outcome: 'voted', ...cast, isRepeated: isRepeated(vote, replaced) };
  }

  type Decide = Parameters<VoteStore['cast']>[1];

  /** In two statements. Null: the prompt cannot be voted on, or was changed after it was read. */
  async function castAtOnce(vote: NewVote, decide: Decide) {
    const { organizationId, promptNum: num, event, at } = vote;
    type Rows = { prompt?: PromptRow & { version: string }; vote?: ReadVote };
    const rows = await sql.all<Rows>(promptAndVotes, [organizationId, num, ...readParams(vote)]);
    const asked = rows.find((row) => row.prompt)?.prompt;
    if (!asked) return null;
    const { version, ...prompt } = asked;
    if (!isOpen(prompt, at) || newMessageOf(vote, prompt) !== null) return null;
    const votes = withNew(
      vote,
      rows.flatMap((row) => row.vote ?? []),
    );
    const tally = await decide(prompt, votes.all, () => readVoters(sql, placesOf(prompt), votes.all));
    const written = await runUnit<CastRows>(port, [
      { name: 'locked', statement: lock, params: [organizationId, num, version] },
      // A vote that is not counted here must not leave its event.
      ...(event ? [eventStep({ ...event, organizationId, at }, 'locked')] : []),
      ...changes(vote, votes, tally, event ? 'seen' : 'locked'),
    ]);
    if (!written.locked) return null;
    if (event && !written.seen) return { outcome: 'duplicate', ...nothing } as const;
    return outcomeOf(vote, votes, tally, written);
  }

  async function castLocked(tx: Sql, vote: NewVote, decide: Decide) {
    const { organizationId, promptNum: num, event, at } = vote;
    const prompt = await lockPrompt(tx, organizationId, num);
    if (event && !(await firstSeen(tx, { ...event, organizationId, at })))
      return { outcome: 'duplicate', ...nothing } as const;
    if (!prompt || !isOpen(prompt, at)) return { outcome: 'closed', ...nothing } as const;
    const messageId = newMessageOf(vote, prompt);
    if (messageId !== null) await keepMessage(tx, prompt, { messageId, ref: null }, 'pressed');
    const votes = withNew(vote, await tx.all<ReadVote>(votesOf, readParams(vote)));
    const tally = await decide(prompt, votes.all, () => readVoters(tx, placesOf(prompt), votes.all));
    const written = await runSteps<CastRows>(engine, tx, changes(vote, votes, tally, null));
    return outcomeOf(vote, votes, tally, written);
  }

  return (vote, decide) => {
    const { organizationId, promptNum: num } = vote;
    return inTurn(`prompt ${organizationId}/${num}`, async () => {
      const atOnce = engine === 'postgresql' ? await castAtOnce(vote, decide) : null;
      const { owed, ...cast } = {
        owed: false,
        ...(atOnce ?? (await sql.write((tx) => castLocked(tx, vote, decide)))),
      };
      if (cast.prompt) announce({ kind: 'prompt', organizationId, num });
      if (owed) announce({ kind: 'delivery' });
      return cast;
    });
  };
}

const placesOf = ({ organizationId, channelId, terms }: PromptRow) => ({
  organizationId,
  channelIds: terms?.channelIds ?? [channelId],
});

/** The step that finds the prompt, which is locked. */
const found = (params: Step['params']): Step => ({
  name: 'voted',
  statement: 'SELECT * FROM prompt WHERE organization_id = ? AND num = ?',
  params,
});

/** The step that gives the row of the prompt another version. */
const touched = (params: Step['params'], after: string): Step => ({
  name: 'voted',
  statement: `UPDATE prompt SET post_attempts = post_attempts FROM ${after} WHERE organization_id = ? AND num = ? RETURNING prompt.*`,
  params,
});

function voteStep(vote: NewVote, after: string): Step {
  const row = { ...rowOf(vote), aliases: vote.aliases ? storableJson(vote.aliases) : null };
  const [insert, params] = insertInto('prompt_vote', row, new Expression(after));
  const set = Object.keys(row)
    .map(snakeCase)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ');
  const conflict = `ON CONFLICT (organization_id, prompt_num, voter) DO UPDATE SET ${set}`;
  return { name: 'cast_vote', statement: `${insert} WHERE true ${conflict}`, params };
}

/** A new vote as it is stored. */
function rowOf({
  event: _event,
  audit: _audit,
  sameAs: _sameAs,
  pressedMessageId: _message,
  ...vote
}: NewVote): VoteRow {
  const texts = { name: storable(vote.name), choice: storable(vote.choice), reason: storable(vote.reason) };
  return { ...vote, ...texts };
}

function withNew(vote: NewVote, read: readonly ReadVote[]): Votes {
  const row = ({ isOwn: _own, isLater: _later, ...kept }: ReadVote): VoteRow => kept;
  const others = read.filter(({ isOwn }) => !isOwn);
  const earlier = others.filter(({ isLater }) => !isLater);
  const later = others.filter(({ isLater }) => isLater);
  return {
    all: [...earlier.map(row), rowOf(vote), ...later.map(row)],
    replaced: read.filter(({ isOwn }) => isOwn).map(row),
  };
}

/** Whether the person voted the same before. */
function isRepeated({ choice, grantSec }: NewVote, replaced: readonly VoteRow[]): boolean {
  const [earlier, ...others] = replaced;
  return (
    others.length === 0 && earlier?.choice === storable(choice) && (earlier.grantSec ?? null) === (grantSec ?? null)
  );
}

/** The message of the question that only the press made known; null: none. */
function newMessageOf({ pressedMessageId: id, channelId }: NewVote, prompt: PromptRow): string | null {
  return id !== undefined && prompt.messageId !== id && channelId === prompt.channelId ? id : null;
}

function isOpen({ state, expiresAt }: PromptRow, at: Date): boolean {
  return (state === 'pending' || state === 'posting') && (expiresAt === null || expiresAt > at);
}
