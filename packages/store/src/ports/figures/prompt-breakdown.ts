import type { ActionAnswers, Period, PromptBreakdown } from '@gateway/core';
import { among } from '../../sql/conditions.js';
import type { Port } from '../port.js';
import { answerPlatform, byPerson, isApprovingOption, isPosted, ownByTime } from '../prompts/prompt-conditions.js';

/** The maximum number of prompts that are grouped. Each is read from the table. */
const MAX_PROMPTS = 10_000;
/** The length of each list. */
const MAX_GROUPS = 10;
/** The number of people of each action. */
const MAX_PEOPLE = 5;
/** An answer that is given sooner was hardly read. */
const READ_MS = 2000;

/** A group of prompts. */
interface GroupRow {
  readonly kind: 'channel' | 'key' | 'person' | 'action' | 'actor';
  /** The empty string: prompts without a key. */
  readonly id: string;
  /** The action that an `actor` answered; else empty. */
  readonly part: string;
  readonly created: number;
  /** How many prompts were grouped. */
  readonly prompts: number;
  /** When the oldest of them was created. */
  readonly oldest: number | Date;
  readonly answered: number;
  /** Of the answers of people. */
  readonly median: number | string | null;
  readonly approved: number;
  readonly edited: number;
  readonly rejected: number;
  readonly byRule: number;
  readonly byGrant: number;
  readonly pending: number;
  /** Answers of people in less than two seconds. */
  readonly fast: number;
  /** The name that the platform reported; the platform of a channel. */
  readonly said: string | null;
}

/**
 * The condition on the channels of a key, and its parameters; null: all channels. An expression, so that the engine reads prompts by
 * their time and not all prompts of these channels.
 */
export function inChannels(
  engine: Port['engine'],
  channels: readonly string[] | null,
  column = `coalesce(channel_id, '')`,
): [condition: string, params: string[]] {
  return channels === null ? ['', []] : [` AND ${among(engine, column)}`, [JSON.stringify(channels)]];
}

/**
 * Groups the latest prompts of a period by channel, by key, by the person who answered, and by the action with its people. `answerMs`:
 * the expression for the time from question to answer. Times are those of answers of people.
 */
