import type { ASTNode } from '@marcbachmann/cel-js';

/** An amount of data. */
export interface DataSize {
  /** Values of all depths. */
  readonly values: number;
  /** Characters of all texts. */
  readonly characters: number;
  /** Entries of the longest list or object. */
  readonly longest: number;
}

/** Macros that evaluate their last arguments for each entry of a list or object. */
const loops = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** The data that a condition reads besides the action: the key with its scopes and channels. */
const OTHER_VALUES = 200;
const OTHER_CHARACTERS = 10_000;

/** Steps for each character that a pattern is compared with, for each instruction of its program: at most 20 ns were measured. */
const MATCH_STEPS = 0.2;

export function sizeOf(args: unknown): DataSize {
  let values = OTHER_VALUES;
  let characters = OTHER_CHARACTERS;
  let longest = OTHER_VALUES / 2;
  const visit = (value: unknown) => {
    values += 1;
    if (typeof value === 'string') characters += value.length;
    if (typeof value !== 'object' || value === null) return;
    const entries = Object.entries(value);
    longest = Math.max(longest, entries.length);
    for (const [name, inner] of entries) {
      if (!Array.isArray(value)) characters += name.length;
      visit(inner);
    }
  };
  visit(args);
  return { values, characters, longest };
}

/**
 * An upper bound of the work that a condition does on data of this size, in steps of about 0.1 µs. It is known before the condition
 * is evaluated, and the same on every machine. A loop is counted as often as the longest list has entries. What a loop does with its
 * own variable adds up to the size of the data, once.
 */
export function costOf(condition: ASTNode, whole: DataSize, programSize: (pattern: string) => number): number {
  return costIn(condition, new Map());

  function costIn(node: ASTNode, known: Variables): number {
    const loop = loopOf(node);
    if (loop) {
      const list = sizeOfNode(loop.list, known);
      const inner = new Map(known).set(loop.variable, entryOf(list));
      return costIn(loop.list, known) + list.longest * sum(loop.bodies.map((body) => 1 + costIn(body, inner)));
    }
    return ownCost(node, known) + sum(partsOf(node).map((part) => costIn(part, known)));
  }

  function ownCost(node: ASTNode, known: Variables): number {
    const sizes = partsOf(node).map((part) => sizeOfNode(part, known));
    const all = sizes.map(({ values, characters }) => values + characters / 64);
    if (node.op === '==' || node.op === '!=') return 1 + Math.min(...all);
    if (node.op === 'rcall' && node.args[0] === linearMatches)
      return 1 + (sizes[0]?.characters ?? 0) * MATCH_STEPS * programSize(patternIn(node) ?? '');
    return ['in', '+', 'call', 'rcall'].includes(node.op) ? 1 + sum(all) : 1;
  }

  function sizeOfNode(node: ASTNode, known: Variables): DataSize {
    const loop = loopOf(node);
    if (loop) {
      const list = sizeOfNode(loop.list, known);
      const [body] = loop.bodies.slice(-1);
      if (node.op !== 'rcall' || node.args[0] !== 'map' || !body) return list;
      return times(sizeOfNode(body, new Map(known).set(loop.variable, entryOf(list))), list.longest);
    }
    if (node.op === 'value') return { values: 1, characters: String(node.args).length, longest: 1 };
    if (node.op === 'id') return known.get(node.args) ?? whole;
    if (node.op === '.' || node.op === '[]') return sizeOfNode(node.args[0], known);
    const parts = partsOf(node).map((part) => sizeOfNode(part, known));
    const characters = sum(parts.map((part) => part.characters));
    // `split` makes a list with as many entries as the text has characters.
    const longest = node.op === 'rcall' || node.op === 'call' ? characters : sum(parts.map((part) => part.longest));
    return { values: 1 + sum(parts.map((part) => part.values)), characters, longest: Math.max(1, longest) };
  }
}

type Variables = ReadonlyMap<string, DataSize>;

/** On average: all entries of a list together are the list. */
function entryOf({ values, characters, longest }: DataSize): DataSize {
  return { values: Math.max(1, values / longest), characters: characters / longest, longest };
}

function times({ values, characters }: DataSize, count: number): DataSize {
  return { values: values * count, characters: characters * count, longest: count };
}

/** The name under which patterns are matched in linear time. */
export const linearMatches = 'matchesLinear';

/** The pattern of a call of `matches`; null: it is no text in quotes. */
export function patternIn(node: ASTNode): string | null {
  const pattern = node.op === 'rcall' ? node.args[2][0] : undefined;
  return pattern?.op === 'value' && typeof pattern.args === 'string' ? pattern.args : null;
}

interface Loop {
  readonly list: ASTNode;
  readonly variable: string;
  readonly bodies: readonly ASTNode[];
}

/** A macro that is evaluated for each entry; null: it is none. */
function loopOf(node: ASTNode): Loop | null {
  if (node.op !== 'rcall') return null;
  const [name, list, [variable, ...bodies]] = node.args;
  return loops.has(name) && variable?.op === 'id' ? { list, variable: variable.args, bodies } : null;
}

/** The operands of a node. */
export function partsOf(node: ASTNode): ASTNode[] {
  return nodesIn(node.args);
}

function nodesIn(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(nodesIn);
  return typeof args === 'object' && args !== null && 'op' in args ? [args as ASTNode] : [];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
