import type { Configuration } from 'openid-client';
import type { Clock, LogoutNotice, ProvenIdentity } from '@gateway/core';
import { identityOf, lacksClaims } from './claims.js';
import type { OidcSettings } from './oidc-settings.js';
import { ProviderError, providerErrorOf } from './provider-error.js';

/** The provider's addresses and keys are read again after this time. */
const DISCOVERY_MS = 3_600_000;
const TIMEOUT_SEC = 10;
/** Allowed difference between the clocks of the provider and the gateway. */
const CLOCK_TOLERANCE_SEC = 60;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** What the browser keeps between the start of a sign-in and its end. */
export interface SignInState {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** The OpenID provider. Methods throw a `ProviderError` whose message is for the person. */
export interface Provider {
  readonly name: string;
  /** Starts a sign-in: the provider's page, and what the browser must keep. */
  start(redirectUri: string): Promise<{ readonly url: URL; readonly kept: SignInState }>;
  /** Ends a sign-in with the query of the callback. */
  finish(kept: SignInState, query: string): Promise<ProvenIdentity>;
  /** Verifies a logout token that the provider sent. */
  readLogout(token: string): Promise<LogoutNotice>;
  /** The provider's page that signs out there; null: it has none. */
  signOutUrl(returnTo: string): Promise<URL | null>;
}

interface Opened {
  readonly config: Configuration;
  readonly client: typeof import('openid-client');
  readonly jose: typeof import('jose');
  readonly keys: ReturnType<typeof import('jose').createRemoteJWKSet>;
}

/** Loads its library and reads the provider's addresses at the first use, so that a provider that is down delays no start. */
export function createProvider(settings: OidcSettings, send: typeof fetch, clock: Pick<Clock, 'now'>): Provider {
  let opened: { readonly opening: Promise<Opened>; readonly until: number } | null = null;
  const { issuer, clientId, clientSecret } = settings;
  // The libraries give their own types of the same requests.
  const customFetch = (url: string, init: object) => send(url, init);

  async function discover(): Promise<Opened> {
    const [client, jose] = await Promise.all([import('openid-client'), import('jose')]);
    const options = {
      timeout: TIMEOUT_SEC,
      [client.customFetch]: customFetch,
      // Only for this machine: the setting accepts no other http address.
      execute: issuer.startsWith('http://') ? [client.allowInsecureRequests] : [],
    };
    const found = (
      await client.discovery(new URL(issuer), clientId, undefined, client.None(), options)
    ).serverMetadata();
    const methods = found.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const auth =
      clientSecret === null
        ? client.None()
        : methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
          ? client.ClientSecretBasic(clientSecret)
          : client.ClientSecretPost(clientSecret);
    const config = new client.Configuration(found, clientId, { [client.clockTolerance]: CLOCK_TOLERANCE_SEC }, auth);
    config.timeout = TIMEOUT_SEC;
    config[client.customFetch] = customFetch;
    if (issuer.startsWith('http://')) client.allowInsecureRequests(config);
    client.enableNonRepudiationChecks(config);
    if (found.jwks_uri === undefined) throw new ProviderError(502, 'The provider names no keys (jwks_uri).');
    const keys = jose.createRemoteJWKSet(new URL(found.jwks_uri), {
      timeoutDuration: TIMEOUT_SEC * 1000,
      [jose.customFetch]: customFetch,
    });
    return { config, client, jose, keys };
  }

  async function open(): Promise<Opened> {
    if (!opened || opened.until <= clock.now()) opened = { opening: discover(), until: clock.now() + DISCOVERY_MS };
    return await opened.opening;
  }

  /** After a failure of the provider, its addresses and keys are read again: they may have changed. */
  async function withProvider<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    try {
      return await work(await open());
    } catch (error) {
      const explained = providerErrorOf(error, settings.name);
      if (explained.status >= 500) opened = null;
      throw explained;
    }
  }

  return {
    name: settings.name,

    start: (redirectUri) =>
      withProvider(async ({ client, config }) => {
        const kept = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
          redirectUri,
        };
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: settings.scopes,
          state: kept.state,
          nonce: kept.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(kept.verifier),
          code_challenge_method: 'S256',
        });
        return { url, kept };
      }),

    finish: (kept, query) =>
      withProvider(async ({ client, config }) => {
        const tokens = await client.authorizationCodeGrant(config, new URL(kept.redirectUri + query), {
          expectedState: kept.state,
          expectedNonce: kept.nonce,
          pkceCodeVerifier: kept.verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims() ?? { sub: '' };
        if (!lacksClaims(claims, settings) || config.serverMetadata().userinfo_endpoint === undefined)
          return identityOf(claims, settings);
        const more = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
        return identityOf({ ...more, ...claims }, settings);
      }),

    readLogout: (token) =>
      withProvider(async ({ config, jose, keys }) => {
        const { payload } = await jose.jwtVerify(token, keys, {
          issuer: config.serverMetadata().issuer,
          audience: clientId,
          clockTolerance: CLOCK_TOLERANCE_SEC,
          maxTokenAge: '1 day',
          requiredClaims: ['iat', 'jti', 'events'],
        });
        const { events, jti = '', sub, sid } = payload;
        const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT);
        if (!isLogout || 'nonce' in payload || (sub === undefined && typeof sid !== 'string'))
          throw new ProviderError(
            400,
            'This is not a logout token: it needs the logout event, sub or sid, and no nonce.',
          );
        return {
          issuer: config.serverMetadata().issuer,
          tokenId: jti,
          subject: sub ?? null,
          providerSession: typeof sid === 'string' ? sid : null,
        };
      }),

    signOutUrl: (returnTo) =>
      withProvider(async ({ client, config }) =>
        config.serverMetadata().end_session_endpoint === undefined
          ? null
          : client.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo }),
      ),
  };
}
