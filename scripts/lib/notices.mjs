import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from './markdown.mjs';

/** Licences that the product may ship. Others need a decision: what they demand of those who pass the product on. */
const allowed = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'OFL-1.1']);

/** @typedef {{ name: string, version: string, licence: string }} Notice */

/**
 * The licence that a package.json names, also in the older form.
 * @param {{ license?: unknown, licenses?: unknown }} manifest
 * @returns {string}
 */
function licenceOf({ license, licenses }) {
  const named = /** @type {(string | { type: string })[]} */ ([license ?? licenses ?? []].flat());
  return named.map((one) => (typeof one === 'string' ? one : one.type)).join(' OR ') || 'none named';
}

/**
 * @param {string} folder of a package
 * @returns {Notice}
 */
export function noticeOf(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name: manifest.name, version: manifest.version, licence: licenceOf(manifest) };
}

/**
 * The packages in the list that the bundler writes: `## react - 19.3.1 (MIT)`.
 * @param {string} list
 * @returns {Notice[]}
 */
export function bundledNotices(list) {
  return [...list.matchAll(/^## (\S+) - (\S+) \(([^)\n]+)\)$/gm)].map(([, name = '', version = '', licence = '']) => ({
    name,
    version,
    licence,
  }));
}

/**
 * The text of a package's licence.
 * @param {string} folder
 */
export function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no file with its licence.`);
  return readFileSync(join(folder, file), 'utf8').trim();
}

/**
 * The notices that are shipped with the product. Throws when a licence is not allowed.
 * @param {object} parts
 * @param {readonly Notice[]} parts.service packages of the service; their licence texts are in their folders
 * @param {readonly Notice[]} parts.console packages in the scripts of the console; their texts are in console/licenses.md
 * @param {readonly { notice: Notice, text: string }[]} parts.styles packages in the console's style sheets, and fonts
 * @returns {string}
 */
export function notices({ service, console, styles }) {
  const keyOf = (/** @type {Notice & { part: string }} */ { name, version, part }) => `${name} ${version} ${part}`;
  const rows = [
    ...service.map((notice) => Object.assign({ part: 'service' }, notice)),
    ...[...console, ...styles.map(({ notice }) => notice)].map((notice) => Object.assign({ part: 'console' }, notice)),
  ].toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  const refused = rows.filter(({ licence }) => !licence.split(' OR ').some((name) => allowed.has(name)));
  if (refused.length > 0)
    throw new Error(
      `These packages have a licence that scripts/lib/notices.mjs does not allow: ${refused.map(({ name, licence }) => `${name} (${licence})`).join(', ')}.`,
    );
  const unique = new Map(rows.map((row) => [keyOf(row), [row.name, row.version, row.licence, row.part]]));
  return [
    '# Third-party notices',
    'The product contains these packages. The licence texts of the service are in the folders of the packages below `node_modules`. Those of the console are in `console/licenses.md`, for the packages in Swagger UI in `console/swagger-ui`, and at the end of this file for style sheets and fonts.',
    markdownTable([['Package', 'Version', 'Licence', 'Part'], ...unique.values()]),
    ...styles.map(({ notice, text }) => `## ${notice.name} (${notice.licence})\n\n${text}`),
    '',
  ].join('\n\n');
}
