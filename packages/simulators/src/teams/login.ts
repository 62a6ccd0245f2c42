import { randomBytes, randomUUID } from 'node:crypto';
import express, { type Router } from 'express';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import type { Clock } from '@gateway/sandbox/server';
import { certificateRefusal } from './client-assertion.js';
import type { IdentityService } from './identity-service.js';

/**
 * Issuer of the tokens in activities and audience of access tokens, the sign-in tenant of multi-tenant bots, and the audience of a
 * managed identity's token that replaces a secret, by cloud.
 * Source: `CloudEnvironment` of Microsoft's Teams SDK (microsoft/teams.ts, packages/api/src/auth/cloud-environment.ts).
 */
const CLOUDS = {
  Public: {
    issuer: 'https://api.botframework.com',
    anyTenant: 'botframework.com',
    federation: 'api://AzureADTokenExchange',
  },
  USGov: {
    issuer: 'https://api.botframework.us',
    anyTenant: 'MicrosoftServices.onmicrosoft.us',
    federation: 'api://AzureADTokenExchangeUSGov',
  },
  USGovDoD: {
    issuer: 'https://api.botframework.us',
    anyTenant: 'MicrosoftServices.onmicrosoft.us',
    federation: 'api://AzureADTokenExchangeUSGov',
  },
  China: {
    issuer: 'https://api.botframework.azure.cn',
    anyTenant: 'microsoftservices.partner.onmschina.cn',
    federation: 'api://AzureADTokenExchangeChina',
  },
} as const;

export type TeamsCloud = keyof typeof CLOUDS;

const TOKEN_LIFETIME_SECONDS = 3600;

/** Deviations from a valid token, for requests that must be refused. */
export interface TokenOptions {
  /** Replaced claims; `undefined` removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Seconds until it expires; negative: it has expired. */
  readonly lifeSeconds?: number;
  /** Signed with a key that is not published. */
  readonly forged?: boolean;
}

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

const makePair = (): Promise<KeyPair> => generateKeyPair('RS256', { extractable: true });
let firstPair: Promise<KeyPair> | undefined;
/** Generating an RSA key is slow: all simulators of a process start with the same key, under different ids. */
const sharedPair = (): Promise<KeyPair> => (firstPair ??= makePair());

interface PublishedKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: object;
}

