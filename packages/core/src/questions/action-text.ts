import { characterCount, visible, type ActionArgs } from '@gateway/contract';
import type { StoredAction } from '../ports/rows.js';
import { parseArgs } from './answer-of.js';

/** Longer values are shortened in the middle. UTF-16 units. */
const VALUE_MAX = 300;
const VALUE_HEAD = 160;
const VALUE_TAIL = 80;
/** More arguments are counted, not shown. */
const LINES_MAX = 40;

/** An action as people read it below the question: its summary, its name and its arguments as `key: value` lines. */
export function actionText({ name, summary, risk, args }: StoredAction): string {
  const named = `Action: ${visible(name)}${risk === null ? '' : ` (risk: ${risk})`}`;
  const lines = args === null ? [] : argumentLines(parseArgs(args));
  return [...(summary ? [visibleLines(summary)] : []), named, ...lines].join('\n');
}

/** Arguments as `key: value` lines. Long values are shortened in the middle, with their length. */
export function argumentLines(args: ActionArgs): string[] {
  const shown = Object.entries(args).slice(0, LINES_MAX);
  const lines = shown.map(([key, value]) => `${shortened(key)}: ${shortened(textOf(value))}`);
  const more = hiddenArguments(args);
  return more > 0 ? [...lines, `… and ${more} more ${more === 1 ? 'argument' : 'arguments'}`] : lines;
}

/** How many arguments a message does not show. */
export function hiddenArguments(args: ActionArgs): number {
  return Math.max(0, Object.keys(args).length - LINES_MAX);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Hidden characters become longer when they are made visible. The length is that of the text as it was given. */
function shortened(given: string): string {
  const text = visible(given);
  if (text.length <= VALUE_MAX) return text;
  const head = text.slice(0, VALUE_HEAD).replace(/[\uD800-\uDBFF]$/, '');
  const tail = text.slice(-VALUE_TAIL).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head} … (${characterCount(given)} characters) … ${tail}`;
}

/** A summary may have several lines. */
function visibleLines(text: string): string {
  return text.split(/\r?\n/).map(visible).join('\n');
}
