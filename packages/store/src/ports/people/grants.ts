import type { GrantRow as CoreGrant, GrantStore, NewAuditEntry, NewGrant, VoteRow } from '@gateway/core';
import { allOf, among, ifAmong, olderThan } from '../../sql/conditions.js';
import { Expression, insertInto } from '../../sql/insert.js';
import type { GrantRow } from '../../sql/rows.js';
import { runUnit, type Step } from '../../sql/steps.js';
import { storable, storableJson } from '../../sql/storable.js';
import { auditStep } from '../records/audit.js';
import { eventStep } from '../deliveries/events.js';
import { skipLocked, type Port } from '../port.js';
import { votersReader } from '../prompts/voters.js';

/** More than one of the same digest: several people gave it at the same time. */
const MATCHING_MAX = 10;

const active = 'ended_at IS NULL AND until > ? AND uses < max_uses';
/** The message is due, unless it is never updated. */
export const messageDue = 'show_due_at = CASE WHEN show_due_at IS NOT NULL THEN CAST(? AS timestamptz) END';

/** Standing approvals. Their row decides whether one answers: it is used and ended by compare-and-set. */
export function grantStore(port: Port): GrantStore {
  const { engine, sql } = port;
  const readVoters = votersReader(engine);
  const ofPlatforms = among(engine, 'platform');
  const unclaimed = '(show_claimed_until IS NULL OR show_claimed_until <= ?)';

  const votersOf = (organizationId: string, grants: readonly CoreGrant[], channelIds: readonly string[]) => {
    const votes = grants.flatMap((grant) => grant.givers.map((giver) => voteOf(grant, giver)));
    return readVoters(sql, { organizationId, channelIds }, votes);
  };

  return {
    async matching(organizationId, digest, now, channelIds) {
      const grants = await sql.all<GrantRow>(
        `SELECT * FROM action_grant WHERE organization_id = ? AND digest = ? AND ${active}
         ORDER BY until DESC LIMIT ${MATCHING_MAX}`,
        [organizationId, digest, now],
      );
      return grants.length === 0 ? null : { grants, voters: await votersOf(organizationId, grants, channelIds) };
    },

    get: async (organizationId, grantId) =>
      (await sql.first<GrantRow>('SELECT * FROM action_grant WHERE organization_id = ? AND grant_id = ?', [
        organizationId,
        grantId,
      ])) ?? null,

    ofPrompt: async (organizationId, num) =>
      (await sql.first<GrantRow>('SELECT * FROM action_grant WHERE organization_id = ? AND prompt_num = ?', [
        organizationId,
        num,
      ])) ?? null,

    async list(organizationId, { channelIds, state, now }, { limit, before }) {
      const [where, params] = allOf(
        ['organization_id = ?', organizationId],
        ifAmong(engine, 'channel_id', channelIds),
        state === 'active' && [active, now],
        state === 'ended' && [`NOT (${active})`, now],
        olderThan('seq', before),
      );
      return await sql.all<GrantRow>(`SELECT * FROM action_grant WHERE ${where} ORDER BY seq DESC LIMIT ?`, [
        ...params,
        limit,
      ]);
    },

    givers: (organizationId, grants) =>
      votersOf(
        organizationId,
        grants,
        grants.map(({ channelId }) => channelId),
      ),

    async end({ organizationId, grantId, at, reason, by, audit, event }) {
      const { seen, ended } = await runUnit<{ seen: object; ended: GrantRow }>(port, [
        ...(event ? [eventStep({ ...event, organizationId, at })] : []),
        {
          name: 'ended',
          // One that is used up can be ended, too: then an approval that it gave, and that was not used, ends.
          statement: `
            UPDATE action_grant SET ended_at = ?, ended_reason = ?, ended_by = ?, ${messageDue}
            ${event ? 'FROM seen' : ''}
            WHERE organization_id = ? AND grant_id = ? AND ended_at IS NULL AND until > ? RETURNING action_grant.*`,
          params: [at, reason, by && storableJson(by), at, organizationId, grantId, at],
        },
        auditStep('ended', audit),
      ]);
      if (event && !seen) return 'duplicate';
      return ended ?? null;
    },

    claimMessages: (now, until, limit, platforms) =>
      sql.all<GrantRow>(
        `WITH due AS (
           SELECT seq FROM action_grant WHERE show_due_at <= ? AND ${unclaimed} AND ${ofPlatforms}
           ORDER BY show_due_at LIMIT ? ${skipLocked(port)}
         )
         UPDATE action_grant SET show_claimed_until = ?, show_attempts = show_attempts + 1
         WHERE seq IN (SELECT seq FROM due) RETURNING *`,
        [now, now, JSON.stringify(platforms), limit, until],
      ),

    async endMessage({ seq, uses, showClaimedUntil }, result) {
      const held = 'seq = ? AND show_claimed_until = ?';
      const claim = [seq, showClaimedUntil];
      if ('retryAt' in result) {
        const statement = `UPDATE action_grant SET show_claimed_until = NULL, show_due_at = ? WHERE ${held}`;
        await sql.run(statement, [result.retryAt, ...claim]);
        return;
      }
      const { posted, at, againFrom, isFinal } = result;
      const next = isFinal
        ? 'NULL'
        : `CASE WHEN ended_at IS NOT NULL OR uses >= max_uses THEN CAST(? AS timestamptz)
                WHEN uses <> ? THEN CAST(? AS timestamptz) ELSE until END`;
      await sql.run(
        `UPDATE action_grant SET message_id = coalesce(message_id, ?), message_ref = coalesce(message_ref, ?), shown_at = ?,
           show_claimed_until = NULL, show_attempts = 0, show_due_at = ${next}
         WHERE ${held}`,
        [
          posted?.messageId ?? null,
          posted?.ref ? storableJson(posted.ref) : null,
          at,
          ...(isFinal ? [] : [at, uses, againFrom]),
          ...claim,
        ],
      );
    },

    async nextMessage(now, platforms) {
      const next = await sql.first<Pick<GrantRow, 'showDueAt'>>(
        `SELECT show_due_at FROM action_grant WHERE show_due_at IS NOT NULL AND ${unclaimed} AND ${ofPlatforms}
         ORDER BY show_due_at LIMIT 1`,
        [now, JSON.stringify(platforms)],
      );
      return next?.showDueAt ?? null;
    },
  };
}

