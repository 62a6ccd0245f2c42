import { discard, useThese } from '../texts/decisions.js';
import { normalized } from './markers.js';
import { asks } from './question-marks.js';

/** What a person does with changed arguments by a reply; null: neither. */
export function draftReply(text: string): 'use' | 'discard' | null {
  if (text.length > 40 || asks(text)) return null;
  const said = normalized(text);
  if (said === normalized(useThese)) return 'use';
  return said === normalized(discard) ? 'discard' : null;
}

/** In the `messageRef` of a draft that is confirmed by a reply: the id of the message that shows it. */
export const DRAFT_MESSAGE = 'message_id';
