import type { PromptStore } from '@gateway/core';
import { answerStore, closingSteps, type ClosedRows } from './answers.js';
import { attentionStore } from './attention.js';
import { closingStore } from './closings.js';
import { batchOf } from '../../sql/batch.js';
import { among } from '../../sql/conditions.js';
import { expiryStore } from './expiry.js';
import { useStep } from '../people/grants.js';
import { heldStep, linkStep } from '../idempotency.js';
import { columnsOf, keyLost, numberStep, openedOf, openSteps } from './opening.js';
import { claimedOf } from '../deliveries/outbox.js';
import type { Port } from '../port.js';
import { postingStore } from './posting.js';
import { showingStore } from './showing.js';
import { closedAmong, countByState, largestNum, listPrompts, openIn } from './prompt-list.js';
import { Expression, insertInto } from '../../sql/insert.js';
import { runUnit } from '../../sql/steps.js';
import { storable, storableJson } from '../../sql/storable.js';
import { promptEvent } from '../deliveries/stream-events.js';
import type { PromptRow } from '../../sql/rows.js';

export function promptStore(port: Port): PromptStore {
  const { engine, sql, announce } = port;
  const { effects } = closingSteps(port);
  const places = batchOf(engine, 'known', { place: 'text' });

  return {
    ...closingStore(port),
    ...postingStore(port),
    ...answerStore(port),
    ...expiryStore(port),
    ...showingStore(port),
    ...attentionStore(port),

    open: async (prompt, claim = null, copies = []) =>
      openedOf(await runUnit(port, openSteps(port, prompt, claim, copies)), prompt, claim),

    async openAnswered(prompt, { claim, answerOf, use }) {
      const { organizationId } = prompt;
      // Before the unit: the answer has the number, and other prompts do not wait for this one.
      const { statement: takeNumber, params: owner } = numberStep(organizationId, null);
      const numbered = await sql.first<{ promptSeq: number }>(takeNumber, owner);
      if (!numbered) throw new Error(`There is no organization ${organizationId}.`);
      const num = numbered.promptSeq;
      const { at, type, value, detail, delivery } = answerOf(num);
      const answered = {
        state: 'answered',
        answeredAt: at,
        answerType: type,
        answer: storable(value),
        answerDetail: detail ? storableJson(detail) : null,
        decidedBy: use ? 'grant' : 'rule',
      };
      const after = [...(claim ? ['held'] : []), ...(use ? ['used'] : [])];
      const [statement, params] = insertInto(
        'prompt',
        { ...columnsOf(prompt), num, ...answered },
        after.length > 0 ? new Expression(after.join(', ')) : undefined,
      );
      const events = [
        promptEvent('prompt.created', { organizationId, num }, at),
        promptEvent('prompt.answered', { organizationId, num }, at),
      ];
      const { held, closed, enqueued } = await runUnit<ClosedRows & { held: object }>(port, [
        ...(claim ? [heldStep(port, claim)] : []),
        ...(use ? [useStep({ organizationId, at, ...use }, claim ? 'held' : null)] : []),
        { name: 'closed', statement: `${statement} RETURNING *`, params },
        ...(claim ? [linkStep('closed', 'closed.num', claim)] : []),
        ...effects(delivery, undefined, events),
      ]);
      if (claim && !held) throw keyLost();
      if (!closed) return null;
      announce({ kind: 'prompt', organizationId, num });
      const claimed = claimedOf(enqueued);
      if (delivery && !claimed) announce({ kind: 'delivery' });
      return { prompt: closed, delivery: claimed };
    },

    async get(organizationId, num) {
      if (num > largestNum) return null;
      const where = 'organization_id = ? AND num = ?';
      return (await sql.first<PromptRow>(`SELECT * FROM prompt WHERE ${where}`, [organizationId, num])) ?? null;
    },

    list: (organizationId, filter, page) => listPrompts(port, organizationId, filter, page),
    countByState: (organizationId, now, most) => countByState(port, organizationId, now, most),

    closedAmong: (organizationId, nums, now) => closedAmong(port, organizationId, nums, now),

    // A range and the order, so that no planner prefers the whole table, or all prompts of the channel, to the index by state.
    async countOpen(organizationId, channelId, most) {
      const row = await sql.first<{ count: number }>(
        `SELECT count(*) AS count FROM (
           SELECT 1 AS found FROM prompt
           WHERE organization_id = ? AND channel_id = ? AND state BETWEEN 'pending' AND 'posting'
           ORDER BY state LIMIT ?
         ) AS open_prompts`,
        [organizationId, channelId, most],
      );
      return row?.count ?? 0;
    },

    openIn: (organizationId, channelIds, now, limit) => openIn(port, organizationId, channelIds, now, limit),

    isPosting: async (organizationId, channelIds, since) =>
      (await sql.first(
        `SELECT num FROM prompt WHERE organization_id = ? AND state = 'posting' AND ${among(engine, 'channel_id')} AND created_at > ? LIMIT 1`,
        [organizationId, JSON.stringify(channelIds), since],
      )) !== undefined,

    byMessage: async (organizationId, channelIds, messageId) =>
      (await sql.first<PromptRow>(
        `SELECT * FROM prompt WHERE organization_id = ? AND num = (
           SELECT max(asked) FROM (
             SELECT (SELECT m.prompt_num FROM prompt_message m
                     WHERE m.organization_id = ? AND m.channel_id = place AND m.message_id = ?) AS asked
             FROM ${places.table}) AS found)`,
        [organizationId, organizationId, messageId, places.parameter(channelIds.map((place) => ({ place })))],
      )) ?? null,
  };
}
