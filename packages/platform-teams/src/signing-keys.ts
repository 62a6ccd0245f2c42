import { PlatformError } from '@gateway/platform-kit';
import { importJWK, type CryptoKey, type JWK } from 'jose';
import type { TeamsContext } from './credentials.js';
import { field, request, textField } from './request.js';

const CACHE_TTL_MS = 24 * 3_600_000;
/** Minimum time between two requests for a key that is not cached. */
const MIN_REFRESH_INTERVAL_MS = 10_000;
const METADATA_PATH = '/v1/.well-known/openidconfiguration';

interface PublishedKey extends JWK {
  readonly endorsements?: unknown;
}

export interface SigningKey {
  readonly key: CryptoKey | Uint8Array;
  /** The channels for which this key may sign; empty for all. */
  readonly endorsements: readonly string[];
}

/** The published keys that sign incoming activities. */
export interface SigningKeys {
  /** Null when there is no such key. Throws `unavailable` when the keys cannot be fetched. */
  find(kid: string | undefined): Promise<SigningKey | null>;
}

export function createSigningKeys({ endpoints, fetch, now }: TeamsContext): SigningKeys {
  const metadata = new URL(endpoints['openid'] ?? '');
  if (metadata.pathname === '/') metadata.pathname = METADATA_PATH;
  let keys: readonly PublishedKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | null = null;

  async function json(url: string): Promise<unknown> {
    const answer = await request(fetch, {
      service: "Microsoft's key service",
      setting: 'PLATFORM_TEAMS_OPENID_URL',
      url,
    });
    if (answer.status !== 200 || answer.json === undefined) throw unusable();
    return answer.json;
  }
  async function read(): Promise<void> {
    const jwks = textField(await json(metadata.href), 'jwks_uri');
    if (jwks === undefined || !URL.canParse(jwks, metadata.href)) throw unusable();
    const listed = field(await json(new URL(jwks, metadata.href).href), 'keys');
    if (!Array.isArray(listed)) throw unusable();
    keys = listed as PublishedKey[];
    readAt = now();
  }
  const refresh = () => (refreshing ??= read().finally(() => (refreshing = null)));
  // Without a kid, the key is known only if there is a single one.
  const pick = (kid: string | undefined) =>
    kid === undefined && keys.length === 1 ? keys[0] : keys.find((key) => key.kid === kid);

  return {
    async find(kid) {
      const age = now() - readAt;
      if (age >= CACHE_TTL_MS || (pick(kid) === undefined && age >= MIN_REFRESH_INTERVAL_MS)) {
        await refresh().catch((error: unknown) => {
          // Use the cached keys while the service is unavailable.
          if (pick(kid) === undefined) throw error;
        });
      }
      const found = pick(kid);
      if (found?.kty !== 'RSA') return null;
      const { endorsements } = found;
      return {
        key: await importJWK(found, 'RS256'),
        endorsements: Array.isArray(endorsements) ? (endorsements as string[]) : [],
      };
    },
  };
}

function unusable(): PlatformError {
  return new PlatformError('unavailable', "Microsoft's key service gave no keys.", {
    hint: 'Check PLATFORM_TEAMS_OPENID_URL if it is set, and any proxy on the way.',
  });
}
