import { isDeepStrictEqual } from 'node:util';
import type { AuditChange, AuditValue } from '../ports/service/audit-store.js';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of `after` that differ from `before`. Fields are named as in the API. Undefined in `after`: not changed. */
export function changesBetween(before: Fields, after: Fields): AuditChange[] {
  return Object.keys(after)
    .filter((field) => after[field] !== undefined)
    .map((field) => ({ field, before: valueOf(before[field]), after: valueOf(after[field]) }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after));
}

/** The value as JSON has it, so that what a database returned equals what a request sent. */
function valueOf(value: unknown): AuditValue {
  return JSON.parse(JSON.stringify(value ?? null)) as AuditValue;
}

/** A changed URL. Its user, password and query can be secrets, so they are left out. */
export function changedUrl(before: string | null, after: string | null): AuditChange[] {
  return before === after ? [] : [{ field: 'callback_url', before: place(before), after: place(after) }];
}

function place(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
