import type { Environment } from './config.js';
import { settings } from './settings.js';

/** A name in the environment that is almost that of a setting. */
export interface MisspelledSetting {
  readonly given: string;
  readonly meant: string;
}

/** Shorter names are too near to those of other programs. */
const MIN_LENGTH = 5;
const names = Object.keys(settings).filter((each) => each.length >= MIN_LENGTH && each !== 'PLATFORM__URL');
/** Other programs read these in lower case, and so does the gateway. */
const lowerCase = new Set(['https_proxy', 'http_proxy', 'no_proxy']);

/** Names that differ from a setting by case or by one or two characters, so that the setting has no effect. */
export function misspelledSettings(env: Environment): MisspelledSetting[] {
  return Object.keys(env).flatMap((given) => {
    const meant = meantBy(given);
    return meant === null ? [] : [{ given, meant }];
  });
}

function meantBy(given: string): string | null {
  if (given.length < MIN_LENGTH || names.includes(given) || lowerCase.has(given)) return null;
  const upper = given.toUpperCase();
  const limit = upper.length < 8 ? 1 : 2;
  return names.find((each) => distance(upper, each, limit) <= limit) ?? null;
}

/** How many characters must be inserted, deleted or replaced; a larger number than `limit` if it is above. */
function distance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next[j] = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, replaced);
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
