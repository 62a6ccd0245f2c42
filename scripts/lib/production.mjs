import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { manifestOf, productionTree } from './production-tree.mjs';
import { bundledNotices, licenceText, noticeOf, notices } from './notices.mjs';
import { root } from './workspace.mjs';

/** @typedef {import('./production-tree.mjs').Placed} Placed */

/** Texts that a licence requires beside the code. */
const legal = /^(?:licen[cs]e|copying|copyright|notice|authors|third.?party)/i;
/** Declarations, sources and their maps, and texts for people. */
const notNeeded = /\.(?:map|md|markdown|[cm]?tsx?|flow)$/i;

/**
 * In the service's own packages: what tests import, the command for authors of adapters, and declarations. Source maps stay: they put the
 * lines of the sources into stack traces.
 */
const developed = /^(?:testing|command)\/|^bin\.js|\.tsbuildinfo$|\.d\.ts(?:\.map)?$/;

/**
 * Large parts of packages that the service never loads, by paths relative to the package, with `/`.
 * @type {Readonly<Record<string, (path: string) => boolean>>}
 */
const unused = {
  // The source of SQLite, and binaries for other machines. Folders are named by platform and processor.
  '@photostructure/sqlite': (path) =>
    /^(?:src|scripts)\//.test(path) ||
    (path.startsWith('prebuilds/') && !path.startsWith(`prebuilds/${process.platform}-${process.arch}/`)),
  // Query compilers for other databases, for bundlers and for CommonJS.
  '@prisma/client': (path) =>
    path.startsWith('runtime/query_compiler') && !/_fast_bg\.(?:sqlite|postgresql)\..*mjs$/.test(path),
  // The same code for bundlers.
  ...Object.fromEntries(
    [
      'api-logs',
      'core',
      'exporter-trace-otlp-http',
      'otlp-exporter-base',
      'otlp-transformer',
      'resources',
      'sdk-logs',
      'sdk-metrics',
      'sdk-trace',
      'semantic-conventions',
    ].map((name) => [`@opentelemetry/${name}`, (/** @type {string} */ path) => /^build\/(?:esm|esnext)\//.test(path)]),
  ),
};

/**
 * Writes the folder with which the service runs elsewhere with `node dist/cli.js`: the built service, the console, the adapters and the
 * packages that they need, as plain files. It replaces an older folder only when it is complete.
 * @param {string} folder an absolute path; the repository's dist/gateway unless it is given
 * @returns {string} the absolute path
 */
export function writeProductionFolder(folder = join(root, 'dist/gateway')) {
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const tree = productionTree(join(root, 'apps/gateway'));
  for (const placed of tree) copyPackage(placed, join(draft, placed.place));
  copy(join(root, 'apps/console/dist'), join(draft, 'console'));
  // The packages that Swagger UI contains, which the bundler does not list.
  for (const name of ['NOTICE', 'swagger-ui-es-bundle.js.LICENSE.txt'])
    copy(join(root, 'apps/console/node_modules/swagger-ui-dist', name), join(draft, 'console/swagger-ui', name));
  copy(join(root, 'LICENSE'), join(draft, 'LICENSE'));
  writeFileSync(join(draft, 'THIRD-PARTY-NOTICES.md'), noticesOf(tree));
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return folder;
}

/** Packages of the console that its bundler does not list, because they are style sheets and fonts. */
const styles = [
  '@fontsource-variable/atkinson-hyperlegible-mono',
  '@fontsource-variable/atkinson-hyperlegible-next',
  'tailwindcss',
];

/** @param {readonly Placed[]} tree */
function noticesOf(tree) {
  const console = join(root, 'apps/console');
  return notices({
    service: tree.filter(isForeign).map(({ folder }) => noticeOf(folder)),
    console: bundledNotices(readFileSync(join(console, 'dist/licenses.md'), 'utf8')),
    styles: styles
      .map((name) => join(console, 'node_modules', name))
      .map((folder) => ({ notice: noticeOf(folder), text: licenceText(folder) })),
  });
}

/** Whether a package comes from a registry. @param {Placed} placed */
const isForeign = ({ folder }) => folder.includes(`${sep}node_modules${sep}`);

/**
 * @param {Placed} placed
 * @param {string} target
 */
function copyPackage(placed, target) {
  const { name, folder } = placed;
  const manifest = manifestOf(folder);
  if (isForeign(placed)) {
    // Some packages have their licence in the README only.
    const hasLicence = readdirSync(folder).some((file) => legal.test(file));
    copy(folder, target, (path) => {
      const file = basename(path);
      if (legal.test(file) || (!hasLicence && /^readme/i.test(file))) return true;
      return !notNeeded.test(file) && !unused[name]?.(path);
    });
    return;
  }
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published(manifest, folder), null, 2)}\n`);
  // The guide of an adapter is its README.
  for (const part of [...(manifest.files ?? ['dist']), 'README.md', 'LICENSE']) {
    if (part === 'src' || !existsSync(join(folder, part))) continue;
    copy(join(folder, part), join(target, part), (path) => !developed.test(path));
  }
}

/**
 * The package.json with versions instead of references to the workspace, and without what only development needs.
 * @param {import('./production-tree.mjs').Manifest} manifest
 * @param {string} folder
 */
function published({ dependencies = {}, ...manifest }, folder) {
  const { devDependencies: _tools, scripts: _scripts, ...rest } = /** @type {Record<string, unknown>} */ (manifest);
  const versions = Object.entries(dependencies).map(([name, version]) => [
    name,
    version.startsWith('workspace:') ? manifestOf(join(folder, 'node_modules', name)).version : version,
  ]);
  return { ...rest, dependencies: Object.fromEntries(versions) };
}

/**
 * Copies one file, or the files of a folder for which `isNeeded` holds. The packages inside have places of their own.
 * @param {string} source
 * @param {string} target
 * @param {(path: string) => boolean} [isNeeded] gets the path relative to `source`, with `/`
 */
function copy(source, target, isNeeded = () => true) {
  for (const path of files(source)) {
    if (path !== '' && !isNeeded(path)) continue;
    const copied = join(target, path);
    mkdirSync(dirname(copied), { recursive: true });
    copyFileSync(join(source, path), copied);
  }
}

/**
 * @param {string} source
 * @returns {string[]} relative to `source`; a file alone is the empty path
 */
function files(source, path = '') {
  if (!statSync(join(source, path)).isDirectory()) return [path];
  return readdirSync(join(source, path))
    .filter((name) => name !== 'node_modules' && name !== '.bin')
    .flatMap((name) => files(source, path === '' ? name : `${path}/${name}`));
}
