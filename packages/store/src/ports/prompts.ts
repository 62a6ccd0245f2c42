import { Refusal, type PromptStore } from '@gateway/core';
import { answerStore } from './answers.js';
import { closingStore } from './closings.js';
import { among } from '../sql/conditions.js';
import { expiryStore } from './expiry.js';
import { heldStep, linkStep } from './idempotency.js';
import type { Port } from './port.js';
import { postsStep } from './posts.js';
import { postingStore } from './posting.js';
import { showingStore } from './showing.js';
import { closedAmong, countByState, largestNum, listPrompts, openIn } from './prompt-list.js';
import { Expression, insertInto } from '../sql/insert.js';
import { runUnit } from '../sql/steps.js';
import { storableJson } from '../sql/storable.js';
import type { PromptRow } from '../sql/rows.js';

export function promptStore(port: Port): PromptStore {
  const { engine, sql } = port;

  return {
    ...closingStore(port),
    ...postingStore(port),
    ...answerStore(port),
    ...expiryStore(port),
    ...showingStore(port),

    async open(prompt, claim = null, copies = []) {
      const { organizationId } = prompt;
      const [statement, params] = insertInto(
        'prompt',
        {
          ...prompt,
          num: new Expression('numbered.prompt_seq'),
          options: JSON.stringify(prompt.options),
          terms: prompt.terms ? storableJson(prompt.terms) : undefined,
          state: 'posting',
        },
        new Expression('numbered'),
      );
      const { held, opened } = await runUnit<{ held: object; opened: PromptRow }>(port, [
        ...(claim ? [heldStep(port, claim)] : []),
        {
          name: 'numbered',
          statement: `
            UPDATE organization SET prompt_seq = prompt_seq + 1 ${claim ? 'FROM held' : ''} WHERE id = ?
            RETURNING prompt_seq`,
          params: [organizationId],
        },
        { name: 'opened', statement: `${statement} RETURNING *`, params },
        ...(claim ? [linkStep('opened', 'opened.num', claim)] : []),
        ...(copies.length > 0 ? [postsStep(engine, 'opened', copies)] : []),
      ]);
      if (claim && !held)
        throw new Refusal(
          'conflict',
          'Another request with this Idempotency-Key has begun: repeat it in a moment.',
          null,
          { code: 'idempotency_in_progress', retryAfterSec: 1 },
        );
      if (!opened) throw new Error(`There is no organization ${organizationId}.`);
      return opened;
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
        `SELECT prompt.* FROM prompt_message m
         JOIN prompt ON prompt.organization_id = m.organization_id AND prompt.num = m.prompt_num
         WHERE m.organization_id = ? AND ${among(engine, 'm.channel_id')} AND m.message_id = ?
         ORDER BY prompt.num DESC LIMIT 1`,
        [organizationId, JSON.stringify(channelIds), messageId],
      )) ?? null,
  };
}
