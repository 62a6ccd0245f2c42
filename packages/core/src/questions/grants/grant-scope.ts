import { createHash } from 'node:crypto';
import { visible, type ActionArgs, type RuleGrants } from '@gateway/contract';
import type { PromptRule, StoredAction } from '../../ports/rows.js';
import { exact } from '../action/action-text.js';
import { parseArgs } from '../answer-of.js';
import { canonicalJson } from '../action/canonical-json.js';
import { isPlainName } from '../plain-name.js';
import { valueAt } from '../action/rule-drawing.js';

/** Longer words would not be read. UTF-16 units. */
const WORDS_MAX = 600;

/** What a standing approval of an action covers. */
export interface GrantScope {
  /** The arguments that must be equal, by path. */
  readonly same: ActionArgs;
  /** What it covers, as people read it. The words say all that is compared. */
  readonly words: string;
  /** SHA-256 of all that must be equal: two actions with the same digest are covered by the same words. */
  readonly digest: string;
}

/**
 * What a standing approval of an action covers; null: there can be none, because the action lacks an argument that must be equal, has
 * names that cannot be told apart, or needs too many words.
 */
export function scopeOf(
  { name, args }: Pick<StoredAction, 'name' | 'args'>,
  grants: Pick<RuleGrants, 'same' | 'max_uses'>,
): GrantScope | null {
  const given = args === null ? {} : parseArgs(args);
  const same = grants.same.map((path) => [path, valueAt(given, path)] as const);
  const keys = keysOnTheWay(given, grants.same);
  if (!isPlainName(name) || keys === null || same.some(([, value]) => value === undefined)) return null;
  const words = wordsOf(name, same, keys, grants.max_uses);
  if (words.length > WORDS_MAX) return null;
  return {
    same: Object.fromEntries(same),
    words,
    digest: sha256([name, same.toSorted(byFirst), [...keys].toSorted(byFirst)]),
  };
}

/** Equal for the prompts of one key under one version of a rule that one standing approval covers: SHA-256, hex. */
export function grantDigest({ ruleId, version, grants }: PromptRule, { digest }: GrantScope): string {
  return sha256([ruleId, version, grants?.keyId ?? null, digest]);
}

const sha256 = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex');

/**
 * The names of the arguments in each object on the way to these paths, sorted, by the path of the object. Null: one has a dot, so that it
 * could be taken for a path.
 */
function keysOnTheWay(args: ActionArgs, paths: readonly string[]): Map<string, string[]> | null {
  const keys = new Map<string, string[]>();
  for (const path of paths) {
    const names = path.split('.');
    for (let depth = 0; depth < names.length; depth += 1) {
      const at = names.slice(0, depth).join('.');
      const object = depth === 0 ? args : valueAt(args, at);
      if (typeof object === 'object' && object !== null) keys.set(at, Object.keys(object).toSorted());
    }
  }
  return [...keys.values()].flat().some((name) => name.includes('.')) ? null : keys;
}

const byFirst = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) => (left < right ? -1 : 1);

function wordsOf(
  name: string,
  same: readonly (readonly [path: string, value: unknown])[],
  keys: ReadonlyMap<string, readonly string[]>,
  maxUses: number,
): string {
  const equal = same.map(([path, value]) => `${pathText(path)} = ${valueText(value)}`);
  const paths = same.map(([path]) => path);
  const isEqual = (path: string) => paths.some((each) => path === each || path.startsWith(`${each}.`));
  const isOnTheWay = (path: string) => paths.some((each) => each.startsWith(`${path}.`));
  const other = [...keys].flatMap(([at, names]) =>
    names
      .map((each) => (at === '' ? each : `${at}.${each}`))
      .filter((path) => !isEqual(path) && !isOnTheWay(path))
      .map(pathText),
  );
  return [
    `${name}, with ${listed(equal)}`,
    ...(other.length > 0 ? [`${listed(other)} may differ`] : []),
    maxUses === 1 ? 'once' : `at most ${maxUses} times`,
  ].join('; ');
}

function listed(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')} and ${last}` : last;
}

/** Words that a name or a value could be taken for. */
const OWN_WORDS = /^(?:and|at|may|once|with)$/i;
/** Before "may differ", a name with one of these words would say the opposite. */
const DENYING = new Set(['no', 'not', 'none', 'nothing', 'never', 'neither', 'nor', 'only']);
const denies = (name: string) =>
  name.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u).some((word) => DENYING.has(word.toLowerCase()));

const pathText = (path: string) =>
  path
    .split('.')
    .map((name) => (/^[\p{L}\p{N}_-]+$/u.test(name) && isClear(name) && !denies(name) ? name : quoted(name)))
    .join('.');

/** A value as people read it: a text in quotes, unless it is a plain word that is no other value. Any other value is JSON. */
function valueText(value: unknown): string {
  if (typeof value !== 'string') return exact(canonicalJson(value));
  return /^[A-Za-z][A-Za-z0-9._:/@-]*[A-Za-z0-9]$|^[A-Za-z]$/.test(value) && isClear(value) ? value : quoted(value);
}

const isClear = (text: string) =>
  !OWN_WORDS.test(text) && !/^(?:true|false|null)$/.test(text) && visible(text) === text;

const quoted = (text: string) => exact(JSON.stringify(text));
