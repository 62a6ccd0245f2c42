import { checkAttention, type Attention, type AttentionCounts, type PromptStore } from '@gateway/core';
import { among } from '../../sql/conditions.js';
import type { PromptRow } from '../../sql/rows.js';
import type { Sql, SqlValue } from '../../sql/sql.js';
import { runSteps } from '../../sql/steps.js';
import { openedOf, openSteps } from './opening.js';
import type { Port } from '../port.js';
import { unexpired } from './prompt-list.js';

/** The part of the prompts' port that opens prompts only if people are not asked already, or too often. */
export function attentionStore(port: Port): Pick<PromptStore, 'asked' | 'openWithin'> {
  const { engine, sql, inTurn } = port;
  const inTurns = async <T>(subjects: readonly string[], work: () => Promise<T>): Promise<T> => {
    const [first, ...others] = subjects;
    return first === undefined ? await work() : await inTurn(first, () => inTurns(others, work));
  };

  return {
    asked: (organizationId, digest, now) => asked(sql, organizationId, digest, now),

    async openWithin(prompt, { digest, attention, claim, copies }) {
      const { organizationId, createdAt } = prompt;
      // All units lock in one order.
      const channels = attention.channels.toSorted((one, other) => (one.channelId < other.channelId ? -1 : 1));
      const subjects = [
        ...(digest === null ? [] : [`collapse ${organizationId} ${digest}`]),
        ...channels.map(({ channelId }) => `attention ${organizationId} ${channelId}`),
      ];
      return await inTurns(subjects, () =>
        sql.write(async (tx) => {
          for (const subject of subjects) await lock(engine, tx, subject);
          const found = digest === null ? null : await asked(tx, organizationId, digest, createdAt);
          if (found) return { prompt: found, isFound: true };
          for (const channel of channels) {
            const counts = await countsOf(engine, tx, { organizationId, now: createdAt, attention }, channel.channelId);
            checkAttention(channel, counts, attention.key !== null);
          }
          const opened = await runSteps(engine, tx, openSteps(port, prompt, claim, copies));
          return { prompt: openedOf(opened, prompt, claim), isFound: false };
        }),
      );
    },
  };
}

interface Counted {
  readonly organizationId: string;
  readonly now: Date;
  readonly attention: Attention;
}

/** Counts the open prompts that were asked in a channel from the start: those of the key, and those that wait for each person. */
async function countsOf(
  engine: Port['engine'],
  tx: Sql,
  { organizationId, now, attention: { key, persons } }: Counted,
  channelId: string,
): Promise<AttentionCounts> {
  const [own, keyParams] = ownedBy(organizationId, key);
  const isPostgres = engine === 'postgresql';
  const isAskedThere = isPostgres
    ? `terms -> 'channelIds' @> to_jsonb(CAST(? AS text))`
    : `EXISTS (SELECT 1 FROM json_each(terms, '$.channelIds') WHERE value = ?)`;
  const asked = isPostgres
    ? `jsonb_array_elements_text(terms -> 'askedOf') AS asked(person)`
    : `(SELECT num AS of_prompt, value AS person FROM open_prompts, json_each(terms, '$.askedOf')) AS asked`;
  const rows = await tx.all<{ person: string | null; ofAll: number; ofKey: number }>(
    `WITH open_prompts AS (
       SELECT num, terms, CASE WHEN ${own} THEN 1 END AS own FROM prompt
       WHERE organization_id = ? AND state BETWEEN 'pending' AND 'posting' AND ${unexpired}
         AND (channel_id = ? OR ${isAskedThere}))
     SELECT CAST(NULL AS text) AS person, count(*) AS of_all, count(own) AS of_key FROM open_prompts
     UNION ALL
     SELECT asked.person, count(*) AS of_all, count(own) AS of_key FROM open_prompts, ${asked}
     WHERE ${isPostgres ? '' : 'of_prompt = num AND '}${among(engine, 'asked.person')} GROUP BY asked.person`,
    [...keyParams, organizationId, now, channelId, channelId, JSON.stringify(persons)],
  );
  return {
    ofKey: rows.find(({ person }) => person === null)?.ofKey ?? 0,
    ofPersons: rows.filter(({ person }) => person !== null),
  };
}

/** Whether a prompt was asked with a key or one that replaces it. */
function ownedBy(organizationId: string, key: Attention['key']): [sql: string, params: SqlValue[]] {
  if (key === null) return ['false', []];
  if (key.id === null) return ['api_key_id IS NULL AND operator_id IS NULL', []];
  return [
    'api_key_id = ? OR api_key_id IN (SELECT id FROM api_key WHERE organization_id = ? AND replacement_of = ?)',
    [key.id, organizationId, key.id],
  ];
}

/** Another instance that wants the same lock waits until the unit of work ends. SQLite has one writer. */
async function lock(engine: Port['engine'], tx: Sql, subject: string): Promise<void> {
  if (engine === 'postgresql') await tx.all('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [subject]);
}

/** The order is not that of an index: SQLite would search all open prompts for it. */
async function asked(sql: Sql, organizationId: string, digest: string, now: Date): Promise<PromptRow | null> {
  const found = await sql.first<PromptRow>(
    `SELECT * FROM prompt WHERE organization_id = ? AND collapse_digest = ? AND state IN ('pending', 'posting') AND ${unexpired}
     ORDER BY num + 0 LIMIT 1`,
    [organizationId, digest, now],
  );
  return found ?? null;
}
