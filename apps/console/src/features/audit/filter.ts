import { day, oneOf, text, type Search } from '../../lib/search.js';

/** The filter of the log, as the URL of the page has it. */
export const auditFilter = {
  action: text,
  /** Id of a key or an operator. */
  actor: text,
  /** Id of the changed resource. */
  resource: text,
  /** The first and the last day, in the time zone of the console. */
  from: day,
  to: day,
  /** Newest first when left out. */
  order: oneOf('oldest'),
} as const;
export type AuditFilter = Search<typeof auditFilter>;
