import type { PromptStore } from '@gateway/core';
import type { PromptRow } from '../sql/rows.js';
import type { Sql } from '../sql/sql.js';
import { runSteps } from '../sql/steps.js';
import { openedOf, openSteps } from './opening.js';
import type { Port } from './port.js';
import { unexpired } from './prompt-list.js';

/** The part of the prompts' port that opens prompts only if people are not asked already. */
export function attentionStore(port: Port): Pick<PromptStore, 'asked' | 'openUnlessAsked'> {
  const { engine, sql } = port;

  return {
    asked: (organizationId, digest, now) => asked(sql, organizationId, digest, now),

    openUnlessAsked: (prompt, { digest, claim, copies }) =>
      sql.write(async (tx) => {
        const { organizationId, createdAt } = prompt;
        await lock(engine, tx, `collapse ${organizationId} ${digest}`);
        const found = await asked(tx, organizationId, digest, createdAt);
        if (found) return { prompt: found, isFound: true };
        const opened = await runSteps(engine, tx, openSteps(port, prompt, claim, copies));
        return { prompt: openedOf(opened, prompt, claim), isFound: false };
      }),
  };
}

/** Another instance that wants the same lock waits until the unit of work ends. SQLite has one writer. */
async function lock(engine: Port['engine'], tx: Sql, subject: string): Promise<void> {
  if (engine === 'postgresql') await tx.all('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [subject]);
}

async function asked(sql: Sql, organizationId: string, digest: string, now: Date): Promise<PromptRow | null> {
  const found = await sql.first<PromptRow>(
    `SELECT * FROM prompt WHERE organization_id = ? AND collapse_digest = ? AND state IN ('pending', 'posting') AND ${unexpired}
     ORDER BY num LIMIT 1`,
    [organizationId, digest, now],
  );
  return found ?? null;
}
