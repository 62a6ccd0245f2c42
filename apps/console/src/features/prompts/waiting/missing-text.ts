import type { PromptAnswerers } from '@gateway/contract';
import { listed } from '../../../lib/names.js';

/** "waiting for Ada, Bo, or 3 more". */
export function missingText({ anybody, missing, missing_count: count }: PromptAnswerers): string {
  if (anybody) return 'waiting for anybody in the chat';
  if (count === 0) return 'no one is missing';
  const more = count - missing.length;
  return `waiting for ${listed([...missing.map(nameOf), ...(more > 0 ? [`${more} more`] : [])], 'or')}`;
}

const nameOf = ({ person_id, name }: PromptAnswerers['missing'][number]) =>
  person_id === null ? `the user ${name}` : name;
