import { createPrivateKey } from 'node:crypto';
import { isPlatformError, type ConnectionContext } from '@gateway/platform-kit';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { TOKEN_URL } from './endpoints.js';
import { fromTokenAnswer, fromTransport, unreadableKey, unusable } from './errors.js';
import type { KeyFile } from './key-file.js';

const TIMEOUT_MS = 15_000;
const LIFETIME_SECONDS = 3600;
/** A token is not used in the last minute before it expires. */
const EXPIRY_MARGIN_MS = 60_000;

const grant = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().optional().catch(undefined) });

export interface Granted {
  readonly token: string;
  readonly lifeMs: number;
}

/** Access tokens of one service account, fetched when needed and cached until they expire. */
export interface Tokens {
  /** Throws only `PlatformError`. */
  get(signal?: AbortSignal): Promise<string>;
  /** Removes a refused token from the cache. */
  drop(token: string): void;
}

/** The scope of the tokens. With `subject` they act for that user (domain-wide delegation). */
export interface TokenPurpose {
  readonly scope: string;
  readonly subject?: string;
}

type Network = Pick<ConnectionContext, 'endpoints' | 'fetch' | 'now'>;

/** Fetches tokens with the private key of a service account. */
export function keyGrant(context: Network, key: KeyFile, purpose: TokenPurpose): () => Promise<Granted> {
  return async () => {
    const address = tokenAddress(context.endpoints['token'] ?? TOKEN_URL, key);
    // Google requires the address in the key file as audience; a replacement of Google may require its own.
    const [first, ...others] = [...new Set([key.tokenUri ?? address, address])];
    let granted = await request(context, key, purpose, address, first ?? address).catch((error: unknown) => {
      if (others.length === 0 || !isPlatformError(error) || error.code !== 'auth') throw error;
      return null;
    });
    granted ??= await request(context, key, purpose, address, address);
    return { token: granted.access_token, lifeMs: (granted.expires_in ?? LIFETIME_SECONDS) * 1000 };
  };
}

export function createTokens({ now }: Pick<Network, 'now'>, grantToken: () => Promise<Granted>): Tokens {
  let current: { readonly token: string; readonly until: number } | null = null;
  let fetching: Promise<string> | null = null;

  async function fetchToken(): Promise<string> {
    const { token, lifeMs } = await grantToken();
    current = { token, until: now() + lifeMs - EXPIRY_MARGIN_MS };
    return token;
  }

  return {
    async get(signal) {
      if (current && now() < current.until) return current.token;
      fetching ??= fetchToken().finally(() => (fetching = null));
      return await unlessAborted(fetching, signal);
    },
    drop(token) {
      if (current?.token === token) current = null;
    },
  };
}

/**
 * The operator's address, or the one in the key file if it is Google's. Security: anyone who may register a channel chooses the key file,
 * and must not choose where this gateway sends requests.
 */
export function tokenAddress(configured: string, { tokenUri }: Pick<KeyFile, 'tokenUri'>): string {
  if (configured !== TOKEN_URL || tokenUri === null || !URL.canParse(tokenUri)) return configured;
  const { protocol, hostname } = new URL(tokenUri);
  const isGoogle = hostname === 'accounts.google.com' || hostname.endsWith('.googleapis.com');
  return protocol === 'https:' && isGoogle ? tokenUri : configured;
}

async function request(
  { fetch, now }: Pick<Network, 'fetch' | 'now'>,
  key: KeyFile,
  purpose: TokenPurpose,
  address: string,
  audience: string,
): Promise<z.output<typeof grant>> {
  const assertion = await sign(key, purpose, audience, Math.floor(now() / 1000));
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    body = JSON.parse((await response.text()) || 'null');
  } catch (error) {
    throw error instanceof SyntaxError ? unusable('PLATFORM_GCHAT_TOKEN_URL') : fromTransport(error, false);
  }
  if (!response.ok) throw fromTokenAnswer(response, body);
  const granted = grant.safeParse(body);
  if (!granted.success) throw unusable('PLATFORM_GCHAT_TOKEN_URL');
  return granted.data;
}

async function sign(
  key: KeyFile,
  { scope, subject }: TokenPurpose,
  audience: string,
  seconds: number,
): Promise<string> {
  try {
    return await new SignJWT({ scope, ...(subject !== undefined && { sub: subject }) })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(key.privateKeyId !== null && { kid: key.privateKeyId }) })
      .setIssuer(key.clientEmail)
      .setAudience(audience)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + LIFETIME_SECONDS)
      .sign(createPrivateKey(key.privateKey));
  } catch {
    throw unreadableKey();
  }
}

/** All waiting callers share one request, so an aborted caller must not abort it for the others. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return await work;
  if (signal.aborted) throw fromTransport(null, true);
  let abort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(fromTransport(null, true));
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
