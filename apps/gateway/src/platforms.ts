import type { Platform } from '@gateway/platform-kit';
import { PLATFORM_API_VERSION } from '@gateway/platform-kit';
import type { Platforms } from '@gateway/core';

/** The adapters that come with the gateway. The only place outside their packages that names them. */
const builtIn: Readonly<Record<string, () => Promise<{ default: unknown }>>> = {
  telegram: () => import('@gateway/platform-telegram'),
};

/** The loadable adapters; a manifest is imported when first asked for. */
export function findPlatforms(): Platforms {
  const loaded = new Map<string, Promise<Platform>>();
  return {
    ids: Object.keys(builtIn),
    async load(id) {
      const importing = Object.hasOwn(builtIn, id) ? builtIn[id] : undefined;
      if (!importing) return null;
      let platform = loaded.get(id);
      if (!platform) {
        platform = importing().then((module) => checked(id, module.default));
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

function checked(id: string, manifest: unknown): Platform {
  const platform = manifest as Platform;
  if (platform.apiVersion !== PLATFORM_API_VERSION) {
    throw new Error(`The adapter for "${id}" was written for version ${String(platform.apiVersion)} of the adapter interface; this gateway speaks ${PLATFORM_API_VERSION}.`);
  }
  return platform;
}
