import type { Body } from './stored.js';

/** A field that differs. `from` and `to` are null where the values must not be shown. */
export interface FieldChange {
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Lists without an order. */
const sets = new Set(['members', 'identities', 'approvers', 'then.approvers']);
/** Their values can be secrets, or contain them. */
const secret = new Set(['credentials', 'callback_url']);

/** The fields of a declared record that differ from the stored one. What is not declared is not compared. */
export function differences(declared: Body, stored: Body): FieldChange[] {
  return Object.entries(declared).flatMap(([name, value]) => {
    const [from, to] = [comparable(name, stored[name]), comparable(name, value)];
    if (from === to) return [];
    return [secret.has(name) ? { name, from: null, to: null } : { name, from, to }];
  });
}

function comparable(name: string, value: unknown): string {
  if (sets.has(name) && Array.isArray(value)) return `[${value.map(text).toSorted().join(', ')}]`;
  return text(value);
}

/** JSON with sorted names, so that equal values have equal texts. */
function text(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, each]) => each !== undefined)
            .toSorted(([left], [right]) => (left < right ? -1 : 1)),
        )
      : inner,
  );
}
