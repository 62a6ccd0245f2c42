import { issuesOf } from '../api.js';

/** The error of a field, for a form without a schema; undefined: the request did not fail because of the field. */
export function issueAt(error: unknown, field: string): string | undefined {
  const issue = issuesOf(error).find(({ path }) => path[0] === field);
  return issue && sentence(issue.message);
}

/** Turns "must not be blank" into "Must not be blank." */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
