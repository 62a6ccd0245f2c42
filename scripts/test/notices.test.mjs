import { expect, test } from 'vitest';
import { bundledNotices, notices } from '../lib/notices.mjs';

const react = { name: 'react', version: '19.3.1', licence: 'MIT' };
const parts = { service: [], console: [], styles: [] };

test('the notices list each package once, with its licence and part, and contain the licence of a font', () => {
  const font = { notice: { name: 'inter', version: '4.0.0', licence: 'OFL-1.1' }, text: 'SIL OPEN FONT LICENSE' };
  const text = notices({ service: [react, react], console: [react], styles: [font] });
  const rows = text.split('\n').filter((line) => line.startsWith('| react'));
  expect(rows.map((row) => row.split('|').map((cell) => cell.trim()))).toEqual([
    ['', 'react', '19.3.1', 'MIT', 'console', ''],
    ['', 'react', '19.3.1', 'MIT', 'service', ''],
  ]);
  expect(text).toContain('## inter (OFL-1.1)\n\nSIL OPEN FONT LICENSE');
});

test.each(['GPL-3.0', 'none named', 'EPL-2.0'])(
  'the notices refuse a package with the licence %s by its name',
  (licence) => {
    expect(() => notices({ ...parts, service: [{ ...react, licence }] })).toThrow(`react (${licence})`);
  },
);

test('a package with a choice of licences is accepted when one is allowed', () => {
  expect(notices({ ...parts, service: [{ ...react, licence: 'GPL-2.0 OR MIT' }] })).toContain('GPL-2.0 OR MIT');
});

test("the bundler's list is read package by package", () => {
  expect(bundledNotices('# Licenses\n\n## react - 19.3.1 (MIT)\n\nText\n\n## @a/b - 1.0.0 (ISC)\n')).toEqual([
    react,
    { name: '@a/b', version: '1.0.0', licence: 'ISC' },
  ]);
});
