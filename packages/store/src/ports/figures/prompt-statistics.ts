import type { AnswerTimes, Period, PromptOutcomes, PromptStatisticsStore } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import { inChannels, promptBreakdown } from './prompt-breakdown.js';
import type { Port } from '../port.js';
import { byPerson, isPosted, ownByTime } from '../prompts/prompt-conditions.js';

/** The maximum number of answers for the times of a window, and of a slot. Sorting more would delay other long reads. */
const MAX_ANSWERS = { window: 20_000, slot: 1000 };

type Times = readonly [median: number | string | null, p90: number | string | null];
type Counts = readonly [answered: number, expired: number, cancelled: number, undeliverable: number, pending: number];

/**
 * Counts and times are read from one index that has all their columns (`prompt_statistics_idx`): a row of a prompt is long. A list is
 * returned as one JSON value, because grouping a million entries takes longer than counting them.
 */
export function promptStatisticsStore(port: Port): PromptStatisticsStore {
  const { engine, sql } = port;
  const { background } = sql;
  const isPostgres = engine === 'postgresql';
  const stretch = batchOf(engine, 'stretch', { place: 'integer', begins: 'timestamptz', ends: 'timestamptz' });
  const listOf = isPostgres ? 'json_build_array' : 'json_array';
  const answerMs = isPostgres ? 'extract(epoch FROM answered_at - created_at) * 1000' : 'answered_at - created_at';
  const parsed = <List>(list: string | List): List => (typeof list === 'string' ? (JSON.parse(list) as List) : list);
  const breakdown = promptBreakdown(port, answerMs);

  const counted = [
    `state = 'answered'`,
    `state = 'expired' AND coalesce(closed_reason, 'ttl') NOT IN ('cancelled', 'undeliverable')`,
    `state = 'expired' AND closed_reason = 'cancelled'`,
    `state = 'expired' AND closed_reason = 'undeliverable'`,
    `state = 'pending'`,
  ].map((condition) => `count(*) FILTER (WHERE ${condition})`);
  /** Statements with a condition on channels; null: all. */
  const statements = (channels: readonly string[] | null) => {
    const [more, listIds] = inChannels(engine, channels);
    const created = `${ownByTime(engine)} AND ${isPosted} AND created_at >= stretch.begins AND created_at < stretch.ends`;
    return {
      outcomes: `SELECT (SELECT ${listOf}(${counted.join(', ')}) FROM prompt WHERE ${created}${more}) AS list
        FROM ${stretch.table} ORDER BY stretch.place`,
      // The nearest ranks; the median of an even number is between two. A condition on the state would lead SQLite to another index, and a
      // rule and a standing approval answer at once.
      times: `SELECT (
          SELECT ${listOf}(avg(CASE WHEN place IN ((total + 1) / 2, (total + 2) / 2) THEN ms END), max(CASE WHEN place = (total * 9 + 9) / 10 THEN ms END))
          FROM (
            SELECT ms, row_number() OVER (ORDER BY ms) AS place, count(*) OVER () AS total FROM (
              SELECT ${answerMs} AS ms FROM prompt WHERE ${created} AND answered_at IS NOT NULL AND ${byPerson}${more}
              ORDER BY created_at DESC LIMIT ?) AS latest) AS ranked) AS list
        FROM ${stretch.table} ORDER BY stretch.place`,
      listIds,
    };
  };
  const parameterOf = (periods: readonly Period[]) =>
    stretch.parameter(periods.map(({ from, to }, place) => ({ place, begins: from, ends: to })));

  return {
    async read(organizationId, slots, before, channels) {
      const { outcomes, times, listIds } = statements(channels);
      const whole = { from: slots[0]?.from ?? before.to, to: slots.at(-1)?.to ?? before.to };
      const own = [organizationId, ...listIds];
      const timesOf = async (periods: readonly Period[], most: number): Promise<AnswerTimes[]> => {
        const rows = await background.all<{ list: string | Times }>(times, [...own, most, parameterOf(periods)]);
        return rows.map(({ list }) => {
          const [medianAnswerMs, p90AnswerMs] = parsed(list).map((ms) => (ms === null ? null : Math.round(Number(ms))));
          return { medianAnswerMs: medianAnswerMs ?? null, p90AnswerMs: p90AnswerMs ?? null };
        });
      };
      const counts = async (): Promise<PromptOutcomes[]> => {
        const rows = await background.all<{ list: string | Counts }>(outcomes, [
          ...own,
          parameterOf([...slots, before]),
        ]);
        return rows.map(({ list }) => outcomesOf(parsed(list)));
      };
      const [perSlot, ofSlots, [now = noTimes, earlier = noTimes], groups] = await Promise.all([
        counts(),
        timesOf(slots, MAX_ANSWERS.slot),
        timesOf([whole, before], MAX_ANSWERS.window),
        breakdown(organizationId, whole, channels),
      ]);
      const inSlots = perSlot.slice(0, -1);
      return {
        slots: inSlots.map((slot, place) => ({ ...slot, medianAnswerMs: ofSlots[place]?.medianAnswerMs ?? null })),
        total: { ...sum(inSlots), ...now },
        before: { ...(perSlot.at(-1) ?? nothing), ...earlier },
        breakdown: groups,
      };
    },
  };
}

const noTimes: AnswerTimes = { medianAnswerMs: null, p90AnswerMs: null };
const nothing = outcomesOf([0, 0, 0, 0, 0]);

function outcomesOf([answered, expired, cancelled, undeliverable, pending]: Counts): PromptOutcomes {
  const created = answered + expired + cancelled + undeliverable + pending;
  return { created, answered, expired, cancelled, undeliverable, pending };
}

function sum(slots: readonly PromptOutcomes[]): PromptOutcomes {
  return slots.reduce(
    (total, { answered, expired, cancelled, undeliverable, pending }) =>
      outcomesOf([
        total.answered + answered,
        total.expired + expired,
        total.cancelled + cancelled,
        total.undeliverable + undeliverable,
        total.pending + pending,
      ]),
    nothing,
  );
}
