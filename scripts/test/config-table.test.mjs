import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import {
  configTable,
  mainConfigTable,
  mainSettings,
  withConfigTable,
  withMainConfigTable,
} from '../lib/config-table.mjs';
import { root } from '../lib/workspace.mjs';

const { settings } = await import(pathToFileURL(join(root, 'apps/gateway/src/settings/settings.ts')).href);

test('docs/settings.md holds the declared settings (if not: node scripts/cli.mjs tables)', () => {
  const page = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  expect(withConfigTable(page, configTable(settings))).toBe(page);
});

test("the README's table holds ten of the declared settings (if not: node scripts/cli.mjs tables)", () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(withMainConfigTable(readme, mainConfigTable(settings))).toBe(readme);
  expect(mainSettings).toHaveLength(10);
});

test('a main setting that is not declared is rejected', () => {
  expect(() => mainConfigTable({})).toThrow('There is no setting PORT.');
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
  expect(() => withMainConfigTable('# Gateway', '')).toThrow('lacks the markers');
});
