import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifestFlaws, PLATFORM_API_VERSION, type Platform } from '@gateway/platform-kit';
import type { BrokenAdapter, Logger, Platforms } from '@gateway/core';
import { readAdapter, readJson, type AdapterPackage } from './adapter-package.js';

const gatewayRequire = createRequire(import.meta.url);
/** Resolves packages in `PLATFORM_PACKAGES` from the folder in which the gateway is started. */
const operatorRequire = createRequire(path.join(process.cwd(), 'package.json'));

/**
 * Finds the adapters among the gateway's dependencies and the packages in `PLATFORM_PACKAGES` (names, or paths of folders), by the field
 * `gatewayPlatform` in package.json. Dependencies are imported at first use, because their SDKs are heavy. The operator's packages are
 * imported and checked here, so that a broken one is reported at start. It never prevents the start.
 */
export async function findPlatforms(named: readonly string[], log: Logger): Promise<Platforms> {
  const adapters = new Map(
    ownDependencies().flatMap((name) => {
      const adapter = readAdapter(name, gatewayRequire, true);
      return adapter ? [[adapter.id, adapter] as const] : [];
    }),
  );
  const loaded = new Map<string, Promise<Platform | null>>();
  const broken: BrokenAdapter[] = [];
  const reject = (adapter: BrokenAdapter, error?: unknown) => {
    broken.push(adapter);
    log.error(
      {
        package: adapter.package,
        platform: adapter.id,
        reason: adapter.problem,
        ...(error !== undefined && { err: error }),
      },
      'An adapter cannot be used; the gateway runs without it',
    );
    return null;
  };
  const load = async (adapter: AdapterPackage): Promise<Platform | null> => {
    const about = { package: adapter.package, id: adapter.id };
    try {
      const { default: manifest } = await adapter.load();
      const problem = problemOf(adapter, manifest);
      return problem === null ? (manifest as Platform) : reject({ ...about, problem });
    } catch (error) {
      return reject({ ...about, problem: `Importing ${adapter.package} failed: ${summary(error)}.` }, error);
    }
  };

  for (const name of named) {
    const found = namedAdapter(name);
    if (typeof found === 'string') {
      reject({ package: name, id: null, problem: found });
      continue;
    }
    const other = adapters.get(found.id);
    if (other) {
      const problem = `${other.package} already serves the platform "${found.id}": remove one of them.`;
      reject({ package: name, id: found.id, problem });
      continue;
    }
    const platform = await load(found);
    if (!platform) continue;
    adapters.set(found.id, found);
    loaded.set(found.id, Promise.resolve(platform));
  }

  return {
    get ids() {
      return [...adapters.keys()].toSorted((left, right) => (left < right ? -1 : 1));
    },
    broken,
    async load(id) {
      const adapter = adapters.get(id);
      if (!adapter) return null;
      let platform = loaded.get(id);
      if (!platform) {
        platform = load(adapter).then((manifest) => {
          if (!manifest) adapters.delete(id);
          return manifest;
        });
        loaded.set(id, platform);
      }
      return await platform;
    },
  };
}

function ownDependencies(): string[] {
  const { dependencies = {} } = readJson(fileURLToPath(new URL('../../package.json', import.meta.url))) as {
    dependencies?: object;
  };
  return Object.keys(dependencies);
}

/** The adapter of a package in `PLATFORM_PACKAGES`, or a sentence that says what is wrong and how to fix it. */
function namedAdapter(name: string): AdapterPackage | string {
  let adapter: AdapterPackage | null;
  try {
    adapter = readAdapter(name, operatorRequire, false) ?? readAdapter(name, gatewayRequire, true);
  } catch (error) {
    return `The package.json of ${name} cannot be read: ${summary(error)}.`;
  }
  if (!adapter) {
    return `${name} is not an installed adapter: install it (npm install --prefix ../adapters ${name}, then PLATFORM_PACKAGES=../adapters/node_modules/${name}), and check that its package.json has the field "gatewayPlatform" with "apiVersion" and "id".`;
  }
  if (adapter.apiVersion !== PLATFORM_API_VERSION) {
    return `${name} was written for version ${adapter.apiVersion} of the adapter interface, and this gateway has version ${PLATFORM_API_VERSION}: install a compatible version.`;
  }
  return adapter;
}

/** Describes what is wrong with an imported manifest; null: it is valid. */
function problemOf(adapter: AdapterPackage, manifest: unknown): string | null {
  const flaws = manifestFlaws(manifest);
  if (flaws.length === 0 && (manifest as Platform).id !== adapter.id)
    flaws.push(`id: is "${(manifest as Platform).id}", but package.json says "${adapter.id}"`);
  return flaws.length === 0 ? null : `The manifest of ${adapter.package} is not valid: ${flaws.join('; ')}.`;
}

function summary(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message.trim()}`.replace(/\.$/, '') : String(error);
}
