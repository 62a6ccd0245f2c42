import {
  argumentText,
  characterCount,
  foldedLabel,
  formatPromptId,
  visible,
  type ActionArgs,
  type DrawnAction,
  type RuleField,
} from '@gateway/contract';
import type { StoredAction } from '../../ports/rows.js';
import { digestOf, parseArgs } from '../answer-of.js';
import { drawnBy, fieldsOf, others, titleOf, type DrawnField, type Drawing } from './rule-drawing.js';

/** Longer values are shortened in the middle. UTF-16 units. */
const VALUE_MAX = 300;
const VALUE_HEAD = 160;
const VALUE_TAIL = 80;
/** More arguments are counted, not shown. */
const LINES_MAX = 40;
/** Further lines of code are counted. */
const BLOCK_LINES = 20;
/** In front of each line of code. No name of an argument begins with it. */
const BLOCK_MARK = '| ';
const noLabels: ReadonlySet<string> = new Set();

/** What will be done, in the words of the gateway: the name of the action and its arguments as `key: value` lines. */
export function actionText(action: StoredAction, drawing: Drawing | null, form: 'short' | 'whole' = 'short'): string {
  const given = argsOf(action);
  const title = drawing?.title ?? null;
  return [
    'What will be done:',
    ...(title === null ? [] : [exact(titleOf(title, given, exact))]),
    `Action: ${exact(argumentText(action.name, false))}`,
    ...drawnLines(given, drawing?.fields ?? [], form),
  ].join('\n');
}

const argsOf = ({ args }: StoredAction): ActionArgs => (args === null ? {} : parseArgs(args));

/** The fields of the rule, and all other arguments under their own keys. */
function drawnLines(args: ActionArgs, fields: readonly RuleField[], form: 'short' | 'whole'): string[] {
  const labels = new Set(fields.map(({ label }) => foldedLabel(label)));
  const drawn = fieldsOf(fields, args, exact).flatMap((field) => fieldLines(field, form));
  const rest = others(fields, args);
  return [...drawn, ...(form === 'short' ? argumentLines(rest, labels) : wholeLines(rest, labels))];
}

function fieldLines({ label, text, isWhole, lines }: DrawnField, form: 'short' | 'whole'): string[] {
  if (!lines) return [`${exact(label)}: ${form === 'short' && !isWhole ? shortened(text) : exact(text)}`];
  const shown = form === 'whole' || isFewLines(lines) ? lines : lines.slice(0, BLOCK_LINES);
  const more = lines.length - shown.length;
  const cut = shown.map((line) => BLOCK_MARK + (form === 'whole' ? line : shortened(line)));
  return [`${exact(label)}:`, ...cut, ...(more > 0 ? [`… and ${more} more ${more === 1 ? 'line' : 'lines'}`] : [])];
}

const isFewLines = (lines: readonly string[]) => lines.length <= BLOCK_LINES;

/** Arguments as `key: value` lines. Long values are shortened in the middle, with their length. */
export function argumentLines(args: ActionArgs, labels = noLabels): string[] {
  const shown = Object.entries(args).slice(0, LINES_MAX);
  const lines = shown.map(([key, value]) => `${shortened(keyOf(key, labels))}: ${shortened(argumentText(value))}`);
  const more = Object.keys(args).length - shown.length;
  return more > 0 ? [...lines, `… and ${more} more ${more === 1 ? 'argument' : 'arguments'}`] : lines;
}

/** Whether a message does not show all of the arguments. */
export function isShortened(action: StoredAction, drawing: Drawing | null): boolean {
  return actionText(action, drawing, 'short') !== actionText(action, drawing, 'whole');
}

/** The text of `Show all`: every argument in full, and the digest that an approval is bound to. */
export function wholeAction(num: number, action: StoredAction, drawing: Drawing | null): string {
  const drawn = actionText(action, drawing, 'whole');
  return [`Question ${formatPromptId(num)}`, drawn, `Digest: ${digestOf(action)}`].join('\n');
}

function wholeLines(args: ActionArgs, labels: ReadonlySet<string>): string[] {
  return Object.entries(args).map(([key, value]) => `${exact(keyOf(key, labels))}: ${exact(argumentText(value))}`);
}

/** Lines of the gateway begin with these words. */
const OWN_WORDS =
  /^(?:action|approved|rejected|digest|question|what will be done|the agent says|open in the console|approve for .*)$/i;

/** Clients give the entries of a list numbers of their own. */
const LIST_ENTRY = /^\p{N}+\.(?= )/u;

/** A name of an argument that could be read as something else than that is in quotes, also as the label of a rule. */
function keyOf(key: string, labels: ReadonlySet<string>): string {
  const isPlain =
    /^[\p{L}\p{N}_$@](?:[\p{L}\p{M}\p{N}_.$@/ -]*[\p{L}\p{M}\p{N}_.$@/-])?$/u.test(key) && visible(key) === key;
  return isPlain && !OWN_WORDS.test(key) && !LIST_ENTRY.test(key) && !labels.has(foldedLabel(key))
    ? key
    : JSON.stringify(key);
}

/** A text in visible form. Of a long row of spaces, which could push words out of sight, the further ones are escapes, too. */
export function exact(text: string): string {
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

/** An action as its rule draws it. */
export function drawnAction(action: StoredAction, drawing: Drawing): DrawnAction {
  return drawnBy(drawing, argsOf(action), exact);
}
