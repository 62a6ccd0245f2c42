import { oneOf, text } from '../../lib/search.js';

/** The filter of the list, as the URL of the page has it. */
export const promptFilter = {
  /** Pending ones when left out; `waiting`: those of them that wait for the operator. */
  state: oneOf('waiting', 'answered', 'expired', 'all'),
  channel: text,
  correlation: text,
  q: text,
} as const;
