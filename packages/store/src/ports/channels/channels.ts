import type { ChannelStore, ChannelTraffic, NewChannel } from '@gateway/core';
import { isDuplicate, type Transaction } from '../../engine/prisma.js';
import { batchOf } from '../../sql/batch.js';
import { allOf, among, contains, ifAmong, olderThan, type Condition } from '../../sql/conditions.js';
import type { Port } from '../port.js';
import type { SqlValue } from '../../sql/sql.js';
import { storable } from '../../sql/storable.js';
import { channelEvent, streamEventWriter } from '../deliveries/stream-events.js';
import { isInBatch, lockInOrder } from '../../sql/locks.js';
import type { ChannelRow } from '../../sql/rows.js';
import { channelTraffic } from './channel-traffic.js';

export function channelStore({ engine, sql, prisma, announce }: Port): ChannelStore {
  const appendEvents = streamEventWriter(engine);
  const counted = channelTraffic(engine);
  const touched = batchOf(engine, 'touched', {
    owner: 'text',
    place: 'text',
    inbound_at: 'timestamptz',
    outbound_at: 'timestamptz',
    outbound_prompt: 'integer',
    answered_at: 'timestamptz',
    answered_prompt: 'integer',
  });
  const isTouched = isInBatch(engine, touched, 'channel', 'channel_id');
  const touch = `
    UPDATE channel SET
      last_inbound_at = CASE WHEN last_inbound_at > inbound_at THEN last_inbound_at ELSE coalesce(inbound_at, last_inbound_at) END,
      last_outbound_prompt = CASE WHEN outbound_at IS NULL OR last_outbound_at > outbound_at THEN last_outbound_prompt ELSE outbound_prompt END,
      last_outbound_at = CASE WHEN last_outbound_at > outbound_at THEN last_outbound_at ELSE coalesce(outbound_at, last_outbound_at) END,
      last_answered_prompt = CASE WHEN answered_at IS NULL OR last_answered_at > answered_at THEN last_answered_prompt ELSE answered_prompt END,
      last_answered_at = CASE WHEN last_answered_at > answered_at THEN last_answered_at ELSE coalesce(answered_at, last_answered_at) END
    FROM ${touched.table} WHERE ${isTouched} AND organization_id = owner AND channel_id = place`;

  function withHealth(health: ChannelRow['health'], alsoFailing: readonly string[] = []): Condition {
    if (alsoFailing.length === 0) return ['is_active = ? AND health = ?', true, health];
    const isOther = among(engine, 'channel_id');
    const condition = health === 'failing' ? `(health = ? OR ${isOther})` : `health = ? AND NOT (${isOther})`;
    return [`is_active = ? AND ${condition}`, true, health, JSON.stringify(alsoFailing)];
  }

  /** Writes the state of the account or the result of a test, and the health that follows from both, in one statement. */
  async function setProblem(
    note: ProblemNote,
    { proof, organizationId, at }: { readonly proof: Proof; readonly organizationId: string; readonly at: Date },
    [which, params]: readonly [string, readonly SqlValue[]],
  ): Promise<void> {
    const columns = Object.keys(note);
    const values = Object.values(note).map(storable);
    const problem = values[0] ?? null;
    const valueOf = (column: string) => (columns.includes(column) ? '?' : column);
    const problems = `${valueOf('account_problem')}, ${valueOf('test_problem')}`;
    const unproven = `CASE health WHEN 'failing' THEN 'unknown' ELSE health END`;
    const otherwise = {
      none: unproven,
      // A channel that relays messages has to receive one first.
      works: `CASE WHEN channel_type = 'MESSAGE' AND last_inbound_at IS NULL THEN ${unproven} ELSE 'ok' END`,
      received: `'ok'`,
    }[proof];
    const health = `CASE WHEN coalesce(${problems}) IS NOT NULL THEN 'failing' ELSE ${otherwise} END`;
    const changed = await sql.write(async (tx) => {
      const rows = await tx.all<Pick<ChannelRow, 'channelId'>>(
        `UPDATE channel SET ${columns.map((column) => `${column} = ?`).join(', ')},
           health_detail = coalesce(${problems}, ${valueOf('account_remark')}, ${valueOf('test_remark')}), health = ${health},
           health_since = CASE WHEN health = ${health} THEN health_since ELSE ? END
         WHERE organization_id = ? AND ${which}
           AND (${columns.map((column) => `${column} IS DISTINCT FROM ?`).join(' OR ')} OR health <> ${health})
         RETURNING channel_id`,
        [...values, ...values, problem, problem, at, organizationId, ...params, ...values, problem],
      );
      await appendEvents(
        tx,
        rows.map(({ channelId }) => channelEvent(organizationId, channelId, at)),
      );
      return rows.length > 0;
    });
    if (changed) announce({ kind: 'health', organizationId });
  }

  return {
    async insert(channel, audit) {
      const row = { ...(await withJson(channel)), isActive: true, updatedAt: channel.createdAt };
      const inserted = await prisma.transaction<boolean>(async (tx, rollback) => {
        await tx.channel.create({ data: row }).catch((error: unknown) => {
          if (isDuplicate(error)) return rollback(false);
          throw error;
        });
        if (audit) await tx.auditEntry.create({ data: audit });
        await tx.streamEvent.create({
          data: channelEvent(channel.organizationId, channel.channelId, channel.createdAt),
        });
        return true;
      });
      if (inserted) announce({ kind: 'channel', organizationId: channel.organizationId, id: channel.channelId });
      return inserted;
    },

    get: async (organizationId, channelId) =>
      (await sql.first<ChannelRow>('SELECT * FROM channel WHERE organization_id = ? AND channel_id = ?', [
        organizationId,
        channelId,
      ])) ?? null,

    // In SQL: the client escapes no `%` and `_` in a search.
    async list(organizationId, filter, page) {
      const [where, params] = allOf(
        ['organization_id = ?', organizationId],
        filter.platform !== undefined && ['platform = ?', filter.platform],
        filter.channelType !== undefined && ['channel_type = ?', filter.channelType],
        filter.isActive !== undefined && ['is_active = ?', filter.isActive],
        filter.health === 'inactive' && ['is_active = ?', false],
        filter.health !== undefined && filter.health !== 'inactive' && withHealth(filter.health, filter.alsoFailing),
        filter.q !== undefined && contains(engine, ['channel_id', 'target_chat_id'], filter.q),
        ifAmong(engine, 'channel_id', filter.channelIds),
        olderThan('seq', page.before),
      );
      return sql.all<ChannelRow>(`SELECT * FROM channel WHERE ${where} ORDER BY seq DESC LIMIT ?`, [
        ...params,
        page.limit,
      ]);
    },

    async update(organizationId, channelId, revision, change, audit) {
      const { endsEarlierPrompts, ...fields } = change;
      const data = await withJson(fields);
      const changed = await prisma.transaction(async (tx) => {
        const answersAfter = endsEarlierPrompts && (await newestPrompt(tx, organizationId));
        const { count } = await tx.channel.updateMany({
          where: { organizationId, channelId, revision },
          data: { ...data, ...(answersAfter !== undefined && { answersAfter }), revision: { increment: 1 } },
        });
        if (count === 0) return false;
        if (audit) await tx.auditEntry.create({ data: audit });
        await tx.streamEvent.create({ data: channelEvent(organizationId, channelId, change.updatedAt) });
        return true;
      });
      if (changed) announce({ kind: 'channel', organizationId, id: channelId });
      return changed;
    },

    withApprovers: (organizationId) =>
      sql.all<ChannelRow>(
        'SELECT * FROM channel WHERE organization_id = ? AND is_active = ? AND approvers IS NOT NULL ORDER BY seq',
        [organizationId, true],
      ),

    active: () => sql.all<ChannelRow>('SELECT * FROM channel WHERE is_active = ? ORDER BY seq', [true]),

    async setHealth(organizationId, channelIds, { state, detail, remark = null, at }) {
      await setProblem(
        { account_problem: detail, account_remark: remark },
        { proof: state === 'ok' ? 'works' : 'none', organizationId, at },
        [among(engine, 'channel_id'), [JSON.stringify(channelIds)]],
      );
    },

    async noteTest({ organizationId, channelId, revision }, problem, at, { remark, wasReceived = false } = {}) {
      const proof = wasReceived ? 'received' : 'works';
      const note = { test_problem: problem, ...(remark !== undefined && { test_remark: remark }) };
      await setProblem(note, { proof: problem === null ? proof : 'none', organizationId, at }, [
        'channel_id = ? AND revision = ?',
        [channelId, revision],
      ]);
    },

    async touch(activity, traffic) {
      const rows = touched.parameter(
        activity.map((seen) => ({
          owner: seen.organizationId,
          place: seen.channelId,
          inbound_at: seen.inboundAt,
          outbound_at: seen.outboundAt,
          outbound_prompt: seen.outboundPrompt,
          answered_at: seen.answeredAt,
          answered_prompt: seen.answeredPrompt,
        })),
      );
      const add = traffic.length > 0 && counted.add(traffic);
      if (activity.length === 0 && !add) return;
      await sql.write(async (tx) => {
        if (activity.length > 0) {
          await lockInOrder(engine, tx, `SELECT 1 FROM channel WHERE ${isTouched} ORDER BY seq`, [rows]);
          await tx.run(touch, [rows, rows]);
        }
        if (add) await tx.run(...add);
      });
    },

    traffic: (...asked) => sql.all<ChannelTraffic>(...counted.since(...asked)),
  };
}

async function newestPrompt(tx: Transaction, id: string): Promise<number> {
  return (await tx.organization.findUniqueOrThrow({ where: { id } })).promptSeq;
}

/** The columns to write, the problem first. */
type ProblemNote =
  | { readonly account_problem: string | null; readonly account_remark: string | null }
  | { readonly test_problem: string | null; readonly test_remark?: string | null };

/** What the note shows: nothing, that the platform accepts the channel, or that an event was received. */
type Proof = 'none' | 'works' | 'received';

/** Values for Prisma's client, which takes no null for a Json column. */
async function withJson<Row extends Partial<Pick<NewChannel, 'approvers' | 'credentialsSetBy'>>>({
  approvers,
  credentialsSetBy,
  ...rest
}: Row) {
  const row = { ...rest, ...(credentialsSetBy && { credentialsSetBy: { ...credentialsSetBy } }) };
  if (approvers === undefined) return row;
  if (approvers !== null) return { ...row, approvers: [...approvers] };
  const { DbNull } = await import('@prisma/client/runtime/client');
  return { ...row, approvers: DbNull };
}
