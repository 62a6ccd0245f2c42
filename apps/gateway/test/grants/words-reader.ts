/** What the words of a standing approval say, read from the words alone. */
export interface Said {
  readonly name: string;
  /** The values that must be equal, by the names on the way to them. */
  readonly equal: readonly { readonly path: readonly string[]; readonly value: unknown }[];
  /** The arguments that may differ, by the names on the way to them. */
  readonly differing: readonly (readonly string[])[];
}

type Args = Readonly<Record<string, unknown>>;

/** Reads words such as `deploy, with service = api; version may differ; at most 50 times`. Throws where they could be read in two ways. */
export function readWords(words: string): Said {
  const reader = new Reader(words);
  const name = reader.take(/[^\s,;=]+/y, 'the name of the action');
  reader.take(/, with /y, '", with "');
  const equal = reader.list(() => {
    const path = reader.path();
    reader.take(/ = /y, '" = "');
    return { path, value: reader.value() };
  });
  reader.take(/; /y, '"; "');
  let differing: string[][] = [];
  if (reader.tryTake(/(?:once|at most [0-9]+ times)$/y) === null) {
    differing = reader.list(() => reader.path());
    reader.take(/ may differ; (?:once|at most [0-9]+ times)$/y, '" may differ" and the number of uses');
  }
  return { name, equal, differing };
}

/** Whether an action is one that the words allow: no argument may be there that they do not name, and none that they name may be missing. */
export function allows(
  { name, equal, differing }: Said,
  action: { readonly name: string; readonly args: Args },
): boolean {
  if (action.name !== name) return false;
  const named = [...equal.map(({ path }) => path), ...differing];
  const isNamed = (path: readonly string[]) => named.some((each) => isSame(each, path));
  const isOnTheWay = (path: readonly string[]) =>
    named.some((each) => each.length > path.length && startsWith(each, path));
  const areNamed = (object: Args, at: readonly string[]): boolean =>
    Object.keys(object).every((key) => {
      const path = [...at, key];
      if (isNamed(path)) return true;
      const value = object[key];
      return isOnTheWay(path) && isObject(value) && areNamed(value, path);
    });
  return (
    areNamed(action.args, []) &&
    named.every((path) => valueAt(action.args, path) !== undefined) &&
    equal.every(({ path, value }) => isEqual(valueAt(action.args, path), value))
  );
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  tryTake(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }

  take(pattern: RegExp, what: string): string {
    const found = this.tryTake(pattern);
    if (found !== null) return found;
    throw new Error(`No ${what} at "${this.#text.slice(this.#at)}" of "${this.#text}".`);
  }

  /** `a`, `a and b`, `a, b and c`. */
  list<T>(entry: () => T): T[] {
    const entries = [entry()];
    while (this.tryTake(/, /y) !== null) entries.push(entry());
    if (this.tryTake(/ and /y) !== null) entries.push(entry());
    return entries;
  }

  path(): string[] {
    const names = [this.#name()];
    while (this.tryTake(/\./y) !== null) names.push(this.#name());
    return names;
  }

  #name(): string {
    const quoted = this.#quoted();
    if (quoted !== null) return quoted;
    const name = this.take(/[^\s.,;="[\]{}:]+/y, 'name');
    if (!/^(?:and|may|once|at|with|nothing|none|no|not|never|only)$/i.test(name)) return name;
    throw new Error(`The name "${name}" reads like other words of "${this.#text}".`);
  }

  #quoted(): string | null {
    const token = this.tryTake(/"(?:[^"\\]|\\.)*"/y);
    return token === null ? null : unescaped(token.slice(1, -1));
  }

  value(): unknown {
    const quoted = this.#quoted();
    if (quoted !== null) return quoted;
    if (this.tryTake(/\[/y) !== null) return this.#entries(/\]/y, () => this.value());
    if (this.tryTake(/\{/y) !== null)
      return Object.fromEntries(
        this.#entries(/\}/y, () => {
          const name = this.#quoted();
          this.take(/:/y, 'colon');
          return [name ?? '', this.value()] as const;
        }),
      );
    const word = this.take(/[^\s,;"[\]{}]+/y, 'value');
    if (/^-?\d/.test(word)) return Number(word);
    if (word === 'true' || word === 'false') return word === 'true';
    return word === 'null' ? null : word;
  }

  #entries<T>(end: RegExp, entry: () => T): T[] {
    if (this.tryTake(end) !== null) return [];
    const entries = [entry()];
    while (this.tryTake(/,/y) !== null) entries.push(entry());
    this.take(end, 'end of a list or object');
    return entries;
  }
}

function unescaped(text: string): string {
  const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  return text.replace(/\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|(.))/gi, (_, code?: string, unit?: string, sign = '') => {
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
    return named[sign] ?? sign;
  });
}

const isObject = (value: unknown): value is Args =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && startsWith(one, other);
const startsWith = (path: readonly string[], head: readonly string[]) => head.every((name, at) => path[at] === name);

function valueAt(args: Args, path: readonly string[]): unknown {
  let value: unknown = args;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, at) => isEqual(entry, other[at]));
  if (isObject(one) && isObject(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
    );
  }
  return one === other;
}
