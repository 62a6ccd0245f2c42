import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** What an adapter's package.json says of it: enough to list it without loading anything. */
export interface AdapterPackage {
  readonly package: string;
  readonly apiVersion: number;
  readonly id: string;
  /** Imports the package; its default export is the manifest. */
  readonly load: () => Promise<{ readonly default?: unknown }>;
}

/** What was found under a package's name; null: no package is there, or it is no adapter. Throws a `SyntaxError` for a broken package.json. */
export function readAdapter(name: string, require: NodeJS.Require, isOwn: boolean): AdapterPackage | null {
  const folder = isPath(name) ? path.resolve(name) : folderOf(name, require);
  if (folder === null || !existsSync(path.join(folder, 'package.json'))) return null;
  const { gatewayPlatform: declared } = readJson(path.join(folder, 'package.json')) as {
    gatewayPlatform?: Partial<AdapterPackage>;
  };
  if (!declared || typeof declared.id !== 'string' || typeof declared.apiVersion !== 'number') return null;
  return {
    package: name,
    apiVersion: declared.apiVersion,
    id: declared.id,
    load: () => importPackage(name, folder, require, isOwn),
  };
}

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** By its name where the gateway itself depends on it, otherwise by the file that its name resolves to from the operator's folder. */
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

/** A package's main file. Its `exports` count only for those who ask by its name, as it may itself. */
function entryOf(folder: string): string {
  const file = path.join(folder, 'package.json');
  const { name, exports } = readJson(file) as { name?: string; exports?: unknown };
  return createRequire(file).resolve(name !== undefined && exports !== undefined ? name : folder);
}

/** The folder of an installed package. `require.resolve` would need the package to export its package.json. */
function folderOf(name: string, require: NodeJS.Require): string | null {
  const places = (require.resolve.paths(name) ?? []).map((place) => path.join(place, name));
  return places.find((place) => existsSync(path.join(place, 'package.json'))) ?? null;
}

function isPath(name: string): boolean {
  return name.startsWith('.') || path.isAbsolute(name);
}
