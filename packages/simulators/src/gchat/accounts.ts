import { randomBytes } from 'node:crypto';
import type { Clock } from '@gateway/sandbox/server';
import { readToken, type SigningKey } from './keys.js';

const SCOPES = /^https:\/\/www\.googleapis\.com\/auth\/chat\.[a-z.]+$/;
const MAX_TOKEN_LIFETIME_SECONDS = 3600;
const MAX_CLOCK_SKEW_SECONDS = 300;

/** A service account of the token endpoint. */
export interface ServiceAccount {
  readonly email: string;
  readonly key: SigningKey;
  isRevoked: boolean;
}

/** The holder of an access token. */
export interface Grant {
  readonly email: string;
  readonly scope: string;
  /** The user that the account acts for. */
  readonly subject: string | null;
  readonly until: number;
}

/** An OAuth error of the token endpoint. */
export interface TokenRefusal {
  readonly error: string;
  readonly error_description: string;
}

/** A pool of identities of another provider, which may act as the app's service account. */
export interface IdentityPool {
  readonly audience: string;
  /** The key of the other provider. */
  readonly key: SigningKey;
  readonly issuer: string;
}

/** Issues access tokens for signed assertions, and looks up their holders. */
export function createAccounts(clock: Clock, tokenUrl: () => string) {
  const accounts = new Map<string, ServiceAccount>();
  const grants = new Map<string, Grant>();
  const delegated = new Set<string>();
  const federated = new Map<string, number>();
  const seconds = () => clock.now() / 1000;

  return {
    accounts,
    /** Allows an account to act for a user. */
    delegate: (email: string, user: string) => void delegated.add(`${email} ${user}`),
    exchange(
      form: Record<string, unknown>,
    ): { access_token: string; expires_in: number; token_type: 'Bearer' } | TokenRefusal {
      if (form['grant_type'] !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
        return {
          error: 'unsupported_grant_type',
          error_description: `Invalid grant_type: ${String(form['grant_type'])}`,
        };
      }
      const assertion = typeof form['assertion'] === 'string' ? form['assertion'] : '';
      const account = [...accounts.values()].find(({ key }) => readToken(key, assertion) !== null);
      const claims = account && readToken(account.key, assertion);
      if (!account || !claims || claims['iss'] !== account.email || account.isRevoked) {
        return { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' };
      }
      const { aud, iat, exp, scope, sub } = claims;
      if (aud !== tokenUrl())
        return { error: 'invalid_grant', error_description: 'Invalid JWT: Failed audience check.' };
      const isTimely =
        typeof iat === 'number' &&
        typeof exp === 'number' &&
        Math.abs(seconds() - iat) < MAX_CLOCK_SKEW_SECONDS &&
        exp > seconds() &&
        exp - iat <= MAX_TOKEN_LIFETIME_SECONDS;
      if (!isTimely) {
        return {
          error: 'invalid_grant',
          error_description:
            'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
        };
      }
      if (typeof scope !== 'string' || !scope.split(' ').every((part) => SCOPES.test(part))) {
        return { error: 'invalid_scope', error_description: 'Invalid OAuth scope or ID token audience provided.' };
      }
      if (sub !== undefined && !(typeof sub === 'string' && delegated.has(`${account.email} ${sub}`))) {
        return {
          error: 'unauthorized_client',
          error_description:
            'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
        };
      }
      const token = `ya29.${randomBytes(24).toString('base64url')}`;
      grants.set(token, {
        email: account.email,
        scope,
        subject: typeof sub === 'string' ? sub : null,
        until: clock.now() + MAX_TOKEN_LIFETIME_SECONDS * 1000,
      });
      return { access_token: token, expires_in: MAX_TOKEN_LIFETIME_SECONDS - 1, token_type: 'Bearer' };
    },
    /** Exchanges the token of another provider; null: it is refused. Source: https://cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/token */
    federate(form: Record<string, unknown>, pool: IdentityPool): string | null {
      const claims = readToken(pool.key, typeof form['subject_token'] === 'string' ? form['subject_token'] : '');
      const isRight =
        form['grant_type'] === 'urn:ietf:params:oauth:grant-type:token-exchange' &&
        form['requested_token_type'] === 'urn:ietf:params:oauth:token-type:access_token' &&
        form['subject_token_type'] === 'urn:ietf:params:oauth:token-type:jwt' &&
        form['scope'] === 'https://www.googleapis.com/auth/cloud-platform' &&
        form['audience'] === pool.audience &&
        claims?.['iss'] === pool.issuer &&
        claims['aud'] === pool.audience &&
        Number(claims['exp']) > seconds();
      if (!isRight) return null;
      const token = `ya29.d.${randomBytes(24).toString('base64url')}`;
      federated.set(token, clock.now() + MAX_TOKEN_LIFETIME_SECONDS * 1000);
      return token;
    },
    /** Issues a token of a service account to a federated identity; null: it is refused. Source: https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateAccessToken */
    impersonate(bearer: string, email: string, scope: unknown): { accessToken: string; expireTime: string } | null {
      const isAllowed = (federated.get(bearer) ?? 0) > clock.now() && accounts.get(email)?.isRevoked === false;
      if (!isAllowed || !Array.isArray(scope) || !scope.every((one) => typeof one === 'string' && SCOPES.test(one)))
        return null;
      const accessToken = `ya29.c.${randomBytes(24).toString('base64url')}`;
      const until = clock.now() + MAX_TOKEN_LIFETIME_SECONDS * 1000;
      grants.set(accessToken, { email, scope: scope.join(' '), subject: null, until });
      return { accessToken, expireTime: new Date(until).toISOString() };
    },
    grantOf(token: string): Grant | null {
      const grant = grants.get(token);
      return grant && grant.until > clock.now() && !accounts.get(grant.email)?.isRevoked ? grant : null;
    },
    /** Revokes all issued tokens. */
    expireTokens: () => grants.clear(),
  };
}

export type Accounts = ReturnType<typeof createAccounts>;
