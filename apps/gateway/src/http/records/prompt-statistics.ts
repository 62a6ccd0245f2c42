import type { PromptStatistics } from '@gateway/contract';
import type { ActionAnswers, AnswerTimes, PromptOutcomes, PromptStatisticsReport } from '@gateway/core';
import { snake } from './field-names.js';

/** The statistics as the API returns them. `may`: which lists the caller may read. */
export function promptStatisticsRecord(
  { window, to, periods, slots, total, before, breakdown }: PromptStatisticsReport,
  may: { readonly keys: boolean; readonly people: boolean },
): PromptStatistics {
  return {
    window,
    from: (periods.slots[0]?.from ?? to).toISOString(),
    to: to.toISOString(),
    slots: slots.map(({ medianAnswerMs, ...outcomes }, place) => ({
      from: (periods.slots[place]?.from ?? to).toISOString(),
      ...outcomes,
      median_answer_ms: medianAnswerMs,
    })),
    total: totalRecord(total),
    before: {
      from: periods.before.from.toISOString(),
      to: periods.before.to.toISOString(),
      ...totalRecord(before),
    },
    breakdown: {
      prompts: breakdown.prompts,
      since: breakdown.since.toISOString(),
      channels: breakdown.channels.map((row) =>
        snake(row, 'channelId', 'platform', 'isActive', 'created', 'answered', 'medianAnswerMs'),
      ),
      keys: may.keys
        ? breakdown.keys.map((row) => ({
            api_key_id: row.keyId,
            ...snake(row, 'name', 'revokedAt', 'created', 'answered', 'medianAnswerMs'),
          }))
        : null,
      people: may.people
        ? breakdown.people.map((row) => ({
            ...identityOf(row.voter),
            ...snake(row, 'name', 'answered', 'medianAnswerMs'),
          }))
        : null,
      actions: breakdown.actions.map(({ people, ...row }) => ({
        ...snake(row, 'name', 'asked', 'pending', 'byGrant', 'byRule'),
        ...answersOf(row),
        people: may.people
          ? people.map((person) => ({ ...identityOf(person.voter), name: person.name, ...answersOf(person) }))
          : null,
      })),
    },
  };
}

const answersOf = ({ fast, ...row }: ActionAnswers) => ({
  ...snake(row, 'approved', 'edited', 'rejected', 'medianAnswerMs'),
  under_2_s: fast,
});

const totalRecord = ({ medianAnswerMs, p90AnswerMs, ...outcomes }: PromptOutcomes & AnswerTimes) => ({
  ...outcomes,
  median_answer_ms: medianAnswerMs,
  p90_answer_ms: p90AnswerMs,
});

/** Reads `person:ID`, `operator:ID` or `user:PLATFORM:ID`. The id of a user may contain colons. */
function identityOf(voter: string) {
  const [, kind, id = ''] = /^(person|operator|user):(.*)$/s.exec(voter) ?? [];
  const unknown = { person_id: null, operator_id: null, platform: null, user_id: null };
  if (kind === 'person') return { ...unknown, person_id: id };
  if (kind === 'operator') return { ...unknown, operator_id: id };
  const end = id.indexOf(':');
  return { ...unknown, platform: id.slice(0, end), user_id: id.slice(end + 1) };
}
