import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { installAdapterSteps } from '@gateway/contract';
import type { BrokenAdapter } from '@gateway/core';
import { PLATFORM_API_VERSION } from '@gateway/platform-kit';
import { folderOf, isPath, readAdapter, readJson, type AdapterPackage } from './adapter-package.js';

const gatewayRequire = createRequire(import.meta.url);
/** Resolves names in `PLATFORM_PACKAGES` from the folder in which the gateway is started. */
const operatorRequire = createRequire(path.join(process.cwd(), 'package.json'));

/**
 * The adapters that `PLATFORM_PACKAGES` names. An entry is the name of a package, the folder of a package, or a folder in which
 * adapters are installed, by `npm install --prefix` or as subfolders. Nothing is imported.
 */
export function namedAdapters(entries: readonly string[]): readonly (AdapterPackage | BrokenAdapter)[] {
  return entries.map(asWritten).flatMap((entry) => (isPath(entry) && installedIn(entry)) || [namedAdapter(entry)]);
}

/** A folder that was written without `./`, as a path, unless a package has that name. */
function asWritten(entry: string): string {
  const isPackage = isPath(entry) || [operatorRequire, gatewayRequire].some((from) => folderOf(entry, from) !== null);
  return !isPackage && existsSync(entry) ? asPath(entry) : entry;
}

/** The adapters in a folder of adapters; null: the entry is something else. An empty folder has none, which is no flaw. */
function installedIn(entry: string): (AdapterPackage | BrokenAdapter)[] | null {
  const names = namesIn(entry);
  if (names === null) return null;
  const own = names.includes('package.json') ? declarationIn(entry) : {};
  if (own === null || 'gatewayPlatform' in own) return null;
  const modules = path.join(entry, 'node_modules');
  const wanted = new Set(Object.keys(own.dependencies ?? {}).map((name) => path.join(modules, name)));
  const packages = new Set([...wanted, ...packagesIn(modules), ...packagesIn(entry)]);
  const found = [...packages].toSorted().flatMap((folder) => {
    const name = asPath(folder);
    if (!existsSync(path.join(folder, 'package.json'))) {
      const fix = `${name} is missing, but ${entry}/package.json names it: run npm install --prefix ${entry}.`;
      return wanted.has(folder) ? [broken(name, fix)] : [];
    }
    // Libraries of the adapters are installed in the same folder.
    const declared = declarationIn(folder);
    return declared === null || 'gatewayPlatform' in declared ? [namedAdapter(name)] : [];
  });
  if (found.length > 0 || names.length === 0) return found;
  return [broken(entry, `${entry} contains no adapter: ${installAdapterSteps('PACKAGE')}.`)];
}

/** One adapter, or what is wrong and how to fix it. */
function namedAdapter(name: string): AdapterPackage | BrokenAdapter {
  let adapter: AdapterPackage | null;
  try {
    adapter = readAdapter(name, operatorRequire, false) ?? readAdapter(name, gatewayRequire, true);
  } catch (error) {
    return broken(name, `The package.json of ${name} cannot be read: ${summary(error)}.`);
  }
  if (!adapter && /\.(?:tgz|tar\.gz)$/.test(name))
    return broken(name, `${name} is a packed package, which must be installed: ${installAdapterSteps(name)}.`);
  if (!adapter)
    return broken(
      name,
      `${name} is not an installed adapter: ${installAdapterSteps(name)}. Check that its package.json has the field "gatewayPlatform" with "apiVersion" and "id".`,
    );
  if (adapter.apiVersion !== PLATFORM_API_VERSION)
    return broken(
      name,
      `${name} was written for version ${adapter.apiVersion} of the adapter interface, and this gateway has version ${PLATFORM_API_VERSION}: install a compatible version.`,
      adapter.id,
    );
  return adapter;
}

/** One sentence about an error, for an operator. */
export function summary(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message.trim()}`.replace(/\.$/, '') : String(error);
}

function broken(name: string, problem: string, id: string | null = null): BrokenAdapter {
  return { package: name, id, problem };
}

/** The names in a folder; null: there is no such folder. */
function namesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder);
  } catch {
    return null;
  }
}

/** The folders that may be packages: entries, and those of scopes. */
function packagesIn(folder: string): string[] {
  return (namesIn(folder) ?? []).flatMap((name) => {
    if (name.startsWith('.')) return [];
    const inner = path.join(folder, name);
    return name.startsWith('@') ? (namesIn(inner) ?? []).map((scoped) => path.join(inner, scoped)) : [inner];
  });
}

/** The fields of a package.json that matter here; null: it cannot be read. */
function declarationIn(folder: string): { readonly gatewayPlatform?: unknown; readonly dependencies?: object } | null {
  try {
    const declared = readJson(path.join(folder, 'package.json'));
    return typeof declared === 'object' ? declared : null;
  } catch {
    return null;
  }
}

/** `path.join` removes the leading `./`, by which a path differs from a name. */
function asPath(folder: string): string {
  return isPath(folder) ? folder : `./${folder}`;
}
