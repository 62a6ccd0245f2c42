import type { ConnectionContext, WebhookRequest } from '@gateway/platform-kit';
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import { CERTS_URL, CHAT_ISSUER, CHAT_KEYS_URL } from './endpoints.js';

const TIMEOUT_MS = 10_000;
const CLOCK_TOLERANCE_SECONDS = 60;

const ADDON_ACCOUNT = /^service-\d+@gcp-sa-gsuiteaddons\.iam\.gserviceaccount\.com$/;

export type Verdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly status: 401 | 503; readonly detail: string };

/** The senders that may act as Google Chat for this account. */
export interface TrustedSenders {
  readonly projectNumber: string | null;
  /** The service account of the Workspace add-on; null when there is none. */
  readonly addonAccount: string | null;
}

/**
 * Checks that the bearer token of a request is signed by Google, issued for this address, and sent by Google Chat. The signature alone
 * proves nothing: anyone can get a token of Google for this address. So the e-mail address in the token must be that of Google Chat.
 */
export function createVerifier(
  { endpoints, fetch, now, webhookUrl }: Pick<ConnectionContext, 'endpoints' | 'fetch' | 'now' | 'webhookUrl'>,
  { projectNumber, addonAccount }: TrustedSenders,
): (request: Pick<WebhookRequest, 'url' | 'headers'>) => Promise<Verdict> {
  const certs = endpoints['jwks'] ?? CERTS_URL;
  const keysAt = (address: string) =>
    createRemoteJWKSet(new URL(address), { timeoutDuration: TIMEOUT_MS, [customFetch]: fetch });
  const identityKeys = keysAt(certs);
  const chatKeys = certs === CERTS_URL ? keysAt(CHAT_KEYS_URL) : identityKeys;
  const senders = new Set([
    CHAT_ISSUER,
    addonAccount,
    projectNumber && `service-${projectNumber}@gcp-sa-gsuiteaddons.iam.gserviceaccount.com`,
  ]);

  const verified = async (
    token: string,
    keys: JWTVerifyGetKey,
    issuer: string[],
    audience: string[],
  ): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ['RS256'],
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(now()),
    });
    return payload;
  };

  async function check(token: string, url: string): Promise<Verdict> {
    const numbers = projectNumber === null ? [] : [projectNumber];
    if (decodeJwt(token).iss === CHAT_ISSUER) {
      if (numbers.length === 0)
        return refused('The token is for a project number: enter the number as google_chat_project_number.');
      await verified(token, chatKeys, [CHAT_ISSUER], numbers);
      return { ok: true };
    }
    const audience = [...addressesOf(url), ...addressesOf(webhookUrl ?? ''), ...numbers];
    const payload = await verified(
      token,
      identityKeys,
      ['https://accounts.google.com', 'accounts.google.com'],
      audience,
    );
    const { email, email_verified: isVerified } = payload;
    if (typeof email === 'string' && senders.has(email) && isVerified === true) return { ok: true };
    const isAddon = typeof email === 'string' && ADDON_ACCOUNT.test(email);
    return refused(
      isAddon
        ? `The request comes from the add-on account ${email}. If it is that of your app, enter it as workspace_addon_service_account.`
        : 'The bearer token was not made for Google Chat.',
    );
  }

  return async ({ url, headers }) => {
    const [, token] = /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '') ?? [];
    if (token === undefined)
      return refused('The header Authorization with the bearer token of Google Chat is missing.');
    try {
      return await check(token, url);
    } catch (error) {
      if (isForgery(error)) return refused(reasonOf(error, webhookUrl === null ? null : url));
      return { ok: false, status: 503, detail: "Google's public keys could not be fetched. Send the event again." };
    }
  };
}

/** The forms of an address that a token may contain: with or without its query and a slash at its end. */
function addressesOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const bare = url.replace(/[?#].*$/s, '').replace(/\/$/, '');
  return [...new Set([url, bare, `${bare}/`])];
}

/** Whether an error of jose is about the token, not about fetching the keys. */
function isForgery(error: unknown): error is errors.JOSEError {
  const isAboutKeys =
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    (error as { code?: unknown }).code === 'ERR_JOSE_GENERIC';
  return error instanceof errors.JOSEError && !isAboutKeys;
}

/** `address` is the address of the request; null when the gateway does not know its public address. */
function reasonOf(error: errors.JOSEError, address: string | null): string {
  if (error instanceof errors.JWTExpired) return 'The bearer token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
    return address === null
      ? 'The bearer token is for another audience. This gateway does not know its public address: set PUBLIC_WEBHOOK_URL to it; or choose the project number as audience in the configuration of the Chat app, and enter it here.'
      : `The bearer token is for another audience than ${address}: enter that as HTTP endpoint URL in the configuration of the Chat app, and set PUBLIC_WEBHOOK_URL if it does not begin with the address that Google calls; or choose the project number as audience, and enter it here.`;
  }
  return 'The bearer token is not one of Google Chat.';
}

function refused(detail: string): Verdict {
  return { ok: false, status: 401, detail };
}
