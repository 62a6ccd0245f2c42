import { PlatformError } from '@gateway/platform-kit';
import { cloudOf } from './clouds.js';
import type { TeamsContext } from './credentials.js';
import { field, request, textField, type Answer } from './request.js';

/** A token is renewed this long before it expires, but not before half of its lifetime. */
const RENEW_BEFORE_MS = 300_000;

/** Fetches and caches the account's access token. */
export interface TokenSource {
  get(signal?: AbortSignal): Promise<string>;
  /** Removes `token` from the cache, because it was refused before it expired. */
  drop(token: string): void;
}

/** The address for tokens. An endpoint with a path is used unchanged; otherwise the tenant's path is added. */
export function tokenAddress(endpoint: string, tenant: string): string {
  const url = new URL(endpoint);
  if (url.pathname === '/') url.pathname = `/${tenant}/oauth2/v2.0/token`;
  return url.href;
}

export function createTokenSource({ credentials, endpoints, fetch, now }: TeamsContext): TokenSource {
  const { anyTenant, issuer } = cloudOf({ credentials });
  const url = tokenAddress(endpoints['token'] ?? '', credentials.app_tenant_id || anyTenant);
  let cached: { token: string; renewAt: number } | null = null;

  return {
    async get(signal) {
      if (cached !== null && now() < cached.renewAt) return cached.token;
      const answer = await request(fetch, {
        service: "Microsoft's sign-in service",
        setting: 'PLATFORM_TEAMS_TOKEN_URL',
        url,
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: credentials.app_id,
          client_secret: credentials.app_password,
          scope: `${issuer}/.default`,
        }),
        ...(signal && { signal }),
      });
      const token = textField(answer.json, 'access_token');
      if (answer.status !== 200 || !token) throw toTokenError(answer);
      const lifeMs = Number(field(answer.json, 'expires_in') ?? 3600) * 1000;
      cached = { token, renewAt: now() + Math.max(lifeMs - RENEW_BEFORE_MS, lifeMs / 2) };
      return token;
    },
    drop(token) {
      if (cached?.token === token) cached = null;
    },
  };
}

/** Hints for Microsoft's numbered errors. */
const FIXES: Readonly<Record<string, string>> = {
  AADSTS7000215: 'Copy the value of the client secret, not its ID; or create a new secret.',
  AADSTS7000222: 'The client secret has expired: create a new one under Certificates & secrets.',
  AADSTS700016: 'There is no such app in this tenant: check the app ID and the tenant ID.',
  AADSTS90002: 'There is no such tenant: check the tenant ID.',
};

/** Converts a refusal. Its description is not attached: only its number is certain to contain no secret. */
function toTokenError({ status, json, headers }: Answer): PlatformError {
  const seconds = Number(headers.get('retry-after'));
  if (status === 429) {
    return new PlatformError('rate_limited', "Microsoft's sign-in service is asked too often.", {
      retryAfterMs: seconds > 0 ? seconds * 1000 : 5000,
    });
  }
  if (status >= 500 || status < 400) {
    return new PlatformError('unavailable', "Microsoft's sign-in service gave no token.", {
      hint: 'Check PLATFORM_TEAMS_TOKEN_URL if it is set, and any proxy on the way.',
    });
  }
  const code = /AADSTS\d+/.exec(textField(json, 'error_description') ?? '')?.[0];
  return new PlatformError('auth', `Microsoft refuses the app ID or its client secret${code ? ` (${code})` : ''}.`, {
    hint: (code && FIXES[code]) ?? 'Check the app ID, the client secret and the tenant ID.',
  });
}
