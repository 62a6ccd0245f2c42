import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeProblem } from '../lib/node-version.mjs';
import { root } from '../lib/workspace.mjs';

test.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.1.0', '26.0.0'])('Node %s is accepted', (version) => {
  expect(nodeProblem(version)).toBe('');
});

test.each(['12.22.12', '14.21.3', '18.20.8', '20.18.3', '21.7.3', '22.11.0'])(
  'Node %s is rejected in one sentence with its version and the required one',
  (version) => {
    const problem = nodeProblem(version);
    expect(problem).toContain(`Node ${version},`);
    expect(problem).toContain('Node 20.19');
    expect(problem).not.toContain('\n');
  },
);

test('the files before the version check use only syntax that an old Node can parse', () => {
  for (const file of ['cli.mjs', 'lib/node-version.mjs']) {
    const text = readFileSync(join(root, 'scripts', file), 'utf8');
    expect(text).not.toMatch(/\?\?|\?\.|^await|^(?:import|export) .* from/m);
  }
});
