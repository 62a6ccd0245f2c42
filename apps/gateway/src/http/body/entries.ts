import { jsonFlawIn, type Route } from '@gateway/contract';
import { ambiguousJson, invalid } from '../errors/check-input.js';
import type { HttpError } from '../errors/errors.js';
import { flawOf } from '../errors/issues.js';

/** What no schema finds, by the index of the entry. */
export type EntryFlaws = ReadonlyMap<number, HttpError>;

/** Finds what is wrong with the entries of a body, so that one bad entry does not fail the others. `text`: the body as it was written. */
export function flawsOfEntries({ list, exactJson }: NonNullable<Route['entries']>, text: string, body: unknown) {
  const flaws = new Map<number, HttpError>();
  for (const [index, entry] of entriesOf(list, body).entries()) {
    const flaw = flawOf(entry, exactJson);
    const ambiguous = flaw ? null : jsonFlawIn(text, [list, index, ...exactJson]);
    if (flaw) flaws.set(index, invalid([flaw], 'body'));
    else if (ambiguous) flaws.set(index, ambiguousJson(ambiguous.kind, ambiguous.path.slice(2)));
  }
  return flaws;
}

/** The body with an empty object in place of each entry that has a flaw. */
export function withoutFlawed(list: string, body: unknown, flaws: EntryFlaws): unknown {
  if (flaws.size === 0) return body;
  return {
    ...(body as object),
    [list]: entriesOf(list, body).map((entry, index) => (flaws.has(index) ? {} : entry)),
  };
}

function entriesOf(list: string, body: unknown): readonly unknown[] {
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[list] : null;
  return Array.isArray(given) ? given : [];
}
