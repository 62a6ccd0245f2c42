import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { configTable, withConfigTable } from '../lib/config-table.mjs';
import { root } from '../lib/workspace.mjs';

test("the README's table holds the declared settings (if not: node scripts/cli.mjs tables)", async () => {
  const { settings } = await import(pathToFileURL(join(root, 'apps/gateway/src/settings.ts')).href);
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(withConfigTable(readme, configTable(settings))).toBe(readme);
});

test('a setting is one table row with separate value and description', () => {
  const table = configTable({
    PORT: { effect: 'Listening port.', fallback: '8100', allowed: 'a number' },
    HOST: { title: 'HOST_<ID>', effect: 'Address.', fallback: 'see `PORT`', allowed: 'a | b' },
    KEY: { effect: 'Key.', fallback: 'none', allowed: 'a text', secret: true },
  });
  expect(table.split('\n')).toEqual([
    '| Setting             | Effect                             | When unset |',
    '| ------------------- | ---------------------------------- | ---------- |',
    '| `PORT`              | Listening port. Allowed: a number. | `8100`     |',
    '| `HOST_<ID>`         | Address. Allowed: a \\| b.          | see `PORT` |',
    '| `KEY` or `KEY_FILE` | Key. Allowed: a text.              | none       |',
  ]);
});

test('a text without the markers is rejected', () => {
  expect(() => withConfigTable('# Gateway', '')).toThrow('lacks the markers');
});
