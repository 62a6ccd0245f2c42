import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { metricTable, withMetricTable } from '../lib/metric-table.mjs';
import { root } from '../lib/workspace.mjs';

test('docs/observability.md holds the declared metrics (if not: node scripts/cli.mjs tables)', async () => {
  const { declarations } = await import(pathToFileURL(join(root, 'apps/gateway/src/metrics/declarations.ts')).href);
  const page = readFileSync(join(root, 'docs/observability.md'), 'utf8');
  expect(withMetricTable(page, metricTable(declarations))).toBe(page);
});