export interface LoginOptions {
  readonly appId: string;
  readonly appPassword: string;
  readonly tenantId: string;
  readonly cloud: TeamsCloud;
  readonly clock: Clock;
  /** The key's endorsements; null: the field is absent. */
  readonly endorsements: readonly string[] | null;
  /** PEM of the certificate that is uploaded for the app. */
  readonly certificate: string | undefined;
  readonly identities: IdentityService;
  /** The managed identity that is a federated credential of the app. */
  readonly federatedIdentity: string | undefined;
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Microsoft's sign-in service and the Bot Framework's key service in one. */
export async function createLogin({
  appId,
  appPassword,
  tenantId,
  cloud,
  clock,
  endorsements,
  certificate,
  identities,
  federatedIdentity,
}: LoginOptions) {
  const { issuer, anyTenant, federation } = CLOUDS[cloud];
  const usedIds = new Set<string>();
  const tokens = new Map<string, number>();
  const publish = async ({ publicKey, privateKey }: KeyPair): Promise<PublishedKey> => {
    const kid = randomUUID();
    return {
      kid,
      privateKey,
      jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', ...(endorsements && { endorsements }) },
    };
  };
  let published = await publish(await sharedPair());

  return {
    /** Whether an `Authorization` header has an issued token that has not expired. */
    accepts(authorization: string | undefined): boolean {
      const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
      if (token === undefined) return false;
      return (tokens.get(token) ?? 0) > clock.now() || identities.identityOf(token, issuer) === appId;
    },
    revokeTokens: () => tokens.clear(),
    async rotateKeys() {
      published = await publish(await makePair());
    },
    /** The bearer token of an activity with this `serviceUrl`. */
    async sign(
      serviceUrl: string,
      { claims = {}, lifeSeconds = 3600, forged = false }: TokenOptions = {},
    ): Promise<string> {
      const now = Math.floor(clock.now() / 1000);
      const { privateKey } = forged ? await makePair() : published;
      const payload = {
        iss: issuer,
        aud: appId,
        serviceurl: serviceUrl,
        nbf: now - 300,
        exp: now + lifeSeconds,
        ...claims,
      };
      return await new SignJWT(payload)
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: published.kid })
        .sign(privateKey);
    },
    metadata: (url: string) => ({
      issuer,
      jwks_uri: `${url}/v1/.well-known/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
    }),
    keys: () => ({ keys: [published.jwk] }),
    /** Answers a request for a token at `address`. */
    grant(tenant: string, form: Readonly<Record<string, unknown>>, address: string): { status: number; body: object } {
      const refuse = (status: number, error: string, description: string) => ({
        status,
        body: { error, error_description: description },
      });
      if (form['grant_type'] !== 'client_credentials')
        return refuse(400, 'unsupported_grant_type', 'AADSTS70003: The app requested an unsupported grant type.');
      if (form['scope'] !== `${issuer}/.default`)
        return refuse(
          400,
          'invalid_scope',
          'AADSTS70011: The provided value for the input parameter scope is not valid.',
        );
      if (tenant !== tenantId && tenant !== anyTenant)
        return refuse(400, 'invalid_request', `AADSTS90002: Tenant '${tenant}' not found.`);
      if (form['client_id'] !== appId)
        return refuse(
          400,
          'unauthorized_client',
          `AADSTS700016: Application with identifier '${String(form['client_id'])}' was not found in the directory.`,
        );
      const now = Math.floor(clock.now() / 1000);
      const assertion = form['client_assertion'];
      if (typeof assertion === 'string') {
        if (form['client_assertion_type'] !== ASSERTION_TYPE || form['client_secret'] !== undefined)
          return refuse(401, 'invalid_client', 'AADSTS50027: JWT token is invalid or malformed.');
        const identity = identities.identityOf(assertion, federation);
        const expected = { appId, audience: address, seconds: now, certificate };
        const refusal =
          identity === null
            ? certificateRefusal(assertion, usedIds, expected)
            : identity === federatedIdentity
              ? null
              : 'AADSTS700213: No matching federated identity record found for presented assertion subject.';
        if (refusal !== null) return refuse(401, 'invalid_client', refusal);
      } else if (form['client_secret'] !== appPassword)
        return refuse(401, 'invalid_client', 'AADSTS7000215: Invalid client secret provided.');
      const token = accessToken({
        aud: issuer,
        iss: `https://sts.windows.net/${tenantId}/`,
        iat: now,
        nbf: now,
        exp: now + TOKEN_LIFETIME_SECONDS,
        appid: appId,
        tid: tenantId,
        jti: randomUUID(),
      });
      tokens.set(token, clock.now() + TOKEN_LIFETIME_SECONDS * 1000);
      return {
        status: 200,
        body: {
          token_type: 'Bearer',
          expires_in: TOKEN_LIFETIME_SECONDS,
          ext_expires_in: TOKEN_LIFETIME_SECONDS,
          access_token: token,
        },
      };
    },
  };
}

/** An access token with readable claims, as some clients expect. Its signature is not checked. */
function accessToken(claims: object): string {
  const encoded = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return [...encoded, randomBytes(256).toString('base64url')].join('.');
}

export type Login = Awaited<ReturnType<typeof createLogin>>;

/** Bodies of all routes: forms for tokens, JSON for the connector. */
export function bodies(): Router {
  const router = express.Router();
  router.use(
    express.urlencoded({ extended: false }),
    express.json({ limit: '1mb', type: ['application/json', 'text/json'] }),
  );
  return router;
}
