import { characterCount, visible, type ActionArgs } from '@gateway/contract';
import type { StoredAction } from '../rows.js';
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
  const entries = Object.entries(args);
  const shown = entries.slice(0, LINES_MAX).map(([key, value]) => `${shortened(visible(key))}: ${valueText(value)}`);
  const more = entries.length - shown.length;
  return more > 0 ? [...shown, `… and ${more} more ${more === 1 ? 'argument' : 'arguments'}`] : shown;
}

function valueText(value: unknown): string {
  return shortened(visible(typeof value === 'string' ? value : JSON.stringify(value)));
}

function shortened(text: string): string {
  if (text.length <= VALUE_MAX) return text;
  const head = text.slice(0, VALUE_HEAD).replace(/[\uD800-\uDBFF]$/, '');
  const tail = text.slice(-VALUE_TAIL).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head} … (${characterCount(text)} characters) … ${tail}`;
}

/** A summary may have several lines. */
function visibleLines(text: string): string {
  return text.split(/\r?\n/).map(visible).join('\n');
}
