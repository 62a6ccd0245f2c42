import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { comparable, namesOfFake, withNames } from './comparable.js';
import type { Step } from './step.js';
import { comparedTypes } from './make-steps.js';

const program = fileURLToPath(new URL('python_side.py', import.meta.url));
const sources = fileURLToPath(new URL('../../../../../clients/python/src', import.meta.url));

/** What comes of all scenarios with the fake of the Python client, by their names. */
export function resultsOfPython(scenarios: Readonly<Record<string, readonly Step[]>>): Record<string, unknown[]> {
  const names = { ...namesOfFake, start: 0 };
  const output = execFileSync('python3', [program], {
    input: JSON.stringify({ names: { ...names, types: comparedTypes }, scenarios: withNames(scenarios, names) }),
    env: { PATH: process.env['PATH'], PYTHONPATH: path.resolve(sources), PYTHONDONTWRITEBYTECODE: '1' },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const made = JSON.parse(output) as Record<string, { start: number; results: unknown[] }>;
  return Object.fromEntries(
    Object.entries(made).map(([name, { start, results }]) => [
      name,
      results.map((result) => comparable(result, { ...names, start })),
    ]),
  );
}
