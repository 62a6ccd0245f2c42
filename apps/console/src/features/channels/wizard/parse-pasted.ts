/** The name, label and example of a credential field. */
export interface PastableField {
  readonly name: string;
  readonly label: string;
  readonly placeholder: string | null;
}

/**
 * Finds credentials in a pasted text: a bot's welcome message, an environment file, names and values copied from a page, a JSON
 * document. Returns the values by field. Ambiguous values are left out.
 */
export function parsePasted(text: string, fields: readonly PastableField[]): Record<string, string> {
  const found = new Map<string, string>();
  const take = (name: string, value: string) => {
    if (!found.has(name) && value !== '') found.set(name, value);
  };

  const json = jsonObject(text);
  const document = json && fields.find((field) => isDocument(field, json));
  if (document) return { [document.name]: text.trim() };

  for (const [key, value] of json ? Object.entries(json) : namedValues(text)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const field = fieldOf(key, fields);
    if (field) take(field.name, String(value).trim());
  }
  for (const field of fields) {
    const shape = shapeOf(field, fields);
    const token = shape && tokensOf(text).find((one) => shape.test(one) && ![...found.values()].includes(one));
    if (token) take(field.name, token);
  }
  return Object.fromEntries(found);
}

function jsonObject(text: string): Record<string, unknown> | null {
  if (!text.trim().startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Whether the field expects a whole JSON document: its example is one. */
function isDocument({ placeholder }: PastableField, json: Record<string, unknown>): boolean {
  if (!placeholder?.startsWith('{')) return false;
  const keys = [...placeholder.matchAll(/"(\w+)"\s*:/g)].map(([, key]) => String(key));
  return keys.length > 0 && keys.every((key) => key in json);
}

/** Parses `KEY=value`, `export KEY="value"`, `Key: value`, and names and values separated by a tab or a line break. */
function namedValues(text: string): [string, string][] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.flatMap((line, index): [string, string][] => {
    const pair = splitPair(line.replace(/^export\s+(?=["'`*A-Za-z])/, ''));
    if (!pair) {
      const next = lines[index + 1] ?? '';
      return /^[A-Za-z][\w -]*$/.test(line) && /^\S{6,}$/.test(next) ? [[line, next]] : [];
    }
    const value = unquoted(pair[1]) || unquoted(lines[index + 1] ?? '');
    // A value has no spaces; otherwise it is prose with a colon.
    return /\s/.test(value) ? [] : [[pair[0], value]];
  });
}

/** Splits a line at the first `=`, colon or tab; null when the first part is not a name. */
function splitPair(line: string): [name: string, value: string] | null {
  const at = line.search(/=|:(?=\s|$)|\t/);
  const name = line
    .slice(0, Math.max(at, 0))
    .trimEnd()
    .replace(/^["'`*]+/, '')
    .replace(/(?<!["'`*])["'`*]+$/, '');
  return /^[A-Za-z][\w .-]*$/.test(name) ? [name, line.slice(at + 1).trim()] : null;
}

function unquoted(text: string): string {
  return text.replace(/[,;]$/, '').replace(/^(["'`])(.*)\1$/, '$2');
}

const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

/** The field whose words occur in the key in order; of several fields the best match. */
function fieldOf(key: string, fields: readonly PastableField[]): PastableField | undefined {
  const keyWords = wordsOf(key);
  const scored = fields.map((field) => ({
    field,
    score: Math.max(...[field.name, field.label].map((name) => matchScore(keyWords, wordsOf(name)))),
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  const winners = scored.filter(({ score }) => score === best);
  return best > 0 && winners.length === 1 ? winners[0]?.field : undefined;
}

function matchScore(keyWords: readonly string[], wanted: readonly string[]): number {
  if (keyWords.join('') === wanted.join('')) return 100;
  let at = -1;
  for (const word of wanted) {
    at = keyWords.indexOf(word, at + 1);
    if (at === -1) return 0;
  }
  // A single common word such as "token" is ambiguous.
  return wanted.length > 1 ? wanted.length : 0;
}

const tokensOf = (text: string): string[] => text.split(/[\s"'`<>,;()[\]{}=]+/).filter((token) => token.length >= 8);

/** The pattern of a value, derived from the field's example; null when the example is too vague or fits another field. */
function shapeOf(field: PastableField, fields: readonly PastableField[]): RegExp | null {
  const source = patternOf(field.placeholder);
  const isShared = fields.some((other) => other !== field && patternOf(other.placeholder) === source);
  return source === null || isShared ? null : new RegExp(`^(?:${source})$`);
}

const UUID = String.raw`[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}`;

function patternOf(placeholder: string | null): string | null {
  if (placeholder === null || placeholder.startsWith('{')) return null;
  if (new RegExp(`^${UUID}$`).test(placeholder)) return UUID;
  const counted = /^(\d+) (hexadecimal digits|letters and digits)$/.exec(placeholder);
  if (counted) return `[${counted[2] === 'letters and digits' ? 'A-Za-z' : 'a-fA-F'}\\d]{${counted[1]}}`;
  // `xoxb-…`: a prefix.
  const prefix = /^([A-Za-z]+[-_][\w-]*|[A-Z]{4})…$/.exec(placeholder)?.[1];
  if (prefix !== undefined) return `${escaped(prefix)}[\\w.-]{8,}`;
  // `123456789:AAHd…`: parts of about the same length with the same separators.
  const parts = placeholder.split(/([:@/])/);
  if (parts.length < 3 || /[\s…]/.test(placeholder)) return null;
  return parts.map((part, index) => (index % 2 === 1 ? escaped(part) : runOf(part))).join('');
}

function runOf(part: string): string {
  const characters = /^\d+$/.test(part) ? String.raw`\d` : String.raw`[\w.-]`;
  return `${characters}{${Math.max(1, Math.floor(part.length * 0.6))},${Math.ceil(part.length * 1.6)}}`;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
