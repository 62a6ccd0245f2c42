/** JSON with comments and trailing commas, as editors write it, with the place of every value in the text. */
export type JsonNode = Scalar | Container;

interface Scalar {
  readonly kind: 'scalar';
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
}

export interface Container {
  readonly kind: 'object' | 'array';
  readonly start: number;
  readonly end: number;
  readonly items: readonly Item[];
}

interface Item {
  /** Of an object's member; null in an array. */
  readonly key: string | null;
  /** Where the item begins: a member at its key. */
  readonly start: number;
  readonly node: JsonNode;
  /** Where the comma that follows is; null: none. */
  readonly comma: number | null;
}

/** The text is no JSON. */
export class JsonFlaw extends Error {
  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(`line ${line}: ${reason}`);
  }
}

const DEEPEST = 200;

/** Throws `JsonFlaw`. */
export function parseJson(text: string): JsonNode {
  return new Parser(text).document();
}

export function valueOf(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map((item) => valueOf(item.node));
  return Object.fromEntries(node.items.map((item) => [item.key ?? '', valueOf(item.node)]));
}

class Parser {
  readonly #text: string;
  #at: number;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  document(): JsonNode {
    this.#skip();
    const node = this.#node(0);
    this.#skip();
    if (this.#at < this.#text.length) throw this.#flaw('there is text after the end of the value');
    return node;
  }

  #node(depth: number): JsonNode {
    if (depth > DEEPEST) throw this.#flaw('the values are nested too deeply');
    const first = this.#text[this.#at];
    if (first === '{' || first === '[') return this.#container(first === '{' ? 'object' : 'array', depth);
    const start = this.#at;
    const value = first === '"' ? this.#string() : this.#word();
    return { kind: 'scalar', start, end: this.#at, value };
  }

  #container(kind: Container['kind'], depth: number): Container {
    const [start, close] = [this.#at, kind === 'object' ? '}' : ']'];
    const items: Item[] = [];
    this.#at += 1;
    for (;;) {
      this.#skip();
      if (this.#text[this.#at] === close) break;
      if (items.at(-1)?.comma === null) throw this.#flaw(`a comma or ${close} is missing`);
      items.push(this.#item(kind, depth));
    }
    this.#at += 1;
    return { kind, start, end: this.#at, items };
  }

  #item(kind: Container['kind'], depth: number): Item {
    const start = this.#at;
    const key = kind === 'object' ? this.#key() : null;
    const node = this.#node(depth + 1);
    this.#skip();
    const comma = this.#text[this.#at] === ',' ? this.#at : null;
    if (comma !== null) this.#at += 1;
    return { key, start, node, comma };
  }

  #key(): string {
    if (this.#text[this.#at] !== '"') throw this.#flaw('a name in double quotes is missing');
    const key = this.#string();
    this.#skip();
    if (this.#text[this.#at] !== ':') throw this.#flaw('a colon is missing');
    this.#at += 1;
    this.#skip();
    return key;
  }

  #string(): string {
    const start = this.#at;
    this.#at += 1;
    while (this.#text[this.#at] !== '"') {
      if (this.#at >= this.#text.length || this.#text[this.#at] === '\n') throw this.#flaw('a quote is missing');
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    }
    this.#at += 1;
    return this.#parsed(start) as string;
  }

  #word(): unknown {
    const start = this.#at;
    while (/[\w.+-]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#parsed(start);
  }

  #parsed(start: number): unknown {
    try {
      return JSON.parse(this.#text.slice(start, this.#at));
    } catch {
      this.#at = start;
      throw this.#flaw('a value is missing or wrong');
    }
  }

  /** Skips white space and comments. */
  #skip(): void {
    for (;;) {
      while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
      const two = this.#text.slice(this.#at, this.#at + 2);
      if (two !== '//' && two !== '/*') return;
      const end = this.#text.indexOf(two === '//' ? '\n' : '*/', this.#at + 2);
      if (end < 0 && two === '/*') throw this.#flaw('a comment has no end');
      this.#at = end < 0 ? this.#text.length : end + (two === '//' ? 1 : 2);
    }
  }

  #flaw(reason: string): JsonFlaw {
    return new JsonFlaw(this.#text.slice(0, this.#at).split('\n').length, reason);
  }
}
