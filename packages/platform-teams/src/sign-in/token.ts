import { PlatformError, retryAfterMs } from '@gateway/platform-kit';
import { cloudOf } from '../clouds.js';
import type { TeamsContext } from '../credentials.js';
import { request, textField, type Answer } from '../request.js';
import { readCertificate } from './certificate.js';
import { signAssertion } from './client-assertion.js';
import { lifeMsOf, type Token } from './grant.js';
import { identityToken } from './managed-identity.js';

/** A token is renewed this long before it expires, but not before half of its lifetime. */
const RENEW_BEFORE_MS = 300_000;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** The value of `managed_identity_client_id` for the identity that belongs to the machine itself. */
const SYSTEM_ASSIGNED = 'system';

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

export function createTokenSource(context: TeamsContext): TokenSource {
  const fetchToken = createGrant(context);
  const { now } = context;
  let cached: { token: string; renewAt: number } | null = null;

  return {
    async get(signal) {
      if (cached !== null && now() < cached.renewAt) return cached.token;
      const { token, lifeMs } = await fetchToken(signal);
      cached = { token, renewAt: now() + Math.max(lifeMs - RENEW_BEFORE_MS, lifeMs / 2) };
      return token;
    },
    drop(token) {
      if (cached?.token === token) cached = null;
    },
  };
}

/**
 * How the bot gets a token, by the rules of Microsoft's Teams SDK: an identity with the bot's own id is the bot; any other one is a
 * federated credential of its app, whose token replaces the client secret.
 * Source: https://microsoft.github.io/teams-sdk/typescript/essentials/app-authentication
 */
function createGrant(context: TeamsContext): (signal?: AbortSignal) => Promise<Token> {
  const { credentials, endpoints, fetch, now } = context;
  const { anyTenant, issuer, federation } = cloudOf(context);
  const {
    app_id: appId,
    app_password: secret,
    app_certificate: pem,
    managed_identity_client_id: identity,
  } = credentials;
  const url = tokenAddress(endpoints['token'] ?? '', credentials.app_tenant_id || anyTenant);

  async function exchange(proof: Proof, signal: AbortSignal | undefined): Promise<Token> {
    const answer = await request(fetch, {
      service: "Microsoft's sign-in service",
      setting: 'PLATFORM_TEAMS_TOKEN_URL',
      url,
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: appId,
        scope: `${issuer}/.default`,
        ...(proof.assertion === undefined
          ? { client_secret: proof.secret }
          : { client_assertion_type: ASSERTION_TYPE, client_assertion: proof.assertion }),
      }),
      ...(signal && { signal }),
    });
    const token = textField(answer.json, 'access_token');
    if (answer.status !== 200 || !token) throw toTokenError(answer, proof.name);
    return { token, lifeMs: lifeMsOf(answer.json, now()) };
  }

  if (identity === appId) return (signal) => identityToken(context, { clientId: appId, resource: issuer, signal });
  if (identity) {
    const clientId = identity === SYSTEM_ASSIGNED ? undefined : identity;
    return async (signal) => {
      const { token: assertion } = await identityToken(context, { clientId, resource: federation, signal });
      return await exchange({ name: 'managed identity', assertion }, signal);
    };
  }
  if (pem) {
    const certificate = readCertificate(pem);
    if (typeof certificate === 'string') throw new PlatformError('auth', `The certificate ${certificate}.`);
    return async (signal) => {
      const assertion = await signAssertion(certificate, { appId, audience: url, nowMs: now() });
      return await exchange({ name: 'certificate', assertion }, signal);
    };
  }
  return (signal) => exchange({ name: 'client secret', secret: secret ?? '' }, signal);
}

/** What proves that a request for a token comes from the app. */
type Proof =
  | { readonly name: 'client secret'; readonly secret: string; readonly assertion?: undefined }
  | { readonly name: 'certificate' | 'managed identity'; readonly assertion: string };

/** Hints for Microsoft's numbered errors. */
const FIXES: Readonly<Record<string, string>> = {
  AADSTS7000215: 'Copy the value of the client secret, not its ID; or create a new secret.',
  AADSTS7000222: 'The client secret has expired: create a new one under Certificates & secrets.',
  AADSTS700016: 'There is no such app in this tenant: check the app ID and the tenant ID.',
  AADSTS700027: 'Upload this certificate under Certificates & secrets of the app; check that it has not expired.',
  AADSTS70021: 'Add this managed identity to the app: Certificates & secrets, Federated credentials.',
  AADSTS700213: 'Add this managed identity to the app: Certificates & secrets, Federated credentials.',
  AADSTS90002: 'There is no such tenant: check the tenant ID.',
};

/** Converts a refusal. Its description is not attached: only its number is certain to contain no secret. */
function toTokenError({ status, json, headers }: Answer, proof: Proof['name']): PlatformError {
  if (status === 429) {
    return new PlatformError('rate_limited', "Microsoft's sign-in service is asked too often.", {
      retryAfterMs: retryAfterMs(headers.get('retry-after')) ?? 5000,
    });
  }
  if (status >= 500 || status < 400) {
    return new PlatformError('unavailable', "Microsoft's sign-in service gave no token.", {
      hint: 'Check PLATFORM_TEAMS_TOKEN_URL if it is set, and any proxy on the way.',
    });
  }
  const code = /AADSTS\d+/.exec(textField(json, 'error_description') ?? '')?.[0];
  return new PlatformError('auth', `Microsoft refuses the app ID or its ${proof}${code ? ` (${code})` : ''}.`, {
    hint: (code && FIXES[code]) ?? `Check the app ID, the ${proof} and the tenant ID.`,
  });
}