/** The entry of a standing approval that ends by the change of an entry. */
export function grantEnded(
  entry: NewAuditEntry,
  resourceId: string,
  reason: NonNullable<CoreGrant['endedReason']>,
): NewAuditEntry {
  const changes = [{ field: 'ended_reason', after: reason }];
  return { ...entry, action: 'grant.ended', resourceKind: 'grant', resourceId, changes };
}

/** The steps that record a standing approval once the step `after` has returned a row, if its rule was not changed since. */
export function grantSteps(
  after: string,
  { row, audit }: { readonly row: NewGrant; readonly audit: NewAuditEntry },
): Step[] {
  const stored = { ...row, actionName: storable(row.actionName), givers: storableJson(row.givers) };
  const { organizationId, ruleId, ruleVersion } = row;
  const from = new Expression(
    `${after} WHERE EXISTS (SELECT 1 FROM rule r WHERE r.organization_id = ? AND r.rule_id = ? AND r.version = ?)`,
    organizationId,
    ruleId,
    ruleVersion,
  );
  const [statement, params] = insertInto('action_grant', stored, from);
  return [
    {
      name: 'granted',
      statement: `${statement} RETURNING action_grant.grant_id`,
      params,
    },
    auditStep('granted', audit, 'grant_audited'),
  ];
}

/** The step that uses a standing approval, if it is active. `after`: a step without which it is not used. */
export function useStep(
  {
    organizationId,
    grantId,
    at,
    showAt,
  }: Readonly<{ organizationId: string; grantId: string; at: Date; showAt: Date }>,
  after: string | null,
): Step {
  return {
    name: 'used',
    statement: `
      UPDATE action_grant SET uses = uses + 1, last_used_at = ?, show_due_at = CASE
        WHEN show_due_at IS NOT NULL AND uses + 1 >= max_uses THEN CAST(? AS timestamptz)
        WHEN show_due_at > ? THEN CAST(? AS timestamptz) ELSE show_due_at END
      ${after === null ? '' : `FROM ${after}`}
      WHERE action_grant.organization_id = ? AND grant_id = ? AND ${active} RETURNING action_grant.grant_id`,
    params: [at, at, showAt, showAt, organizationId, grantId, at],
  };
}

function voteOf({ organizationId, promptNum, givenAt: at }: CoreGrant, giver: CoreGrant['givers'][number]): VoteRow {
  return { ...giver, organizationId, promptNum, at, reasonUntil: null };
}
