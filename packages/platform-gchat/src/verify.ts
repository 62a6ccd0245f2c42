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
/** Seconds by which Google's clock and this machine's may differ. */
const CLOCK_TOLERANCE = 60;

const ADDON_ACCOUNT = /^service-\d+@gcp-sa-gsuiteaddons\.iam\.gserviceaccount\.com$/;

export type Verdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly status: 401 | 503; readonly detail: string };

/** Who may speak for Google Chat to this account. */
export interface Trust {
  readonly projectNumber: string | null;
  /** The service account of the Workspace add-on, or null. */
  readonly addonAccount: string | null;
}

/**
 * Checks the bearer token of a request: signed by Google, for us, and by Google Chat. The signature alone would prove nothing,
 * for anybody can have Google sign a token for our address; so the e-mail address in it is pinned.
 */
export function createVerifier(
  { endpoints, fetch, now, webhookUrl }: Pick<ConnectionContext, 'endpoints' | 'fetch' | 'now' | 'webhookUrl'>,
  { projectNumber, addonAccount }: Trust,
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
      clockTolerance: CLOCK_TOLERANCE,
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

/** An address as it may stand in a token: with or without its query and a slash at its end. */
function addressesOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const bare = url.replace(/[?#].*$/s, '').replace(/\/$/, '');
  return [...new Set([url, bare, `${bare}/`])];
}

/** Everything that jose says of a token, as opposed to its failures to fetch keys. */
function isForgery(error: unknown): error is errors.JOSEError {
  const isAboutKeys =
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    (error as { code?: unknown }).code === 'ERR_JOSE_GENERIC';
  return error instanceof errors.JOSEError && !isAboutKeys;
}

/** `address`: where the request was meant to go, or null when the gateway does not know where it can be reached. */
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
