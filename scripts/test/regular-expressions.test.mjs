import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';
import { expect, it } from 'vitest';
import { filesUnder } from '../lib/fingerprint.mjs';
import { root } from '../lib/workspace.mjs';

/**
 * Expressions that take more than linear time, with what bounds the text that they read.
 * @type {ReadonlyMap<string, string>}
 */
const bounded = new Map();

const factor = Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1);
/** Maximum time to study one expression, in milliseconds. An expression that needs longer is not known to be linear. */
const STUDY_MS = 60_000 * factor;

/** @returns {Map<string, { pattern: string, flags: string, places: string[] }>} by the expression as written */
function expressionsOfSources() {
  const found = new Map();
  const isSource = /^(?:packages|apps)\/[^/]+\/src\/.*\.tsx?$/;
  for (const file of filesUnder('.', { base: root }).filter((name) => isSource.test(name))) {
    const source = readFileSync(path.join(root, file), 'utf8');
    const { program, errors } = parseSync(file, source);
    expect(errors, file).toEqual([]);
    new Visitor({
      Literal(node) {
        // An expression without an unlimited repetition takes constant time.
        if (!('regex' in node) || !/[*+]|,\}/.test(node.regex.pattern)) return;
        const known = found.get(node.raw) ?? { ...node.regex, places: [] };
        known.places.push(`${file}:${source.slice(0, node.start).split('\n').length}`);
        found.set(node.raw, known);
      },
    }).visit(program);
  }
  return found;
}

/**
 * Whether a text that was found by trial does not slow the expression down. An expression with a lookahead is studied by trial, which
 * estimates steps and is wrong now and then. The text of a quadratic expression is so long that it takes seconds.
 * @param {import('recheck').Diagnostics} verdict
 * @param {RegExp} expression
 */
function isHarmless(verdict, expression) {
  if (verdict.status !== 'vulnerable' || verdict.checker !== 'fuzz') return false;
  if (verdict.complexity.type !== 'polynomial') return false;
  const start = process.cpuUsage();
  expression.test(verdict.attack.string);
  const { user, system } = process.cpuUsage(start);
  return user + system < 300_000;
}

it(
  'every regular expression reads its text in linear time',
  { tags: ['slow'], timeout: 600_000 * factor },
  async () => {
    const expressions = expressionsOfSources();
    expect(expressions.size).toBeGreaterThan(100);
    const slow = [];
    for (const [raw, { pattern, flags, places }] of expressions) {
      if (bounded.has(raw)) continue;
      const verdict = await check(pattern, flags, { timeout: STUDY_MS });
      const why = 'complexity' in verdict ? verdict.complexity?.summary : 'not known';
      if (verdict.status !== 'safe' && !isHarmless(verdict, new RegExp(pattern, flags)))
        slow.push(`${raw} (${why}): ${places.join(', ')}`);
    }
    expect(slow).toEqual([]);
    expect([...bounded.keys()].filter((raw) => !expressions.has(raw))).toEqual([]);
  },
);
