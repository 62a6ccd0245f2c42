import { oneOf, text, time, type Search } from '../../../lib/search.js';
import type { PromptFilter } from '../queries.js';

/** The filter of the list, as the URL of the page has it. */
export const promptFilter = {
  /** Pending ones when left out; `waiting`: those of them that wait for the operator. */
  state: oneOf('waiting', 'answered', 'expired', 'all'),
  channel: text,
  correlation: text,
  /** The id of an API key; `none`: created without one. */
  key: text,
  /** Who answered: `person:ID`, `operator:ID` or `user:PLATFORM:ID`. */
  by: text,
  since: time,
  until: time,
  q: text,
} as const;
export type PromptSearch = Search<typeof promptFilter>;

/** Whether a list can be of the answers of somebody. */
export const hasAnswers = (state: PromptSearch['state']): boolean => state === 'answered' || state === 'all';

/** The change of the filter when a tab is chosen. Only answered prompts have somebody who answered. */
export const ofTab = (state: PromptSearch['state']): PromptSearch => ({
  state,
  ...(!hasAnswers(state) && { by: undefined }),
});

/** The filter as the API has it. */
export function queryOf({ state, channel, correlation, key, by, since, until, q }: PromptSearch): PromptFilter {
  return {
    ...(state === 'waiting' ? { waiting_for: 'me' } : { state: state ?? 'pending' }),
    ...(channel !== undefined && { channel_id: channel }),
    ...(correlation !== undefined && { correlation_id: correlation }),
    ...(key !== undefined && { api_key_id: key }),
    ...(by !== undefined && hasAnswers(state) && { answered_by: by }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(q !== undefined && { q }),
  };
}

/** What the list asks for. Open prompts have the soonest-ending first; a search, and a range of time, has the newest first. */
export function listQueryOf(search: PromptSearch): PromptFilter {
  const isOpen = search.state === undefined || search.state === 'waiting';
  const byEnd = isOpen && (search.q ?? search.since ?? search.until) === undefined;
  return { ...queryOf(search), ...(byEnd && { order: 'ends_soonest' }) };
}
