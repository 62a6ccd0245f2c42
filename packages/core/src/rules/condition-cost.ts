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
const MATCH_STEPS = 1 / 3;
/** A part of a condition that fails is not the end of these: each failure takes as long as this many steps. */
const FAILURE_STEPS = 30;
const goOn = new Set(['all', 'exists']);
/** Functions that look for a text in another. In the worst case they compare each character with each. */
const searches = new Set(['contains', 'indexOf', 'lastIndexOf', 'split']);
const COMPARED_IN_STEP = 2000;
/** Characters that are copied in a step. */
const COPIED_IN_STEP = 16;

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
export function costOf(condition: ASTNode, whole: DataSize, instructionsOf: (pattern: string) => number): number {
  return costIn(condition, new Map());

  function costIn(node: ASTNode, known: Variables): number {
    const loop = loopOf(node);
    if (loop) {
      const list = sizeOfNode(loop.list, known);
      const inner = new Map(known).set(loop.variable, entryOf(list));
      const each = loop.goesOn ? FAILURE_STEPS : 1;
      return costIn(loop.list, known) + list.longest * sum(loop.bodies.map((body) => each + costIn(body, inner)));
    }
    return ownCost(node, known) + sum(partsOf(node).map((part) => costIn(part, known)));
  }

  function ownCost(node: ASTNode, known: Variables): number {
    const sizes = partsOf(node).map((part) => sizeOfNode(part, known));
    const all = sizes.map(({ values, characters }) => values + characters / 64);
    if (comparisons.has(node.op)) return 1 + Math.min(...all);
    if (node.op === '||' || node.op === '&&') return FAILURE_STEPS;
    if (node.op === 'rcall') return 1 + sum(all) + costOfCall(node, sizes);
    return ['in', '+', 'call'].includes(node.op) ? 1 + sum(all) : 1;
  }

  /** What some functions cost besides the reading of their operands. */
  function costOfCall(node: CallNode, [text = none, other = none]: readonly DataSize[]): number {
    const [name, , [pattern]] = node.args;
    if (name === linearMatches)
      return text.characters * MATCH_STEPS * (typeof pattern?.args === 'string' ? instructionsOf(pattern.args) : 1);
    if (searches.has(name)) return (text.characters * other.characters) / COMPARED_IN_STEP;
    return name === 'join' ? (text.longest * other.characters) / COPIED_IN_STEP : 0;
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
    const [list = none, between = none] = parts;
    const joined = node.op === 'rcall' && node.args[0] === 'join' ? list.longest * between.characters : 0;
    const characters = joined + sum(parts.map((part) => part.characters));
    // `split` makes a list with as many entries as the text has characters.
    const longest = node.op === 'rcall' || node.op === 'call' ? characters : sum(parts.map((part) => part.longest));
    return { values: 1 + sum(parts.map((part) => part.values)), characters, longest: Math.max(1, longest) };
  }
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const none: DataSize = { values: 0, characters: 0, longest: 0 };

type CallNode = Extract<ASTNode, { readonly op: 'rcall' }>;
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

interface Loop {
  readonly list: ASTNode;
  readonly variable: string;
  readonly bodies: readonly ASTNode[];
  /** Whether it goes on after an entry on which it fails. */
  readonly goesOn: boolean;
}

/** A macro that is evaluated for each entry; null: it is none. */
function loopOf(node: ASTNode): Loop | null {
  if (node.op !== 'rcall') return null;
  const [name, list, [variable, ...bodies]] = node.args;
  return loops.has(name) && variable?.op === 'id'
    ? { list, variable: variable.args, bodies, goesOn: goOn.has(name) }
    : null;
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
