import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answers } from './answers.js';

const own = fileURLToPath(new URL('..', import.meta.url));

const manifestName = 'package.template.json';
/** Files with another name in the templates: npm packs no .gitignore, and reads a package.json inside of a package. */
const writtenAs: Readonly<Record<string, string>> = { gitignore: '.gitignore', [manifestName]: 'package.json' };

/** A mistake of the caller, as one sentence. */
export class CreateError extends Error {
  override readonly name = 'CreateError';
}

type Dependencies = Record<string, string>;
interface Manifest {
  version: string;
  peerDependencies?: Dependencies;
  dependencies?: Dependencies;
  devDependencies?: Dependencies;
}

/**
 * Writes the package of an adapter into a folder. Throws `CreateError` when the folder is not empty. Returns the names of the files.
 * The package is made of the folders `base`, `events-…` and `choices-…` of the templates, and of `http` where the platform has an HTTP API.
 */
export function createAdapter(folder: string, { id, name, events, choices }: Answers): string[] {
  if (namesIn(folder).length > 0) throw new CreateError(`${folder} is not empty. Name a new folder.`);
  const api = events === 'stream' ? [] : ['http'];
  const parts = ['base', ...api, `events-${events}`, `choices-${choices}`].map((part) =>
    path.join(own, 'templates', part),
  );
  const files = new Map(parts.flatMap((part) => filesIn(part).map((file) => [file, path.join(part, file)] as const)));
  const year = String(new Date().getFullYear());
  const fill = (text: string) => text.replaceAll('mychat', id).replaceAll('My Chat', name).replaceAll('{year}', year);
  for (const [file, source] of files) {
    const written = path.join(folder, writtenAs[file] ?? file);
    mkdirSync(path.dirname(written), { recursive: true });
    writeFileSync(written, fill(file === manifestName ? packageJson(parts) : readFileSync(source, 'utf8')));
  }
  return [...files.keys()].map((file) => writtenAs[file] ?? file).toSorted();
}

/** The package.json of all parts together, with the versions that this release was tested with. */
function packageJson(parts: readonly string[]): string {
  const manifests = parts.flatMap((part) =>
    namesIn(part).includes(manifestName) ? [readManifest(path.join(part, manifestName))] : [],
  );
  const { version, devDependencies: tested = {} } = readManifest(path.join(own, 'package.json'));
  const versioned = (name: string): string => {
    // In a checkout, the packages of the workspace have no version here. All packages of a release have the same one.
    const found = tested[name]?.replace(/^workspace:.*/, version) ?? '*';
    return /^\d/.test(found) ? `^${found}` : found;
  };
  const merged = Object.assign({}, ...manifests.toReversed()) as Manifest;
  for (const group of ['dependencies', 'peerDependencies', 'devDependencies'] as const) {
    const names = manifests.flatMap((manifest) => Object.keys(manifest[group] ?? {})).toSorted();
    if (names.length > 0) merged[group] = Object.fromEntries(names.map((name) => [name, versioned(name)]));
  }
  return `${JSON.stringify(merged, null, 2)}\n`;
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** The names in a folder. A folder that does not exist has none. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new CreateError(`${folder} cannot be used: ${(error as Error).message}`);
  }
}
