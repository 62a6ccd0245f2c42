import type { IdempotencyStore, KeyClaim, Outcome } from '@gateway/core';
import type { Port } from './port.js';
import { runUnit, type Step } from '../sql/steps.js';
import type { IdempotentRequestRow } from '../sql/rows.js';

/** Another request can release the key between the two statements. The loop stops after this many attempts. */
const MAX_CLAIM_ATTEMPTS = 5;

export function idempotencyStore(port: Port): IdempotencyStore {
  const { sql } = port;
  return {
    async begin({ organizationId, caller, key, holder, fingerprint }, { now, until, forgetAt }) {
      for (let attempt = 0; attempt < MAX_CLAIM_ATTEMPTS; attempt += 1) {
        const [taken] = await sql.all<Pick<IdempotentRequestRow, 'promptNum'>>(
          `INSERT INTO idempotent_request (organization_id, caller, key, fingerprint, claimed_by, claimed_until, expires_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (organization_id, caller, key) DO UPDATE
             SET fingerprint = excluded.fingerprint, claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until,
               expires_at = excluded.expires_at, status = NULL, body = NULL,
               prompt_num = CASE WHEN idempotent_request.expires_at > ? THEN idempotent_request.prompt_num END
             WHERE idempotent_request.expires_at <= ?
               OR (idempotent_request.status IS NULL AND idempotent_request.claimed_until <= ?
                 AND idempotent_request.fingerprint IN (excluded.fingerprint, ?))
           RETURNING prompt_num`,
          [
            organizationId,
            caller,
            key,
            fingerprint.current,
            holder,
            until,
            forgetAt,
            now,
            now,
            now,
            fingerprint.former,
          ],
        );
        if (taken) return { state: 'begun', promptNum: taken.promptNum };
        const earlier = await sql.first<Pick<IdempotentRequestRow, 'fingerprint' | 'status' | 'body'>>(
          'SELECT fingerprint, status, body FROM idempotent_request WHERE organization_id = ? AND caller = ? AND key = ?',
          [organizationId, caller, key],
        );
        if (!earlier) continue;
        if (earlier.fingerprint !== fingerprint.current && earlier.fingerprint !== fingerprint.former)
          return { state: 'mismatch' };
        const { status, body } = earlier;
        return status === null || body === null ? { state: 'running' } : { state: 'done', outcome: { status, body } };
      }
      return { state: 'running' };
    },

    async renew(claim, until) {
      return (
        (await sql.run(`UPDATE idempotent_request SET claimed_until = ? WHERE ${held}`, [until, ...heldBy(claim)])) ===
        1
      );
    },

    async finish(claim, { status, body }, forgetAt) {
      await sql.run(`UPDATE idempotent_request SET status = ?, body = ?, expires_at = ? WHERE ${held}`, [
        status,
        body,
        forgetAt,
        ...heldBy(claim),
      ]);
    },

    async release(claim, now) {
      await runUnit(port, [
        {
          name: 'freed',
          statement: `DELETE FROM idempotent_request WHERE ${held} AND prompt_num IS NULL`,
          params: heldBy(claim),
        },
        {
          name: 'ended',
          statement: `UPDATE idempotent_request SET claimed_until = ? WHERE ${held} AND prompt_num IS NOT NULL`,
          params: [now, ...heldBy(claim)],
        },
      ]);
    },
  };
}

/** The step that locks a claim until the unit of work ends. It returns no row when the claim is lost. */
export function heldStep({ engine }: Pick<Port, 'engine'>, claim: KeyClaim): Step {
  const lock = engine === 'postgresql' ? 'FOR UPDATE' : '';
  return {
    name: 'held',
    statement: `SELECT key FROM idempotent_request WHERE ${held} ${lock}`,
    params: heldBy(claim),
  };
}

/** The step that links a prompt to the key once the step `after` has returned a row; `num`: an expression, or NULL to unlink it. */
export function linkStep(after: string, num: string, claim: KeyClaim): Step {
  return {
    name: 'linked',
    statement: `UPDATE idempotent_request SET prompt_num = ${num} FROM ${after} WHERE ${held}`,
    params: heldBy(claim),
  };
}

/** The step that stores an outcome once the step `after` has returned a row. */
export function finishedStep(
  after: string,
  { claim, outcome, forgetAt }: { readonly claim: KeyClaim; readonly outcome: Outcome; readonly forgetAt: Date },
): Step {
  return {
    name: 'finished',
    statement: `UPDATE idempotent_request SET status = ?, body = ?, expires_at = ? FROM ${after} WHERE ${held}`,
    params: [outcome.status, outcome.body, forgetAt, ...heldBy(claim)],
  };
}

const held = ['organization_id = ?', 'caller = ?', 'key = ?', 'status IS NULL', 'claimed_by = ?']
  .map((condition) => `idempotent_request.${condition}`)
  .join(' AND ');

function heldBy({ organizationId, caller, key, holder }: KeyClaim) {
  return [organizationId, caller, key, holder];
}
