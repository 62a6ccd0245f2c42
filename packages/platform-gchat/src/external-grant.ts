import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isPlatformError, parseJson, PlatformError, type ConnectionContext } from '@gateway/platform-kit';
import { z } from 'zod';
import { IAM_URL, STS_URL } from './endpoints.js';
import { fromTransport, unusable } from './errors.js';
import type { ExternalAccount, SubjectSource } from './external-account.js';
import type { Granted } from './tokens.js';

const TIMEOUT_MS = 15_000;
const LIFETIME_SECONDS = 3600;
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

const exchanged = z.object({ access_token: z.string().min(1) });
const issued = z.object({ accessToken: z.string().min(1), expireTime: z.coerce.date() });

type Network = Pick<ConnectionContext, 'endpoints' | 'fetch' | 'now'>;

/**
 * Fetches tokens of a service account without its key: the token of the gateway's own identity provider is exchanged at Google, and the
 * result may act as the service account. Sources: https://google.aip.dev/auth/4117,
 * https://cloud.google.com/iam/docs/workload-identity-federation
 */
export function externalGrant(context: Network, account: ExternalAccount, scope: string): () => Promise<Granted> {
  const { endpoints, now } = context;
  return async () => {
    const subject = await subjectToken(context, account.source);
    const { access_token: federated } = await ask(context, exchanged, 'PLATFORM_GCHAT_STS_URL', {
      url: new URL('/v1/token', endpoints['sts'] ?? STS_URL),
      headers: {},
      body: new URLSearchParams({
        grant_type: TOKEN_EXCHANGE,
        audience: account.audience,
        scope: CLOUD_SCOPE,
        requested_token_type: ACCESS_TOKEN,
        subject_token: subject,
        subject_token_type: account.subjectTokenType,
      }),
      refused: 'Google does not accept the identity of this gateway',
      hint: 'Check the provider of the workload identity pool: its issuer, its audience and its attribute condition.',
    });
    const path = `/v1/projects/-/serviceAccounts/${encodeURIComponent(account.clientEmail)}:generateAccessToken`;
    const { accessToken, expireTime } = await ask(context, issued, 'PLATFORM_GCHAT_IAM_URL', {
      url: new URL(path, endpoints['iam'] ?? IAM_URL),
      headers: { authorization: `Bearer ${federated}`, 'content-type': 'application/json' },
      body: JSON.stringify({ scope: [scope], lifetime: `${LIFETIME_SECONDS}s` }),
      refused: 'Google does not let this gateway act as the service account',
      hint: 'Give the principal of the pool the role Workload Identity User on the service account, and enable the IAM Service Account Credentials API.',
    });
    return { token: accessToken, lifeMs: expireTime.getTime() - now() };
  };
}

/**
 * The token of the gateway's own identity. Security: anyone who may register a channel chooses the configuration, and must not choose
 * which file of the machine is read. An address is subject to the rules for outgoing requests.
 */
async function subjectToken({ fetch }: Network, source: SubjectSource): Promise<string> {
  let text: string;
  if ('file' in source) {
    const allowed = process.env['PLATFORM_GCHAT_SUBJECT_FILE'];
    if (!allowed || resolve(allowed) !== resolve(source.file)) {
      throw new PlatformError('auth', 'The gateway may not read the file of its identity token.', {
        hint: 'Have the administrator set PLATFORM_GCHAT_SUBJECT_FILE to the file in the credential configuration.',
      });
    }
    text = await readFile(allowed, 'utf8').catch(() => {
      throw new PlatformError('unavailable', 'The file of the identity token cannot be read.', {
        hint: 'Check PLATFORM_GCHAT_SUBJECT_FILE, and that the gateway may read the file.',
      });
    });
  } else {
    const response = await fetch(source.url, {
      headers: source.headers,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    text = response?.ok ? await response.text().catch(() => '') : '';
    if (text === '') {
      throw new PlatformError('unavailable', 'The service for the identity of this gateway gave no token.', {
        hint: 'Check the URL in the credential configuration. For a private address, have PLATFORM_GCHAT_SUBJECT_URL set.',
      });
    }
  }
  const token = source.field === null ? text.trim() : fieldOf(text, source.field);
  if (token) return token;
  throw new PlatformError('auth', 'The identity token of this gateway has another format than the configuration says.');
}

function fieldOf(text: string, field: string): string | null {
  const parsed = z.record(z.string(), z.unknown()).safeParse(parseJson(text));
  const value = parsed.success ? parsed.data[field] : null;
  return typeof value === 'string' ? value : null;
}

interface Question {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: URLSearchParams | string;
  readonly refused: string;
  readonly hint: string;
}

/** What Google says about a refusal is not attached: it may quote the token. */
async function ask<T>(
  { fetch }: Network,
  schema: z.ZodType<T>,
  setting: string,
  { url, headers, body, refused, hint }: Question,
): Promise<T> {
  try {
    const response = await fetch(url.href, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = parseJson(await response.text());
    if (response.status === 429)
      throw new PlatformError('rate_limited', 'Google issues no more tokens at the moment.', { retryAfterMs: 1000 });
    if (response.status >= 500) throw new PlatformError('unavailable', 'Google issues no tokens at the moment.');
    if (!response.ok) throw new PlatformError('auth', `${refused} (status ${response.status}).`, { hint });
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw unusable(setting);
    return parsed.data;
  } catch (error) {
    throw isPlatformError(error) ? error : fromTransport(error, false);
  }
}
