import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** An adapter as declared in its package.json, which is sufficient to list it without loading it. */
export interface AdapterPackage {
  readonly package: string;
  readonly folder: string;
  readonly apiVersion: number;
  readonly id: string;
  /** Imports the package. Its default export is the manifest. */
  readonly load: () => Promise<{ readonly default?: unknown }>;
}

/** Reads the declaration of a package; null: the package is not installed, or is not an adapter. Throws a `SyntaxError` for an invalid package.json. */
export function readAdapter(name: string, require: NodeJS.Require, isOwn: boolean): AdapterPackage | null {
  const folder = isPath(name) ? path.resolve(name) : folderOf(name, require);
  if (folder === null || !existsSync(path.join(folder, 'package.json'))) return null;
  const { gatewayPlatform: declared } = (readJson(path.join(folder, 'package.json')) ?? {}) as {
    gatewayPlatform?: Partial<AdapterPackage>;
  };
  if (!declared || typeof declared.id !== 'string' || typeof declared.apiVersion !== 'number') return null;
  return {
    package: name,
    folder,
    apiVersion: declared.apiVersion,
    id: declared.id,
    load: () => importPackage(name, folder, require, isOwn),
  };
}

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Imports a dependency of the gateway by name, and other packages by the file that the name resolves to from the operator's folder. */
async function importPackage(
  name: string,
  folder: string,
  require: NodeJS.Require,
  isOwn: boolean,
): Promise<{ readonly default?: unknown }> {
  if (isOwn && !isPath(name)) return (await import(/* @vite-ignore */ name)) as { default?: unknown };
  const file = isPath(name) ? entryOf(folder) : require.resolve(name);
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default?: unknown };
}

/** The main file of a package. Node applies `exports` only when a package is resolved by name, here from within itself. */
function entryOf(folder: string): string {
  const file = path.join(folder, 'package.json');
  const { name, exports } = readJson(file) as { name?: string; exports?: unknown };
  return createRequire(file).resolve(name !== undefined && exports !== undefined ? name : folder);
}

/** The folder of an installed package. `require.resolve` would require the package to export its package.json. */
export function folderOf(name: string, require: NodeJS.Require): string | null {
  const folders = (require.resolve.paths(name) ?? []).map((folder) => path.join(folder, name));
  return folders.find((folder) => existsSync(path.join(folder, 'package.json'))) ?? null;
}

export function isPath(name: string): boolean {
  return name.startsWith('.') || path.isAbsolute(name);
}
