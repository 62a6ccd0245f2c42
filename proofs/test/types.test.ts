/** @module-tag slow */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../apps/gateway/test/docs/blocks.js';

// The check of types does not compile them: the packages that they import are not there.
it('the proofs, and the examples for frameworks, compile with the types of the frameworks', () => {
  const compiler = path.join(root, 'node_modules/.bin/tsc');
  const { stdout, status } = spawnSync(compiler, ['-p', 'proofs'], { cwd: root, encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
