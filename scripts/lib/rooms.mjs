import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesUnder } from './fingerprint.mjs';
import { importsIn, packageOf } from './imports.mjs';
import { root } from './workspace.mjs';

/**
 * A room is a package. `sees` are the workspace's packages that its sources may import, `testsSee` those that its tests
 * may import beside these, `only` the third-party packages where there is a closed list of them.
 * @typedef {{ sees: readonly string[], testsSee?: readonly string[], only?: readonly string[] }} Room
 */

/** @type {Room} */
const platform = { sees: ['platform-kit'], testsSee: ['simulators'] };
/** @type {Room} */
const graphPlatform = { ...platform, sees: ['platform-kit', 'graph-api'] };

/** @type {Record<string, Room>} */
const rooms = {
  'packages/contract': { sees: [], only: ['zod'] },
  // vitest: the suite of promises that adapters' tests call.
  'packages/platform-kit': { sees: [], only: ['zod', 'vitest'] },
  'packages/graph-api': { ...platform, only: ['zod'] },
  'packages/platform-messenger': graphPlatform,
  'packages/platform-whatsapp': graphPlatform,
  'packages/sandbox': { sees: [], only: ['express'] },
  'packages/simulators': { sees: ['sandbox'] },
  'packages/client': { sees: ['contract'] },
  'packages/core': { sees: ['contract', 'platform-kit'], only: ['undici', 'zod'] },
  'packages/store': { sees: ['core'] },
  'apps/gateway': { sees: ['core', 'store', 'contract', 'platform-kit'], testsSee: ['sandbox', 'simulators'] },
  // core: the signer, which the console's check of signatures is held to.
  'apps/console': { sees: ['contract'], testsSee: ['core'] },
  bench: { sees: ['contract', 'simulators', 'client'] },
  demo: { sees: ['contract', 'simulators', 'client'] },
  e2e: { sees: ['contract', 'simulators', 'client'] },
};

const platforms = ['telegram', 'slack', 'teams', 'discord', 'gchat', 'whatsapp', 'messenger'];
const quoted = new RegExp(`(['"\`])(${platforms.join('|')})\\1`, 'g');
const bare = new RegExp(`(\\b)(${platforms.join('|')})\\b`, 'gi');
// Where a platform's name may stand: stand-ins and whatever plays a conversation from outside. (The gateway finds adapters
// by their package.json.)
const knowsPlatforms = /^(?:packages\/(?:sandbox|simulators)|bench|demo|e2e|scripts)\/|\/test\/|\.md$/;

const longest = 300;
const source = /\.(?:[cm]?[jt]s|tsx)$/;
const text = /\.(?:[cm]?[jt]sx?|json|jsonc|md|mdx|ya?ml|html|css|prisma|sql|sh|toml)$/;

// The repository has to make sense to whoever clones it: nothing in it may point at the machine where it was written.
const foreign = [/\.\.\/shared\b/, /["'`\s(]\/work\//, /\/tmp\/brief\b/];

/**
 * @typedef {{ path: string, text: string }} File `path` relative to the repository
 * @typedef {{ name?: string, dependencies?: object, peerDependencies?: object, devDependencies?: object, optionalDependencies?: object }} Manifest
 */

/** @param {string} path */
const folderOf = (path) => /^(?:(?:packages|apps)\/[^/]+|bench|demo|e2e)(?=\/)/.exec(path)?.[0];

/** @param {string} folder */
function roomOf(folder) {
  if (rooms[folder]) return rooms[folder];
  return folder.startsWith('packages/platform-') ? platform : undefined;
}

/**
 * Imports that leave the arrows, the package's folder, or its package.json.
 * @param {File} file
 * @param {(folder: string) => Manifest} manifestOf `.` is the repository's own
 * @returns {string[]} one sentence per problem
 */
export function importProblems(file, manifestOf) {
  const folder = folderOf(file.path);
  if (!folder || !source.test(file.path)) return [];
  const room = roomOf(folder);
  if (!room) return [`${file.path}: ${folder} has no place in the table of rooms (scripts/lib/rooms.mjs).`];
  const inside = file.path.slice(folder.length + 1);
  // Tests, a package's own scripts and the settings of its tools: nothing of this runs in the service.
  const development = !inside.startsWith('src/');
  const own = manifestOf(folder);
  const seen = new Set([...room.sees, ...(development ? (room.testsSee ?? []) : [])]);
  const declared = new Set(
    [
      own.dependencies,
      own.peerDependencies,
      own.optionalDependencies,
      ...(development ? [own.devDependencies, manifestOf('.').devDependencies] : []),
    ].flatMap((group) => Object.keys(group ?? {})),
  );
  return importsIn(file.text).flatMap((name) => {
    const imported = packageOf(name);
    if (imported === undefined) {
      const leaves = name.startsWith('.') && posix.join(posix.dirname(inside), name).startsWith('..');
      return leaves ? [`${file.path}: "${name}" leaves its package.`] : [];
    }
    if (imported === own.name) return [];
    if (imported.startsWith('@gateway/') && !seen.has(imported.slice('@gateway/'.length)))
      return [`${file.path}: ${folder} may not import ${imported}.`];
    if (!imported.startsWith('@gateway/') && !development && room.only && !room.only.includes(imported))
      return [`${file.path}: ${folder} may import only ${room.only.join(', ')} from outside, not ${imported}.`];
    if (!declared.has(imported) && !declared.has(`@types/${imported}`))
      return [`${file.path}: ${imported} is not declared in ${folder}/package.json.`];
    return [];
  });
}

/**
 * A platform's id, as a quoted word or anywhere in a database schema, where nothing may know that platform.
 * @param {File} file
 * @returns {string[]}
 */
export function platformProblems(file) {
  if (knowsPlatforms.test(file.path)) return [];
  return [...file.text.matchAll(/\.(?:prisma|sql)$/.test(file.path) ? bare : quoted)]
    .filter(([, , id]) => !file.path.startsWith(`packages/platform-${id}/`))
    .map(([word]) => `${file.path}: ${word} is known to its own package only.`);
}

/**
 * @param {File} file
 * @returns {string[]}
 */
export function lengthProblems(file) {
  const lines = file.text.replace(/\n$/, '').split('\n').length;
  return source.test(file.path) && lines > longest
    ? [`${file.path}: ${lines} lines; a file has at most ${longest}.`]
    : [];
}

/**
 * @param {File} file
 * @returns {string[]}
 */
export function foreignProblems(file) {
  return foreign.flatMap((pattern) => {
    const found = pattern.exec(file.text);
    return found ? [`${file.path}: "${found[0].trim()}" means nothing outside the machine where it was written.`] : [];
  });
}

/**
 * Every breach of the house's rules in the repository, one sentence each.
 * @returns {{ files: number, problems: string[] }}
 */
export function inspect(base = root) {
  const paths = filesUnder('.', { base }).filter((path) => text.test(path) && path !== 'pnpm-lock.yaml');
  /** @type {(folder: string) => Manifest} */
  const manifestOf = (folder) => JSON.parse(readFileSync(join(base, folder, 'package.json'), 'utf8'));
  const problems = paths.flatMap((path) => {
    const file = { path, text: readFileSync(join(base, path), 'utf8') };
    return [
      ...importProblems(file, manifestOf),
      ...platformProblems(file),
      ...lengthProblems(file),
      ...foreignProblems(file),
    ];
  });
  return { files: paths.length, problems };
}
