import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A package that the service needs at run time.
 * @typedef {object} Placed
 * @property {string} name
 * @property {string} folder the real path of the package
 * @property {string} place where it belongs, relative to the production folder; empty for the service itself
 * @property {Placed | null} parent the package in whose node_modules it is
 * @property {Map<string, Placed>} inside what its own node_modules contains, by name
 */

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {readonly string[]} [files]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 * @property {Readonly<Record<string, string>>} [peerDependencies]
 * @property {Readonly<Record<string, { optional?: boolean }>>} [peerDependenciesMeta]
 */

/**
 * @param {string} folder
 * @returns {Manifest}
 */
export function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/**
 * Places a package and all that it needs in one tree of node_modules, as npm does: each package as high as its version allows. Development
 * packages, types and optional packages that are not installed are left out. Throws when a needed package is not installed.
 * @param {string} folder the real path of the package that is deployed
 * @returns {Placed[]} the package itself first
 */
export function productionTree(folder) {
  /** @type {Placed} */
  const top = { name: manifestOf(folder).name, folder, place: '', parent: null, inside: new Map() };
  const all = [top];
  for (const placed of all) {
    for (const { name, optional } of needsOf(manifestOf(placed.folder))) {
      const source = installed(name, placed.folder);
      if (source === undefined) {
        if (optional) continue;
        throw new Error(`${placed.name} needs ${name}, which is not installed.`);
      }
      const found = resolve(name, placed);
      if (found && isSame(found.folder, source)) continue;
      // A package of this name that it must not get hides the one at the top: its own is put inside it.
      const parent = found ? placed : top;
      const place = join(parent.place, 'node_modules', name);
      const added = { name, folder: source, place, parent, inside: new Map() };
      parent.inside.set(name, added);
      all.push(added);
    }
  }
  return all;
}

/** Reporters that run at installation only: pnpm-workspace.yaml removes them. */
const removed = new Set(['@scarf/scarf']);

/** @param {Manifest} manifest */
function needsOf({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const required = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  const names = new Set([...Object.keys(dependencies), ...required, ...Object.keys(optionalDependencies)]);
  return [...names]
    .filter((name) => !name.startsWith('@types/') && !removed.has(name))
    .map((name) => ({ name, optional: name in optionalDependencies }));
}

/**
 * @param {string} name
 * @param {string} from
 */
function installed(name, from) {
  for (let folder = from; dirname(folder) !== folder; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
  }
  return undefined;
}

/**
 * What `placed` gets when it imports `name`.
 * @param {string} name
 * @param {Placed} placed
 */
function resolve(name, placed) {
  for (let at = /** @type {Placed | null} */ (placed); at; at = at.parent) {
    const found = at.inside.get(name);
    if (found) return found;
  }
  return undefined;
}

/**
 * @param {string} left
 * @param {string} right
 */
function isSame(left, right) {
  return left === right || manifestOf(left).version === manifestOf(right).version;
}
