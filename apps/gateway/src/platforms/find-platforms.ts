import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { manifestFlaws, type Platform } from '@gateway/platform-kit';
import type { BrokenAdapter, Logger, Platforms } from '@gateway/core';
import { readAdapter, readJson, type AdapterPackage } from './adapter-package.js';
import { namedAdapters, summary } from './named-adapters.js';

const gatewayRequire = createRequire(import.meta.url);
/** An import that takes longer does not delay the start any further. */
const IMPORT_TIMEOUT_MS = 20_000;

/**
 * Finds the adapters among the gateway's dependencies and those that `PLATFORM_PACKAGES` names, by the field `gatewayPlatform` in
 * package.json. Dependencies are imported at first use, because their SDKs are heavy. The operator's adapters are imported and checked
 * here, so that a broken one is reported at start. It never prevents the start.
 */
export async function findPlatforms(
  named: readonly string[],
  log: Logger,
  importTimeoutMs = IMPORT_TIMEOUT_MS,
): Promise<Platforms> {
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

  for (const found of namedAdapters(named)) {
    if ('problem' in found) {
      reject(found);
      continue;
    }
    const other = adapters.get(found.id);
    if (other) {
      const problem = `${other.package} already serves the platform "${found.id}": remove one of them.`;
      reject({ package: found.package, id: found.id, problem });
      continue;
    }
    adapters.set(found.id, found);
    loaded.set(found.id, load({ ...found, load: () => inTime(found.load(), importTimeoutMs) }));
  }
  for (const [id, platform] of loaded) if (!(await platform)) adapters.delete(id);

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

/** Describes what is wrong with an imported manifest; null: it is valid. */
function problemOf(adapter: AdapterPackage, manifest: unknown): string | null {
  const flaws = manifestFlaws(manifest);
  if (flaws.length === 0 && (manifest as Platform).id !== adapter.id)
    flaws.push(`id: is "${(manifest as Platform).id}", but package.json says "${adapter.id}"`);
  return flaws.length === 0 ? null : `The manifest of ${adapter.package} is not valid: ${flaws.join('; ')}.`;
}

/** Rejects when `work` does not end in time. */
async function inTime<Value>(work: Promise<Value>, limitMs: number): Promise<Value> {
  const ended = new AbortController();
  const late = delay(limitMs, null, { signal: ended.signal }).then(() => {
    throw new Error(`it did not end within ${limitMs / 1000} s, so something at its top level waits`);
  });
  return await Promise.race([work, late]).finally(() => {
    late.catch(() => {});
    ended.abort();
  });
}
