import { argumentText, plainText, visible } from '@gateway/contract';
import type { StoredAction } from '../ports/rows.js';
import { parseArgs } from '../questions/answer-of.js';
import { bounded } from './bounded.js';

/** Devices show few lines. */
const MAX_LINES = 6;
const MAX_ACTION = 300;
const MAX_WORDS = 300;

/** What the first and the last line begin with. */
export const heads = { action: 'Action: ', says: 'The agent says: ' } as const;

export interface BothVoices {
  readonly text: string;
  /** Whether the text has all of the action. */
  readonly isWhole: boolean;
}

/**
 * The text of a push for a prompt with an action: first the action as the gateway reads it, in whole lines as far as they fit, then
 * what the agent says, in one line. The lines of arguments begin with a dot, so that no name of an argument reads like a head.
 */
export function bothVoices({ name, args }: StoredAction, words: string): BothVoices {
  const head = heads.action + visible(name);
  const given = args === null ? [] : Object.entries(parseArgs(args));
  const lines = [head, ...given.map(([key, value]) => `• ${visible(key)}: ${visible(argumentText(value))}`)];
  const shown = fitting(lines);
  const isWhole = shown.length === lines.length;
  const action = shown.length === 0 ? [bounded(head, MAX_ACTION)] : shown;
  const said = bounded(plainText(words).replace(/\s+/g, ' ').trim(), MAX_WORDS);
  return { text: [...action, ...(isWhole ? [] : ['…']), heads.says + said].join('\n'), isWhole };
}

/** The first lines that fit, none of them shortened. */
function fitting(lines: readonly string[]): string[] {
  let left = MAX_ACTION;
  const end = lines.slice(0, MAX_LINES).findIndex((line) => (left -= [...line].length) < 0);
  return lines.slice(0, end === -1 ? MAX_LINES : end);
}
