import type { DeliveryReportStore, PostReport } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import { among } from '../../sql/conditions.js';
import { storable } from '../../sql/storable.js';
import type { MessageRow, PromptRow } from '../../sql/rows.js';
import { deliveryInserter } from '../deliveries/outbox.js';
import type { Port } from '../port.js';
import { isPosted } from '../prompts/prompt-conditions.js';
import { deliveryEvent, promptEvent, streamEventWriter } from '../deliveries/stream-events.js';
import { waitingReports } from './waiting-reports.js';

/** A report about everything that was sent until a time concerns at most this many posts of a kind. */
const MAX_UNREAD = 50;
/** Remarks longer than this, in characters, take no further line. */
const MAX_REMARK = 1000;

/** A report with its prompt's number or its message's id. */
interface Found {
  readonly report: PostReport;
  readonly promptNum: number | null;
  readonly storedId: string | null;
}

/** What platforms report about posted messages. */
export function deliveryReportStore(port: Port): DeliveryReportStore {
  const { engine, sql, announce } = port;
  const appendEvents = streamEventWriter(engine);
  const insertAll = deliveryInserter(engine);
  const posts = batchOf(engine, 'reported', { place: 'text', post: 'text' });
  const states = batchOf(
    engine,
    'reported',
    {
      asked: 'integer',
      post: 'text',
      next: 'text',
      reason: 'text',
      happened_at: 'timestamptz',
    },
    'asked',
  );
  const messageStates = batchOf(engine, 'reported', { stored_id: 'text', next: 'text', reason: 'text' });

  // Sub-selects, because PostgreSQL could join the batch by reading a whole table.
  const find = `
    SELECT place, post,
      (SELECT p.prompt_num FROM prompt_message p
       WHERE p.organization_id = ? AND p.channel_id = place AND p.message_id = post AND p.is_part) AS prompt_num,
      (SELECT m.id FROM message m
       WHERE m.organization_id = ? AND m.channel_id = place AND m.platform_message_id = post
       ORDER BY m.seq DESC LIMIT 1) AS stored_id
    FROM ${posts.table}`;
  const advances = `(delivery_state IS NULL OR delivery_state = 'accepted' OR (delivery_state = 'delivered' AND next = 'read'))`;
  const isOpen = `(delivery_state IS NULL OR delivery_state = 'accepted')`;
  // The message with the buttons stands for the question.
  const advancePrompts = `
    UPDATE prompt SET delivery_state = next FROM ${states.table}
    WHERE organization_id = ? AND num = asked AND message_id = post AND ${advances}`;
  // A question that is in another chat, too, can still be answered there.
  const copiesWith = (condition: string) => `(
    SELECT count(*) FROM prompt_post copy WHERE copy.organization_id = prompt.organization_id
      AND copy.prompt_num = prompt.num AND ${condition})`;
  // Counts, because PostgreSQL could answer EXISTS by reading the whole table.
  const isElsewhere = `${copiesWith(`copy.kind = 'question' AND copy.failed IS NULL`)} > 0`;
  const isCopy = `${copiesWith('copy.message_id = post')} > 0`;
  // Where the message with the buttons is in the chat, and only another part is missing, the message has to be closed.
  const failPrompts = `
    UPDATE prompt SET state = 'expired', closed_reason = 'undeliverable', closed_detail = reason, delivery_state = 'failed',
      step_due_at = NULL, undeliverable_at = happened_at,
      close_due_at = CASE WHEN message_id = post THEN NULL ELSE happened_at END
    FROM ${states.table}
    WHERE organization_id = ? AND num = asked AND state = 'pending' AND (expires_at IS NULL OR expires_at > happened_at)
      AND NOT (${isElsewhere})
      AND CASE WHEN message_id = post THEN ${isOpen} WHEN ${isCopy} THEN delivery_state = 'failed' ELSE TRUE END
    RETURNING num`;
  const failCopies = `
    UPDATE prompt_post SET failed = reason FROM ${states.table}
    WHERE organization_id = ? AND ${among(engine, 'prompt_num', 'integer')} AND prompt_num = asked AND message_id = post`;
  const failPosts = `
    UPDATE prompt SET delivery_state = 'failed' FROM ${states.table}
    WHERE organization_id = ? AND num = asked AND message_id = post AND ${isOpen} AND ${isElsewhere}`;
  // The ids are given a second time, because PostgreSQL could join the batch by reading the whole table.
  const isReported = `organization_id = ? AND ${among(engine, 'id')} AND id = stored_id`;
  const advanceMessages = `
    UPDATE message SET delivery_state = next FROM ${messageStates.table} WHERE ${isReported} AND ${advances}`;
  const failMessages = `
    UPDATE message SET delivery_state = 'failed', failure = reason FROM ${messageStates.table}
    WHERE ${isReported} AND ${isOpen} RETURNING id`;
  const remarkPrompts = `
    UPDATE prompt SET delivery_remark = ${withLine('delivery_remark')} FROM ${states.table}
    WHERE organization_id = ? AND num = asked RETURNING num`;
  const remarkMessages = `
    UPDATE message SET failure = ${withLine('failure')} FROM ${messageStates.table} WHERE ${isReported}`;

  async function found(organizationId: string, reports: readonly PostReport[]): Promise<Found[]> {
    const rows = await sql.all<{ place: string; post: string; promptNum: number | null; storedId: string | null }>(
      find,
      [
        organizationId,
        organizationId,
        posts.parameter(reports.map(({ channelId, messageId }) => ({ place: channelId, post: storable(messageId) }))),
      ],
    );
    const keyOf = (channelId: string, messageId: string) => JSON.stringify([channelId, messageId]);
    const byKey = new Map(rows.map((row) => [keyOf(row.place, row.post), row]));
    return reports.flatMap((report) => {
      const row = byKey.get(keyOf(report.channelId, storable(report.messageId)));
      const isKnown = row && (row.promptNum !== null || row.storedId !== null);
      return isKnown ? [{ report, promptNum: row.promptNum, storedId: row.storedId }] : [];
    });
  }

  return {
    ...waitingReports(port),
    async apply(organizationId, reports, at, deliveryOf) {
      const all = await found(organizationId, reports);
      const known = all.map(({ report }) => report);
      if (all.length === 0) return { known, prompts: [], messages: [] };
      const failed = all.filter(({ report }) => report.state === 'failed');
      const remarked = all.filter(({ report }) => report.state === 'partly_failed');
      const arrived = all.filter((one) => !failed.includes(one) && !remarked.includes(one));
      const [failedPrompts, failedMessages] = [oncePerPrompt(promptRows(failed, at)), messageRows(failed)];
      const [arrivedPrompts, arrivedMessages] = [promptRows(arrived, at), messageRows(arrived)];
      const [remarkedPrompts, remarkedMessages] = [linePerPrompt(promptRows(remarked, at)), messageRows(remarked)];
      const messageParams = (rows: ReturnType<typeof messageRows>) => [
        messageStates.parameter(rows),
        organizationId,
        JSON.stringify(rows.map(({ stored_id }) => stored_id)),
      ];
      const closed = await sql.write(async (tx) => {
        if (arrivedPrompts.length > 0) await tx.run(advancePrompts, [states.parameter(arrivedPrompts), organizationId]);
        if (arrivedMessages.length > 0) await tx.run(advanceMessages, messageParams(arrivedMessages));
        if (remarkedMessages.length > 0) await tx.run(remarkMessages, messageParams(remarkedMessages));
        const remarks =
          remarkedPrompts.length > 0
            ? await tx.all<Pick<PromptRow, 'num'>>(remarkPrompts, [states.parameter(remarkedPrompts), organizationId])
            : [];
        if (failedPrompts.length > 0) {
          const params = [states.parameter(failedPrompts), organizationId];
          await tx.run(failCopies, [...params, JSON.stringify(failedPrompts.map(({ asked }) => asked))]);
          await tx.run(failPosts, params);
        }
        const nums =
          failedPrompts.length > 0
            ? await tx.all<Pick<PromptRow, 'num'>>(failPrompts, [states.parameter(failedPrompts), organizationId])
            : [];
        const ids =
          failedMessages.length > 0
            ? await tx.all<Pick<MessageRow, 'id'>>(failMessages, messageParams(failedMessages))
            : [];
        // SQLite's RETURNING cannot return whole rows of a table that is joined with another.
        const prompts =
          nums.length > 0
            ? await tx.all<PromptRow>(
                `SELECT * FROM prompt WHERE organization_id = ? AND ${among(engine, 'num', 'integer')}`,
                [organizationId, JSON.stringify(nums.map(({ num }) => num))],
              )
            : [];
        const messages =
          ids.length > 0
            ? await tx.all<MessageRow>(`SELECT * FROM message WHERE organization_id = ? AND ${among(engine, 'id')}`, [
                organizationId,
                JSON.stringify(ids.map(({ id }) => id)),
              ])
            : [];
        const deliveries = prompts.map(deliveryOf).filter((delivery) => delivery !== null);
        await insertAll(tx, deliveries);
        await appendEvents(tx, [
          ...prompts.map((prompt) => promptEvent('prompt.expired', prompt, at)),
          ...messages.map(({ id }) => ({ organizationId, type: 'message.failed' as const, resourceId: id, at })),
          ...deliveries.map((delivery) => deliveryEvent(delivery, at)),
        ]);
        return { prompts, messages, deliveries, remarks };
      });
      announce(
        ...[...closed.prompts, ...closed.remarks].map(({ num }) => ({ kind: 'prompt', organizationId, num }) as const),
      );
      if (closed.deliveries.length > 0) announce({ kind: 'delivery' });
      else if (closed.messages.length > 0) announce({ kind: 'event' });
      return { known, prompts: closed.prompts, messages: closed.messages };
    },

    async unreadUntil(organizationId, channelId, until) {
      const unread = `created_at <= ? AND delivery_state IN ('accepted', 'delivered')`;
      const rows = await sql.all<{ id: string | null }>(
        `SELECT id FROM (
           SELECT message_id AS id, created_at, delivery_state FROM prompt
           WHERE organization_id = ? AND channel_id = ? AND ${isPosted} ORDER BY num DESC LIMIT ${MAX_UNREAD}) AS latest WHERE ${unread}
         UNION ALL
         SELECT id FROM (
           SELECT platform_message_id AS id, created_at, delivery_state FROM message
           WHERE organization_id = ? AND channel_id = ? AND direction = 'outbound'
           ORDER BY seq DESC LIMIT ${MAX_UNREAD}) AS latest WHERE ${unread}`,
        [organizationId, channelId, until, organizationId, channelId, until],
      );
      return rows.flatMap(({ id }) => id ?? []);
    },
  };
}

