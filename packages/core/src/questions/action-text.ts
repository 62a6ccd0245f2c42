import { argumentText, characterCount, formatPromptId, visible, type ActionArgs } from '@gateway/contract';
import type { StoredAction } from '../ports/rows.js';
import { digestOf, parseArgs } from './answer-of.js';

/** Longer values are shortened in the middle. UTF-16 units. */
const VALUE_MAX = 300;
const VALUE_HEAD = 160;
const VALUE_TAIL = 80;
/** More arguments are counted, not shown. */
const LINES_MAX = 40;

/** What will be done, in the words of the gateway: the name of the action and its arguments as `key: value` lines. */
export function actionText({ name, args }: StoredAction, form: 'short' | 'whole' = 'short'): string {
  const given = args === null ? {} : parseArgs(args);
  const lines = form === 'short' ? argumentLines(given) : wholeLines(given);
  return ['What will be done:', `Action: ${exact(argumentText(name, false))}`, ...lines].join('\n');
}

/** Arguments as `key: value` lines. Long values are shortened in the middle, with their length. */
export function argumentLines(args: ActionArgs): string[] {
  const shown = Object.entries(args).slice(0, LINES_MAX);
  const lines = shown.map(([key, value]) => `${shortened(keyOf(key))}: ${shortened(argumentText(value))}`);
  const more = Object.keys(args).length - shown.length;
  return more > 0 ? [...lines, `… and ${more} more ${more === 1 ? 'argument' : 'arguments'}`] : lines;
}

/** Whether a message does not show all of the arguments. */
export function isShortened({ args }: StoredAction): boolean {
  if (args === null) return false;
  const given = parseArgs(args);
  return argumentLines(given).join('\n') !== wholeLines(given).join('\n');
}

/** The text of `Show all`: every argument in full, and the digest that an approval is bound to. */
export function wholeAction(num: number, action: StoredAction): string {
  return [`Question ${formatPromptId(num)}`, actionText(action, 'whole'), `Digest: ${digestOf(action)}`].join('\n');
}

function wholeLines(args: ActionArgs): string[] {
  return Object.entries(args).map(([key, value]) => `${exact(keyOf(key))}: ${exact(argumentText(value))}`);
}

/** Lines of the gateway begin with these words. */
const OWN_WORDS =
  /^(?:action|approved|rejected|digest|question|what will be done|the agent says|open in the console)$/i;

/** A name of an argument that could be read as something else than that is in quotes. */
function keyOf(key: string): string {
  const isPlain =
    /^[\p{L}\p{N}_$@](?:[\p{L}\p{M}\p{N}_.$@/ -]*[\p{L}\p{M}\p{N}_.$@/-])?$/u.test(key) && visible(key) === key;
  return isPlain && !OWN_WORDS.test(key) ? key : JSON.stringify(key);
}

/** A text in visible form. Of a long row of spaces, which could push words out of sight, the further ones are escapes, too. */
function exact(text: string): string {
  return visible(text).replace(/(?<= {8}) /g, String.raw`\u{0020}`);
}

/** Hidden characters become longer when they are made visible. The length is that of the text as it was given. */
function shortened(given: string): string {
  const text = exact(given);
  if (text.length <= VALUE_MAX) return text;
  const head = text.slice(0, VALUE_HEAD).replace(/[\uD800-\uDBFF]$/, '');
  const tail = text.slice(-VALUE_TAIL).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head} … (${characterCount(given)} characters) … ${tail}`;
}
