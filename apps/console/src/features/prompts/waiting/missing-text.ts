import type { PromptAnswerers } from '@gateway/contract';
import { listed } from '../../../lib/records/names.js';
import { t as texts } from './texts.js';

const t = texts.missing;

/** "Waiting for Ada, Bo, or 3 more". */
export function missingText({ anybody, missing, missing_count: count }: PromptAnswerers): string {
  if (anybody) return t.anybody;
  if (count === 0) return t.none;
  const more = count - missing.length;
  return t.names(listed([...missing.map(nameOf), ...(more > 0 ? [t.more(more)] : [])], 'or'));
}

const nameOf = ({ person_id, name }: PromptAnswerers['missing'][number]) => (person_id === null ? t.user(name) : name);
