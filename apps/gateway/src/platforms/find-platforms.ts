import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifestFlaws, PLATFORM_API_VERSION, type Platform } from '@gateway/platform-kit';
import type { BrokenAdapter, Logger, Platforms } from '@gateway/core';
import { readAdapter, readJson, type AdapterPackage } from './adapter-package.js';

const own = createRequire(import.meta.url);
/** Packages that an operator names are installed where the service is started. */
const operators = createRequire(path.join(process.cwd(), 'package.json'));

/**
 * Finds the adapters among the gateway's own dependencies and the packages that the operator names (names, or paths of folders),
 * by the field `gatewayPlatform` of their package.json. Own adapters are imported when first asked for: their SDKs are heavy. Named
 * ones are imported and checked here, so that a broken one is reported at start. A broken one never stops the start.
 */
export async function findPlatforms(named: readonly string[], log: Logger): Promise<Platforms> {
  const adapters = new Map(
    ownDependencies().flatMap((name) => {
      const adapter = readAdapter(name, own, true);
      return adapter ? [[adapter.id, adapter] as const] : [];
    }),
  );
  const loaded = new Map<string, Promise<Platform | null>>();
  const broken: BrokenAdapter[] = [];
  const refuse = (adapter: BrokenAdapter, error?: unknown) => {
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
      return problem === null ? (manifest as Platform) : refuse({ ...about, problem });
    } catch (error) {
      return refuse({ ...about, problem: `Importing ${adapter.package} failed: ${summary(error)}.` }, error);
    }
  };

  for (const name of named) {
    const found = namedAdapter(name);
    if (typeof found === 'string') {
      refuse({ package: name, id: null, problem: found });
      continue;
    }
    const other = adapters.get(found.id);
    if (other) {
      const problem = `${other.package} already serves the platform "${found.id}": remove one of them.`;
      refuse({ package: name, id: found.id, problem });
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

/** The adapter that an operator names, or what is wrong with it and what to do. */
function namedAdapter(name: string): AdapterPackage | string {
  let adapter: AdapterPackage | null;
  try {
    adapter = readAdapter(name, operators, false) ?? readAdapter(name, own, true);
  } catch (error) {
    return `The package.json of ${name} cannot be read: ${summary(error)}.`;
  }
  if (!adapter) {
    return `${name} is not an installed adapter: install it (npm install --prefix ../adapters ${name}, then PLATFORM_PACKAGES=../adapters/node_modules/${name}), and see that its package.json has the field "gatewayPlatform" with "apiVersion" and "id".`;
  }
  if (adapter.apiVersion !== PLATFORM_API_VERSION) {
    return `${name} was written for version ${adapter.apiVersion} of the adapter interface, and this gateway has version ${PLATFORM_API_VERSION}: install a version of it that fits.`;
  }
  return adapter;
}

/** What is wrong with an imported manifest; null: nothing. */
function problemOf(adapter: AdapterPackage, manifest: unknown): string | null {
  const flaws = manifestFlaws(manifest);
  if (flaws.length === 0 && (manifest as Platform).id !== adapter.id)
    flaws.push(`id: is "${(manifest as Platform).id}", and its package.json says "${adapter.id}"`);
  return flaws.length === 0 ? null : `The manifest of ${adapter.package} is not valid: ${flaws.join('; ')}.`;
}

function summary(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message.trim()}`.replace(/\.$/, '') : String(error);
}
