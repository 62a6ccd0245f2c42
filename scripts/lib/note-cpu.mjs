// vitest runs this before each test file, in its process.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { ownCpuMs } from './cpu.mjs';
import { root } from './workspace.mjs';

const notes = process.env['TEST_CPU_NOTES'];
if (notes) {
  const before = ownCpuMs();
  const path = relative(root, expect.getState().testPath ?? '');
  afterAll(() => appendFileSync(notes, `${JSON.stringify([path, Math.round(ownCpuMs() - before)])}\n`));
}
