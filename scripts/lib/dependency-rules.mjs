import { posix } from 'node:path';
import { independentFolders, orderedFolders, ruleOf } from './dependency-table.mjs';
import { importsIn, packageOf } from './imports.mjs';

/**
 * @typedef {{ path: string, text: string }} File `path` relative to the repository
 * @typedef {{ name?: string, dependencies?: object, peerDependencies?: object, devDependencies?: object, optionalDependencies?: object }} Manifest
 */

/** The names of source files. */
export const source = /\.(?:[cm]?[jt]s|tsx)$/;

/** @param {string} path */
const folderOf = (path) => /^(?:(?:packages|apps)\/[^/]+|bench|demo|e2e)(?=\/)/.exec(path)?.[0];

/**
 * Imports that break the dependency rules, leave the package's folder, or are missing in its package.json.
 * @param {File} file
 * @param {(folder: string) => Manifest} manifestOf `.` is the repository's own
 * @returns {string[]} one sentence per problem
 */
export function importProblems(file, manifestOf) {
  const folder = folderOf(file.path);
  if (!folder || !source.test(file.path)) return [];
  const rule = ruleOf(folder);
  if (!rule) return [`${file.path}: ${folder} is missing in the dependency table (scripts/lib/dependency-table.mjs).`];
  const inside = file.path.slice(folder.length + 1);
  // Tests, a package's own scripts and the settings of its tools: none of them runs in the service.
  const development = !inside.startsWith('src/');
  const own = manifestOf(folder);
  const allowed = new Set([...rule.workspace, ...(development ? (rule.tests ?? []) : [])]);
  const declared = new Set(
    [
      own.dependencies,
      own.peerDependencies,
      own.optionalDependencies,
      ...(development || rule.bundled ? [own.devDependencies] : []),
      ...(development ? [manifestOf('.').devDependencies] : []),
    ].flatMap((group) => Object.keys(group ?? {})),
  );
  return importsIn(file.text).flatMap((name) => {
    const imported = packageOf(name);
    if (imported === undefined) return relativeProblems(file.path, name, folder);
    if (imported === own.name) return [];
    if (imported.startsWith('@gateway/') && !allowed.has(imported.slice('@gateway/'.length)))
      return [`${file.path}: ${folder} may not import ${imported}.`];
    if (!imported.startsWith('@gateway/') && !development && rule.thirdParty && !rule.thirdParty.includes(imported))
      return [
        `${file.path}: ${folder} may import only ${rule.thirdParty.join(', ')} from third parties, not ${imported}.`,
      ];
    if (!declared.has(imported) && !declared.has(`@types/${imported}`))
      return [`${file.path}: ${imported} is not declared in ${folder}/package.json.`];
    return [];
  });
}

/**
 * @param {string} path
 * @param {string} name as it is imported
 * @param {string} folder of the package
 */
function relativeProblems(path, name, folder) {
  if (!name.startsWith('.')) return [];
  const target = posix.join(posix.dirname(path), name);
  if (!target.startsWith(`${folder}/`)) return [`${path}: "${name}" leaves its package.`];
  const broken = (/** @type {string} */ parent, /** @type {(own: string, other: string) => boolean} */ may) => {
    const [own, other] = [path, target].map((each) => subfolderOf(parent, each));
    return own !== undefined && other !== undefined && own !== other && !may(own, other)
      ? [`${path}: ${parent}/${own} may not import ${parent}/${other}.`]
      : [];
  };
  return [
    ...independentFolders.flatMap((parent) => broken(parent, () => false)),
    ...Object.entries(orderedFolders).flatMap(([parent, floors]) => {
      const floorOf = (/** @type {string} */ folder) => floors.findIndex((folders) => folders.includes(folder));
      return broken(parent, (own, other) => floorOf(other) !== -1 && floorOf(other) < floorOf(own));
    }),
  ];
}

/**
 * The folder in `parent` that a file is in; undefined: it is in none.
 * @param {string} parent
 * @param {string} path
 */
function subfolderOf(parent, path) {
  const [folder, ...inside] = path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split('/') : [];
  return inside.length > 0 ? folder : undefined;
}
