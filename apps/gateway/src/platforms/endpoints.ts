import type { Platform } from '@gateway/platform-kit';

/** The endpoints of a platform: those of its manifest, unless a setting replaces them. */
export function endpointsOf(platform: Platform, overrides: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(platform.endpoints).map(([name, endpoint]) => [
      name,
      overrides.get(`PLATFORM_${platform.id.toUpperCase()}_${name.toUpperCase()}_URL`) ?? endpoint.default,
    ]),
  );
}
