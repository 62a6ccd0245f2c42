import { JsonFlaw, parseJson, valueOf, type Container, type JsonNode } from './parse-json.js';

/** Names of members; a number is an index, and that after the last item appends. */
export type JsonPath = readonly (string | number)[];

/** The value of the whole text; an empty text is an empty object. Throws `JsonFlaw`. */
export function jsonIn(text: string): unknown {
  return isBlank(text) ? {} : valueOf(parseJson(text));
}

/** The text with this value at the path. Everything else stays as it is, also comments and white space. Throws `JsonFlaw`. */
export function setIn(text: string, path: JsonPath, value: unknown): string {
  if (isBlank(text)) return `${JSON.stringify(nested(path, value), null, 2)}\n`;
  let node = parseJson(text);
  for (const [depth, step] of path.entries()) {
    const container = containerAt(text, node, path.slice(0, depth), step);
    const found = childOf(container, step);
    if (!found) return insert(text, container, step, nested(path.slice(depth + 1), value));
    node = found;
  }
  return splice(text, node.start, node.end, indented(value, indentAt(text, node.start), text));
}

/** The text without the value at the path, which must exist. Throws `JsonFlaw`. */
export function removeIn(text: string, path: JsonPath): string {
  const step = path.at(-1) ?? '';
  let node = parseJson(text);
  for (const [depth, each] of path.slice(0, -1).entries()) {
    node = childOf(containerAt(text, node, path.slice(0, depth), each), each) ?? node;
  }
  const { start, end, items } = containerAt(text, node, path.slice(0, -1), step);
  const index = indexOf(items, step);
  const item = items[index];
  if (!item) throw new Error(`There is nothing at ${path.join('.')}.`);
  const before = items[index - 1];
  const to = item.comma === null ? item.node.end : item.comma + 1;
  const from = removalStart(text, before ? (before.comma ?? before.node.end) + 1 : start + 1, item.start, to);
  const without = splice(text, from, to, '');
  if (items.length === 1 && isBlank(text.slice(start + 1, from) + text.slice(to, end - 1)))
    return splice(text, start + 1, end - 1, '');
  // The comma before the last item.
  const extra = index === items.length - 1 && item.comma === null ? before?.comma : null;
  return typeof extra === 'number' ? splice(without, extra, extra + 1, '') : without;
}

function isBlank(text: string): boolean {
  return text.replace('\uFEFF', '').trim() === '';
}

function nested(path: JsonPath, value: unknown): unknown {
  return path.reduceRight((inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }), value);
}

function containerAt(text: string, node: JsonNode, path: JsonPath, step: string | number): Container {
  const wanted = typeof step === 'number' ? 'array' : 'object';
  if (node.kind === wanted) return node;
  const line = text.slice(0, node.start).split('\n').length;
  throw new JsonFlaw(line, `${path.join('.') || 'the file'} must be an ${wanted}`);
}

function indexOf(items: Container['items'], step: string | number): number {
  return typeof step === 'number' ? step : items.findLastIndex(({ key }) => key === step);
}

function childOf({ items }: Container, step: string | number): JsonNode | undefined {
  return items[indexOf(items, step)]?.node;
}

function insert(text: string, { start, end, items }: Container, step: string | number, value: unknown): string {
  const close = end - 1;
  const name = typeof step === 'number' ? '' : `${JSON.stringify(step)}: `;
  const last = items.at(-1);
  const commaAt = last && last.comma === null ? last.node.end : null;
  const inside = text.slice(start + 1, close);
  const at = start + 1 + inside.trimEnd().length;
  if (last && !inside.includes('\n'))
    return splice(text, at, at, `${commaAt === null ? ' ' : ', '}${name}${JSON.stringify(value)}`);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const outer = indentAt(text, start);
  const inner = last ? indentAt(text, last.start) : outer + unitOf(text);
  const ending = inside.slice(inside.trimEnd().length).includes('\n') ? '' : newline + outer;
  const added = splice(text, at, at, `${newline}${inner}${name}${indented(value, inner, text)}${ending}`);
  return commaAt === null ? added : splice(added, commaAt, commaAt, ',');
}

/** Where the white space before an item begins. The line break that ends a comment stays, unless one follows the item. */
function removalStart(text: string, gap: number, item: number, to: number): number {
  const from = gap + text.slice(gap, item).trimEnd().length;
  const isAfterComment = text.slice(gap, from).includes('//') && !/^[ \t]{0,200}\r?\n/.test(text.slice(to, to + 202));
  return isAfterComment ? from + text.slice(from, item).indexOf('\n') + 1 : from;
}

function indented(value: unknown, indent: string, text: string): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return JSON.stringify(value, null, unitOf(text))
    .split('\n')
    .join(newline + indent);
}

/** The white space at the beginning of the line of a position. */
function indentAt(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** The white space of the first indented line. */
function unitOf(text: string): string {
  const line = text.split('\n').find((each) => /^[ \t]/.test(each) && each.trim() !== '');
  return line === undefined ? '  ' : line.slice(0, line.length - line.trimStart().length).slice(0, 8);
}

function splice(text: string, start: number, end: number, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end);
}
