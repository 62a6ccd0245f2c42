import { Environment, type ASTNode } from '@marcbachmann/cel-js';
import { RE2JS } from 're2js';
import type { ActionArgs } from '@gateway/contract';
import { costOf, linearMatches, partsOf, type DataSize } from './condition-cost.js';

/** What a condition reads. The names are those of the API. */
export interface ConditionData {
  readonly action: { readonly name: string; readonly args: ActionArgs };
  readonly key: {
    readonly id: string | null;
    readonly name: string | null;
    readonly scopes: readonly string[];
    readonly channels: readonly string[] | null;
    readonly acts_for: string | null;
  };
  /** Empty: the prompt names none. */
  readonly channel_id: string;
  readonly now: Date;
}

/** A condition that is not valid, or could not be evaluated. The message is a part of a sentence. */
export class ConditionError extends Error {}

export interface Condition {
  /** Whether it depends on the channel of the prompt. */
  readonly readsChannel: boolean;
  /** An upper bound of its work on data of this size. */
  cost(size: DataSize): number;
  /** Throws a `ConditionError` if it cannot be evaluated. */
  holds(data: ConditionData): boolean;
}

const patterns = new Map<string, RE2JS>();
const REMEMBERED = 500;

/** Patterns of the rules, compiled once. Their engine needs time in proportion to the text for each pattern. */
function patternOf(source: string): RE2JS {
  const known = patterns.get(source);
  if (known) return known;
  if (patterns.size >= REMEMBERED) patterns.clear();
  const compiled = RE2JS.compile(source);
  patterns.set(source, compiled);
  return compiled;
}

/**
 * All numbers of JSON are doubles, and the literals of CEL are integers: arithmetic between them is not in the language. The library
 * compares them only where it does not know the types before.
 */
const withNumbers = (environment: Environment) => {
  const operations: Readonly<Record<string, (left: number, right: number) => number>> = {
    '+': (left, right) => left + right,
    '-': (left, right) => left - right,
    '*': (left, right) => left * right,
    '/': (left, right) => left / right,
    '%': (left, right) => left % right,
  };
  for (const [sign, operation] of Object.entries(operations))
    environment
      .registerOperator(`double ${sign} int`, (left: number, right: bigint) => operation(left, Number(right)))
      .registerOperator(`int ${sign} double`, (left: bigint, right: number) => operation(Number(left), right));
  const exact = (number: number | bigint) => (Number.isInteger(number) ? BigInt(number) : number);
  const isEqual = (left: number | bigint, right: number | bigint) => exact(left) === exact(right);
  return environment.registerOperator('int == double', isEqual);
};

const environment = withNumbers(
  new Environment({
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: 500, maxDepth: 40, maxListElements: 200, maxMapEntries: 50, maxCallArguments: 8 },
  }),
)
  .registerVariable('action', { schema: { name: 'string', args: 'map' } })
  .registerVariable('key', {
    schema: { id: 'dyn', name: 'dyn', scopes: 'list<string>', channels: 'dyn', acts_for: 'dyn' },
  })
  .registerVariable('channel_id', 'string')
  .registerVariable('now', 'google.protobuf.Timestamp')
  .registerFunction(`string.${linearMatches}(string): bool`, (text: string, pattern: string) =>
    patternOf(pattern).matcher(text).find(),
  );

const conditions = new Map<string, Condition>();

/** The compiled condition. Throws a `ConditionError` that says at which line and column it is not valid. */
export function conditionOf(source: string): Condition {
  const known = conditions.get(source);
  if (known) return known;
  if (conditions.size >= REMEMBERED) conditions.clear();
  const compiled = compiledFrom(source);
  conditions.set(source, compiled);
  return compiled;
}

function compiledFrom(source: string): Condition {
  const evaluate = attempt(source, () => environment.parse(source));
  const nodes = [...allNodes(evaluate.ast)];
  for (const node of nodes) prepare(source, node);
  const checked = evaluate.check();
  if (!checked.valid) throw problemAt(source, checked.error);
  if (checked.type !== 'bool' && checked.type !== 'dyn')
    throw new ConditionError(`${placeOf(source, 0)}must be true or false, and this is of the type ${checked.type}`);
  return {
    readsChannel: nodes.some((node) => node.op === 'id' && node.args === 'channel_id'),
    cost: (size) => costOf(evaluate.ast, size, (pattern) => patternOf(pattern).programSize()),
    holds(data) {
      const value: unknown = attempt(source, () => withoutTraces(() => evaluate({ ...data })));
      if (typeof value !== 'boolean') throw new ConditionError('is neither true nor false');
      return value;
    },
  };
}

/** Refuses what has no limit of cost, and gives patterns the linear engine. The engine of the library can need exponential time. */
function prepare(source: string, node: ASTNode): void {
  if (node.op !== 'rcall') return;
  const [name, , parameters] = node.args;
  if (name === 'bind') throw new ConditionError(`${placeOf(source, node.pos)}cel.bind is not available`);
  if (name === linearMatches) throw new ConditionError(`${placeOf(source, node.pos)}there is no function ${name}`);
  if (name !== 'matches') return;
  const [pattern] = parameters;
  if (pattern?.op !== 'value' || typeof pattern.args !== 'string')
    throw new ConditionError(`${placeOf(source, node.pos)}the pattern of matches must be a text in quotes`);
  const { args } = pattern;
  attempt(source, () => patternOf(args), pattern.pos);
  // The library evaluates the node by this name.
  (node.args as [string, ...unknown[]])[0] = linearMatches;
}

function* allNodes(node: ASTNode): Generator<ASTNode> {
  yield node;
  for (const part of partsOf(node)) yield* allNodes(part);
}

function attempt<Result>(source: string, work: () => Result, pos?: number): Result {
  try {
    return work();
  } catch (error) {
    throw problemAt(source, error, pos);
  }
}

/** The library makes an error for each entry of a list on which a condition fails. Without traces that is several times faster. */
function withoutTraces<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The first line of the library's message, which quotes the source below it. */
function problemAt(source: string, error: unknown, pos?: number): ConditionError {
  if (error instanceof ConditionError) return error;
  const given = error as { readonly message?: unknown; readonly pos?: unknown; readonly node?: { pos?: unknown } };
  const at = pos ?? given.pos ?? given.node?.pos;
  const [sentence = ''] = String(given.message).split('\n');
  const missing = sentence.startsWith('No such key') ? ' (write has(…) && before it)' : '';
  const message = sentence.replaceAll(linearMatches, 'matches') + missing;
  return new ConditionError(`${placeOf(source, typeof at === 'number' ? at : null)}${message}`);
}

function placeOf(source: string, pos: number | null): string {
  if (pos === null) return '';
  const before = source.slice(0, pos).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: `;
}
