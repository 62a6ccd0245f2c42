import type { KeyStore, NewKeyRow } from '@gateway/core';
import { writeAudit } from './records/audit.js';
import { batchOf } from '../sql/batch.js';
import type { Transaction } from '../engine/prisma.js';
import { organizationKey } from './lock-organization.js';
import type { Port } from './port.js';
import { allOf, olderThan, type Condition } from '../sql/conditions.js';
import { insertInto } from '../sql/insert.js';
import { isInBatch, lockInOrder, lockOrganization } from '../sql/locks.js';
import type { KeyRow } from '../sql/rows.js';
import type { Sql } from '../sql/sql.js';

export function keyStore({ engine, sql, prisma, inTurn, announce }: Port): KeyStore {
  const lockedWrite = <T>(organizationId: string, work: (tx: Sql) => Promise<T>) =>
    inTurn(organizationKey(organizationId), () =>
      sql.write(async (tx) => {
        await lockOrganization(engine, tx, organizationId);
        return await work(tx);
      }),
    );
  const used = batchOf(engine, 'used', { owner: 'text', place: 'text', used_at: 'timestamptz' });
  const isUsed = isInBatch(engine, used, 'api_key', 'id');
  const touch = `
    UPDATE api_key SET last_used_at = used_at FROM ${used.table}
    WHERE ${isUsed} AND organization_id = owner AND id = place AND (last_used_at IS NULL OR last_used_at < used_at)`;
  const life =
    engine === 'postgresql' ? 'extract(epoch FROM valid_until - created_at) * 1000' : '(valid_until - created_at)';
  const holdsAdmin = (table: string) =>
    engine === 'postgresql'
      ? `${table}.scopes @> '["admin"]'`
      : `EXISTS (SELECT 1 FROM json_each(${table}.scopes) WHERE value = 'admin')`;
  const mayAll = (table: string) =>
    `(${holdsAdmin(table)} AND ${table}.channels IS NULL AND ${table}.valid_until IS NULL)`;

  return {
    // In SQL: a start inserts the key of the configuration, and must not load the Prisma client.
    insertFirst: (key, audit) =>
      lockedWrite(key.organizationId, async (tx) => {
        const any = await tx.first('SELECT 1 AS found FROM api_key WHERE organization_id = ? LIMIT 1', [
          key.organizationId,
        ]);
        if (any) return false;
        await tx.run(
          ...insertInto('api_key', {
            ...key,
            scopes: JSON.stringify(key.scopes),
            channels: key.channels && JSON.stringify(key.channels),
          }),
        );
        await writeAudit(tx, audit);
        return true;
      }),

    // In SQL: every start asks this, and must not load the Prisma client.
    any: async (organizationId) =>
      (await sql.first('SELECT 1 AS found FROM api_key WHERE organization_id = ? LIMIT 1', [organizationId])) !==
      undefined,

    insert: (key, audit) =>
      prisma.transaction(async (tx) => {
        const row = await createKey(tx, key);
        if (audit) await tx.auditEntry.create({ data: audit });
        return row;
      }),

    get: async (organizationId, id) =>
      (await sql.first<KeyRow>('SELECT * FROM api_key WHERE organization_id = ? AND id = ?', [organizationId, id])) ??
      null,

    async list(organizationId, page, channels = null) {
      const [where, params] = allOf(
        ['organization_id = ?', organizationId],
        limitedTo(engine, channels),
        olderThan('seq', page.before),
      );
      return await sql.all<KeyRow>(`SELECT * FROM api_key WHERE ${where} ORDER BY seq DESC LIMIT ?`, [
        ...params,
        page.limit,
      ]);
    },

    byHash: async (hash) => (await sql.first<KeyRow>('SELECT * FROM api_key WHERE hash = ?', [hash])) ?? null,

    async bootstrapHashes() {
      const rows = await sql.all<Pick<KeyRow, 'hash'>>(
        `SELECT hash FROM api_key WHERE created_by = 'bootstrap' AND revoked_at IS NULL ORDER BY seq`,
      );
      return rows.map(({ hash }) => hash);
    },

    // In SQL: the client cannot ask on both engines whether a Json array contains a value.
    ending: (organizationId, { after, before, lifeMs, limit }) =>
      sql.all<KeyRow>(
        `SELECT * FROM api_key WHERE valid_until > ? AND valid_until <= ? AND organization_id = ? AND revoked_at IS NULL
         AND expires_at IS NULL AND ${life} > ? ORDER BY valid_until LIMIT ?`,
        [after, before, organizationId, lifeMs, limit],
      ),

    async revoke(organizationId, id, at, audit) {
      const revoked = await lockedWrite(organizationId, async (tx) => {
        const row = await tx.first<KeyRow>(
          `UPDATE api_key SET revoked_at = ?
           WHERE organization_id = ? AND id = ? AND revoked_at IS NULL AND (NOT ${mayAll('api_key')} OR EXISTS (
             SELECT 1 FROM api_key other
             WHERE other.organization_id = api_key.organization_id AND other.id <> api_key.id
               AND other.revoked_at IS NULL AND other.expires_at IS NULL AND ${mayAll('other')})
             OR EXISTS (SELECT 1 FROM operator WHERE operator.organization_id = api_key.organization_id))
           RETURNING *`,
          [at, organizationId, id],
        );
        if (row) await writeAudit(tx, audit);
        return row ?? null;
      });
      if (revoked) announce({ kind: 'key', organizationId, id });
      return revoked;
    },

    async roll({ organizationId, id, at, until }, replacement, audit = []) {
      const isOver = until <= at;
      const row = await prisma.transaction(async (tx) => {
        const { count } = await tx.apiKey.updateMany({
          where: { organizationId, id, revokedAt: null, expiresAt: null },
          data: { expiresAt: isOver ? null : until, revokedAt: isOver ? at : null },
        });
        if (count === 0) return null;
        await tx.auditEntry.createMany({ data: [...audit] });
        return await createKey(tx, replacement);
      });
      if (row) announce({ kind: 'key', organizationId, id });
      return row;
    },

    async touch(uses) {
      if (uses.length === 0) return;
      const rows = used.parameter(
        uses.map(({ organizationId, id, at }) => ({ owner: organizationId, place: id, used_at: at })),
      );
      await sql.write(async (tx) => {
        await lockInOrder(engine, tx, `SELECT 1 FROM api_key WHERE ${isUsed} ORDER BY seq`, [rows]);
        await tx.run(touch, [rows, rows]);
      });
    },
  };
}

/** Whether a key is limited to some of these channels; false: it does not matter. */
export function limitedTo(engine: Port['engine'], channels: readonly string[] | null): Condition | false {
  if (channels === null) return false;
  const sql =
    engine === 'postgresql'
      ? 'channels <@ ?::jsonb'
      : `channels IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM json_each(channels) AS own WHERE own.value NOT IN (SELECT value FROM json_each(?)))`;
  return [sql, JSON.stringify(channels)];
}

async function createKey(tx: Transaction, key: NewKeyRow): Promise<KeyRow> {
  return (await tx.apiKey.create({
    data: { ...key, scopes: [...key.scopes], channels: key.channels ? [...key.channels] : undefined },
  })) as KeyRow;
}
