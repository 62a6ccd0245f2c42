import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PLATFORM_API_VERSION, type Platform } from '@gateway/platform-kit';
import type { Platforms } from '@gateway/core';
import { ConfigError } from './config.js';

/** What an adapter's package.json says of it: enough to list it without loading anything. */
interface AdapterPackage {
  readonly package: string;
  readonly apiVersion: number;
  readonly id: string;
  readonly name: string;
  /** Imports the package; its default export is the manifest. */
  readonly load: () => Promise<{ readonly default?: unknown }>;
}

const own = createRequire(import.meta.url);
/** Packages that an operator names are installed where the service is started. */
const operators = createRequire(path.join(process.cwd(), 'package.json'));

/**
 * Finds the adapters among the gateway's own dependencies and the packages that the operator names (names, or paths of folders),
 * by the field `gatewayPlatform` of their package.json. A manifest is imported when first asked for. Throws `ConfigError`.
 */
export function findPlatforms(named: readonly string[]): Platforms {
  const adapters = new Map<string, AdapterPackage>();
  for (const adapter of [
    ...ownDependencies().flatMap((name) => readAdapter(name, own) ?? []),
    ...named.map(namedAdapter),
  ]) {
    const other = adapters.get(adapter.id);
    if (other) {
      throw new ConfigError(
        `PLATFORM_PACKAGES names ${adapter.package}, but ${other.package} already serves the platform "${adapter.id}": remove one of them.`,
      );
    }
    adapters.set(adapter.id, adapter);
  }
  const loaded = new Map<string, Promise<Platform>>();
  return {
    ids: [...adapters.keys()].toSorted((left, right) => (left < right ? -1 : 1)),
    async load(id) {
      const adapter = adapters.get(id);
      if (!adapter) return null;
      let platform = loaded.get(id);
      if (!platform) {
        platform = adapter.load().then((module) => checked(adapter, module.default));
        loaded.set(id, platform);
      }
      return await platform;
    },
  };
}

/** An operator's own addresses in place of the manifest's. */
export function endpointsOf(platform: Platform, overrides: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(platform.endpoints).map(([name, endpoint]) => [
      name,
      overrides.get(`PLATFORM_${platform.id.toUpperCase()}_${name.toUpperCase()}_URL`) ?? endpoint.default,
    ]),
  );
}

function ownDependencies(): string[] {
  const { dependencies = {} } = readJson(fileURLToPath(new URL('../package.json', import.meta.url))) as {
    dependencies?: object;
  };
  return Object.keys(dependencies);
}

function namedAdapter(name: string): AdapterPackage {
  const adapter = readAdapter(name, operators) ?? readAdapter(name, own);
  if (!adapter) {
    throw new ConfigError(
      `PLATFORM_PACKAGES names ${name}, which is not an installed adapter: install it, and see that its package.json has the field "gatewayPlatform".`,
    );
  }
  if (adapter.apiVersion !== PLATFORM_API_VERSION) {
    throw new ConfigError(
      `PLATFORM_PACKAGES names ${name}, which was written for version ${adapter.apiVersion} of the adapter interface; this gateway speaks ${PLATFORM_API_VERSION}: install a version of it that does.`,
    );
  }
  return adapter;
}

function readAdapter(name: string, require: NodeJS.Require): AdapterPackage | null {
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
    name: declared.name ?? declared.id,
    load: () => importPackage(name, folder, require),
  };
}

/** By its name where the gateway itself depends on it, otherwise by the file that its name resolves to from the operator's folder. */
async function importPackage(
  name: string,
  folder: string,
  require: NodeJS.Require,
): Promise<{ readonly default?: unknown }> {
  if (require === own && !isPath(name)) return (await import(/* @vite-ignore */ name)) as { default?: unknown };
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

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function checked(adapter: AdapterPackage, manifest: unknown): Platform {
  const platform = manifest as Platform | undefined;
  if (platform?.id !== adapter.id || platform.apiVersion !== PLATFORM_API_VERSION) {
    throw new Error(
      `The package ${adapter.package} does not export the platform "${adapter.id}" for version ${PLATFORM_API_VERSION} of the adapter interface.`,
    );
  }
  return platform;
}
