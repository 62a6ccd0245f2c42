import { formatNumber } from '../../../lib/locale.js';
import type { Schema } from '../document/types.js';
import { t as texts } from './texts.js';

const t = texts.schema;

/** The limits of a value as short texts: "Length: 1 to 64". */
export function limitsOf(schema: Schema): readonly string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  const limits: readonly (readonly [string | null, (range: string) => string])[] = [
    [rangeOf(fromOne(minLength), maxLength), t.lengthIn],
    [rangeOf(fromOne(minItems), maxItems), t.itemsIn],
    [rangeOf(safe(minimum), safe(maximum)), t.rangeIn],
  ];
  return limits.flatMap(([range, text]) => (range === null ? [] : [text(range)]));
}

function rangeOf(least: number | undefined, most: number | undefined): string | null {
  if (least !== undefined && most !== undefined) {
    return least === most ? formatNumber(least) : t.between(formatNumber(least), formatNumber(most));
  }
  if (least !== undefined) return t.atLeast(formatNumber(least));
  return most === undefined ? null : t.atMost(formatNumber(most));
}

/** That a length is at least 0 goes without saying. */
const fromOne = (least: number | undefined) => (least === 0 ? undefined : least);

/** The limits of whole numbers in JavaScript are no limits that a reader needs. */
const safe = (limit: number | undefined) =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? limit : undefined;