/** The column with the reason as a further line, which a repeated report does not add again. `replace` is in both engines. */
const withLine = (column: string) => `
  CASE WHEN ${column} IS NULL THEN reason
    WHEN length(${column}) > ${MAX_REMARK} OR replace(${column}, reason, '') <> ${column} THEN ${column}
    ELSE ${column} || '\n' || reason END`;

function promptRows(found: readonly Found[], at: Date) {
  return found.flatMap(({ report: { messageId, state, problem }, promptNum }) =>
    promptNum === null
      ? []
      : [{ asked: promptNum, post: storable(messageId), next: state, reason: storable(problem), happened_at: at }],
  );
}

/** The last report of each prompt, because the last part of a question has its buttons. */
function oncePerPrompt<Row extends { readonly asked: number }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.asked, row])).values()];
}

/** The remarks of each prompt, such as about several of its chats, as the lines of one. */
function linePerPrompt(rows: ReturnType<typeof promptRows>): ReturnType<typeof promptRows> {
  const perPrompt = new Map<number, (typeof rows)[number]>();
  for (const row of rows) {
    const earlier = perPrompt.get(row.asked);
    perPrompt.set(row.asked, earlier ? { ...earlier, reason: `${earlier.reason}\n${row.reason}` } : row);
  }
  return [...perPrompt.values()];
}

function messageRows(found: readonly Found[]) {
  return found.flatMap(({ report: { state, problem }, storedId }) =>
    storedId === null ? [] : [{ stored_id: storedId, next: state, reason: storable(problem) }],
  );
}