export function promptBreakdown({ engine, sql }: Pick<Port, 'engine' | 'sql'>, answerMs: string) {
  // What became of a prompt with an action.
  const result = `CASE WHEN decided_by IN ('rule', 'grant') THEN decided_by WHEN state = 'pending' THEN state
    WHEN state = 'answered' AND ${byPerson} THEN CASE
      WHEN answer_type = 'decision' THEN CASE answer WHEN 'approve' THEN 'approved' WHEN 'edit' THEN 'edited' ELSE 'rejected' END
      WHEN answer_type = 'option' AND ${isApprovingOption(engine, 'answer')} THEN 'approved' ELSE 'rejected' END END`;
  const countOf = (value: string) => `count(*) FILTER (WHERE result = '${value}')`;
  const statement = (more: string) => `
    WITH sample AS MATERIALIZED (
      SELECT organization_id, created_at, channel_id, platform, api_key_id, state, CASE WHEN state = 'answered' AND ${byPerson} THEN ${answerMs} END AS ms,
        answered_by_id, coalesce(answered_by_name, answered_by_username) AS answerer,
        ${answerPlatform} AS answer_platform, terms -> 'action' ->> 'name' AS action_name, ${result} AS result
      FROM prompt
      WHERE ${ownByTime(engine)} AND created_at >= ? AND created_at < ? AND ${isPosted} AND state != 'orphaned'${more}
      ORDER BY created_at DESC LIMIT ${MAX_PROMPTS}
    ),
    answerers AS MATERIALIZED (
      SELECT organization_id, answer_platform, answered_by_id, CASE WHEN answered_by_id LIKE 'operator:%' THEN coalesce(
          (SELECT 'person:' || r.person_id FROM person r
           WHERE r.organization_id = s.organization_id AND r.operator_id = substr(s.answered_by_id, 10)),
          answered_by_id)
        ELSE coalesce(
          (SELECT 'person:' || i.person_id FROM person_identity i
           WHERE i.organization_id = s.organization_id AND i.platform = s.answer_platform AND i.user_id = s.answered_by_id),
          'user:' || answer_platform || ':' || answered_by_id) END AS voter
      FROM (SELECT DISTINCT organization_id, answer_platform, answered_by_id FROM sample WHERE answered_by_id IS NOT NULL) AS s
    ),
    given AS MATERIALIZED (
      SELECT * FROM sample JOIN answerers USING (organization_id, answer_platform, answered_by_id) WHERE ms IS NOT NULL
    ),
    acted AS MATERIALIZED (
      SELECT action_name FROM sample WHERE action_name IS NOT NULL
      GROUP BY action_name ORDER BY count(*) DESC, action_name LIMIT ${MAX_GROUPS}
    ),
    named (kind, part, id, said, state, ms, result) AS (
      SELECT 'channel', '', channel_id, platform, state, ms, result FROM sample
      UNION ALL SELECT 'key', '', coalesce(api_key_id, ''), NULL, state, ms, result FROM sample
      UNION ALL SELECT 'person', '', voter, answerer, state, ms, result FROM given
      UNION ALL SELECT 'action', '', action_name, NULL, state, ms, result FROM sample JOIN acted USING (action_name)
      UNION ALL SELECT 'actor', action_name, voter, answerer, state, ms, result FROM given JOIN acted USING (action_name)
    ),
    ranked AS (
      SELECT named.*, row_number() OVER (PARTITION BY kind, part, id ORDER BY ms IS NULL, ms) AS place,
        count(ms) OVER (PARTITION BY kind, part, id) AS timed
      FROM named
    ),
    grouped AS (
      SELECT kind, part, id, max(said) AS said, count(*) AS created, count(*) FILTER (WHERE state = 'answered') AS answered,
        avg(CASE WHEN place IN ((timed + 1) / 2, (timed + 2) / 2) THEN ms END) AS median,
        count(*) FILTER (WHERE ms < ${READ_MS}) AS fast, ${countOf('approved')} AS approved, ${countOf('edited')} AS edited,
        ${countOf('rejected')} AS rejected, ${countOf('rule')} AS by_rule, ${countOf('grant')} AS by_grant,
        ${countOf('pending')} AS pending
      FROM ranked GROUP BY kind, part, id
    )
    SELECT top.*, (SELECT count(*) FROM sample) AS prompts, (SELECT min(created_at) FROM sample) AS oldest
    FROM (SELECT grouped.*, row_number() OVER (PARTITION BY kind, part ORDER BY created DESC, id) AS position FROM grouped) AS top
    WHERE position <= CASE kind WHEN 'actor' THEN ${MAX_PEOPLE} ELSE ${MAX_GROUPS} END ORDER BY position`;

  const namesOf = {
    channel: `SELECT channel_id AS id, is_active FROM channel WHERE organization_id = ? AND ${among(engine, 'channel_id')}`,
    key: `SELECT id, name, revoked_at FROM api_key WHERE organization_id = ? AND ${among(engine, 'id')}`,
    person: `SELECT person_id AS id, name FROM person WHERE organization_id = ? AND ${among(engine, 'person_id')}`,
  };
  /** What is stored now about the groups of a kind, by id. */
  async function stored<Row extends { readonly id: string }>(
    kind: keyof typeof namesOf,
    organizationId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Row>> {
    const rows = await sql.all<Row>(namesOf[kind], [organizationId, JSON.stringify(ids)]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  return async (
    organizationId: string,
    { from, to }: Period,
    channels: readonly string[] | null,
  ): Promise<PromptBreakdown> => {
    const [more, listIds] = inChannels(engine, channels);
    const rows = await sql.background.all<GroupRow>(statement(more), [organizationId, from, to, ...listIds]);
    const of = (kind: GroupRow['kind']) => rows.filter((row) => row.kind === kind);
    const idsOf = (kind: GroupRow['kind']) => of(kind).map(({ id }) => id);
    const [known, keys, people] = await Promise.all([
      stored<{ id: string; isActive: boolean }>('channel', organizationId, idsOf('channel')),
      stored<{ id: string; name: string; revokedAt: Date | null }>('key', organizationId, idsOf('key')),
      stored<{ id: string; name: string }>(
        'person',
        organizationId,
        [...idsOf('person'), ...idsOf('actor')].map(personIdOf),
      ),
    ]);
    const { prompts = 0, oldest = from } = rows[0] ?? {};
    const nameOf = ({ id, said }: GroupRow) => people.get(personIdOf(id))?.name ?? said;
    return {
      prompts,
      since: prompts === MAX_PROMPTS ? new Date(oldest) : from,
      channels: of('channel').map((row) => ({
        channelId: row.id,
        platform: row.said ?? '',
        isActive: known.get(row.id)?.isActive ?? null,
        created: row.created,
        answered: row.answered,
        medianAnswerMs: medianOf(row),
      })),
      keys: of('key').map((row) => {
        const { name = null, revokedAt = null } = keys.get(row.id) ?? {};
        return {
          keyId: row.id === '' ? null : row.id,
          name,
          revokedAt,
          created: row.created,
          answered: row.answered,
          medianAnswerMs: medianOf(row),
        };
      }),
      people: of('person').map((row) => ({
        voter: row.id,
        name: nameOf(row),
        answered: row.answered,
        medianAnswerMs: medianOf(row),
      })),
      actions: of('action').map((row) =>
        Object.assign(answersOf(row), {
          name: row.id,
          asked: row.created - row.byRule - row.byGrant,
          pending: row.pending,
          byRule: row.byRule,
          byGrant: row.byGrant,
          people: of('actor')
            .filter(({ part }) => part === row.id)
            .map((actor) => Object.assign(answersOf(actor), { voter: actor.id, name: nameOf(actor) })),
        }),
      ),
    };
  };
}

/** The id of the person of a voter; the empty string: an account that belongs to no person. */
const personIdOf = (voter: string): string => (voter.startsWith('person:') ? voter.slice('person:'.length) : '');

const answersOf = (row: GroupRow): ActionAnswers => ({
  approved: row.approved,
  edited: row.edited,
  rejected: row.rejected,
  fast: row.fast,
  medianAnswerMs: medianOf(row),
});

const medianOf = ({ median }: GroupRow): number | null => (median === null ? null : Math.round(Number(median)));
