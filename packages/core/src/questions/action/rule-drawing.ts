import {
  argumentText,
  pathInPlaceholder,
  titlePlaceholders,
  type ActionArgs,
  type DrawnAction,
  type RuleField,
} from '@gateway/contract';

/** How a rule draws the actions that match it. */
export interface Drawing {
  readonly title: string | null;
  readonly fields: readonly RuleField[] | null;
}

const missing = '(missing)';
const TITLE_VALUE_MAX = 80;
/** A longer address is shortened as any other value. */
const LINK_MAX = 2048;

/** The value at a path of objects; undefined: there is none. */
export function valueAt(args: ActionArgs, path: string): unknown {
  let value: unknown = args;
  for (const name of path.split('.')) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject || !Object.hasOwn(value as object, name)) return undefined;
    value = (value as ActionArgs)[name];
  }
  return value;
}

/** The title of a rule with values of the action. Values are never templates again. */
export function titleOf(title: string, args: ActionArgs, visible: (text: string) => string): string {
  return title.replace(titlePlaceholders, (placeholder, inner: string) => {
    const path = pathInPlaceholder(inner);
    const value = path === null ? undefined : valueAt(args, path);
    if (value === undefined) return missing;
    const text = argumentText(value);
    // A value with spaces could be read as words of the title, and one that ends in a colon as a line of the gateway.
    return inTitle(/^[\p{L}\p{N}._:/@+-]*[\p{L}\p{N}._/@+-]$/u.test(text) ? text : quoted(text), visible);
  });
}

/** A value in visible form. What is too long is shortened at its end, within its quotes and not within an escape. */
function inTitle(text: string, visible: (text: string) => string): string {
  const characters = [...visible(text)];
  if (characters.length <= TITLE_VALUE_MAX) return characters.join('');
  const end = text.startsWith('"') ? '…"' : '…';
  const head = characters.slice(0, TITLE_VALUE_MAX - end.length).join('');
  return head.replace(/\\(?:u(?:\{[0-9a-f]*)?)?$/, '') + end;
}

/** The text of a field. `isWhole`: it must not be shortened. `lines`: it is drawn on lines of its own. */
export interface DrawnField {
  readonly path: string;
  readonly label: string;
  readonly text: string;
  readonly isWhole: boolean;
  readonly lines: readonly string[] | null;
  readonly as: RuleField['as'];
}

/** The fields of a rule with the values of an action. */
export function fieldsOf(
  fields: readonly RuleField[],
  args: ActionArgs,
  visible: (text: string) => string,
): DrawnField[] {
  return fields.map(({ path, label, as, names }) => {
    const value = valueAt(args, path);
    if (value === undefined) return { path, label, text: missing, isWhole: true, lines: null, as: 'text' };
    const name = names && (typeof value === 'string' || typeof value === 'number') ? nameOf(names, value) : null;
    const remark = name ?? remarkOf(as, value);
    const plain = argumentText(value);
    // A value that looks as if it had a remark.
    const text = plain === missing || (/[()]/.test(plain) && as !== 'code' && as !== 'diff') ? quoted(plain) : plain;
    return {
      path,
      label,
      text: remark === null ? text : `${text} (${remark})`,
      isWhole: as === 'link' && isLink(value),
      lines: as === 'code' || as === 'diff' ? linesOf(value, visible) : null,
      as: as === 'link' && !isLink(value) ? 'text' : as,
    };
  });
}

/**
 * What of the arguments follows under its own key: all that no field names. An argument of which fields draw a part is drawn whole, too, and
 * a key with dots is none of their paths.
 */
export function others(fields: readonly RuleField[], args: ActionArgs): ActionArgs {
  const named = new Set(fields.map(({ path }) => path).filter((path) => !path.includes('.')));
  return Object.fromEntries(Object.entries(args).filter(([key]) => !named.has(key)));
}

/** An action as the console and other readers draw it. */
export function drawnBy({ title, fields }: Drawing, args: ActionArgs, visible: (text: string) => string): DrawnAction {
  return {
    title: title === null ? null : visible(titleOf(title, args, visible)),
    fields: fieldsOf(fields ?? [], args, visible).map(({ path, label, text, lines, as }) => ({
      path,
      label,
      value: lines ? lines.join('\n') : visible(text),
      as,
    })),
  };
}

const quoted = (text: string) => (text.startsWith('"') ? text : JSON.stringify(text));

function nameOf(names: Readonly<Record<string, string>>, value: string | number): string | null {
  return Object.hasOwn(names, String(value)) ? (names[String(value)] ?? null) : null;
}

/** What is easier to read than the value itself; null: nothing. */
function remarkOf(as: RuleField['as'], value: unknown): string | null {
  if (as === 'money') return moneyOf(value);
  return as === 'time' ? timeOf(value) : null;
}

function moneyOf(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d{1,30})(\.\d{1,30})?$/.exec(text) ?? [];
  if (whole.length < 4) return null;
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return `${sign}${groups.join(',')}${decimals}`;
}

/** Seconds or milliseconds since 1970, or a time in the form of RFC 3339. */
function timeOf(value: unknown): string | null {
  const isTime = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value);
  const isNumber = typeof value === 'number' && value > 0;
  if (!isTime && !isNumber) return null;
  const date = new Date(isNumber ? (value < 1e11 ? value * 1000 : value) : value);
  return Number.isNaN(date.getTime()) ? null : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function isLink(value: unknown): boolean {
  return typeof value === 'string' && value.length <= LINK_MAX && /^https:\/\/\S+$/.test(value) && URL.canParse(value);
}

/** The lines of a text in which nothing is hidden; null: it is no such text. */
function linesOf(value: unknown, visible: (text: string) => string): string[] | null {
  if (typeof value !== 'string' || value === '') return null;
  const lines = value.split('\n');
  const isClear = lines.every((line) => visible(line) === line && line === line.trimEnd());
  return isClear && lines.length > 1 ? lines : null;
}
