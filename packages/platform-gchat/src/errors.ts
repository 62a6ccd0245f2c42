import { PlatformError, retryAfterMs, unreachable } from '@gateway/platform-kit';
import { z } from 'zod';

const ADD_APP = 'Add the app to the space: open the space, Apps & integrations, Add apps.';
const NEW_KEY =
  'Create a new JSON key for the service account in the Google Cloud console and enter the whole file again.';

const apiError = z.object({ error: z.object({ message: z.string() }) });
const tokenError = z.object({ error: z.string(), error_description: z.string().optional().catch(undefined) });

/** Converts an error answer of the Chat API. */
export function fromApiAnswer({ status, headers }: Response, body: unknown): PlatformError {
  const said = apiError.safeParse(body);
  const message = `Google Chat: ${said.success ? sentence(said.data.error.message) : `it answered with status ${status}.`}`;
  if (status === 401) return new PlatformError('auth', message, { hint: NEW_KEY });
  if (status === 403) return new PlatformError('forbidden', message, { hint: forbiddenHint(message) });
  if (status === 404) {
    return new PlatformError('not_found', message, {
      hint: `Check the target (spaces/…). ${ADD_APP} If the app itself is not found, fill in its configuration page in the Google Cloud console.`,
    });
  }
  if (status === 429) return new PlatformError('rate_limited', message, { retryAfterMs: wantedWait(headers) });
  if (status >= 500) return new PlatformError('unavailable', message);
  if (said.success) return new PlatformError('invalid', message);
  return unusable('PLATFORM_GCHAT_API_URL');
}

function forbiddenHint(message: string): string {
  return /has not been used|disabled|not enabled/i.test(message)
    ? 'Enable the Google Chat API for the project of the service account, and wait a few minutes.'
    : `${ADD_APP} The service account must belong to the Google Cloud project in which the app is configured.`;
}

/** Converts an error answer of the token endpoint. */
export function fromTokenAnswer({ status, headers }: Response, body: unknown): PlatformError {
  const said = tokenError.safeParse(body);
  if (status === 429)
    return new PlatformError('rate_limited', 'Google issues no more tokens at the moment.', {
      retryAfterMs: wantedWait(headers),
    });
  if (status >= 500) return new PlatformError('unavailable', `Google's token service answered with status ${status}.`);
  if (!said.success) {
    return status === 401 || status === 403
      ? new PlatformError('auth', 'Google refuses the key of the service account.', { hint: NEW_KEY })
      : unusable('PLATFORM_GCHAT_TOKEN_URL');
  }
  const { error, error_description: description } = said.data;
  const hint = /unauthorized_client|access_denied/.test(error)
    ? 'Allow the service account to act for the user (domain-wide delegation in the Google Workspace admin console), or leave the user out.'
    : `${NEW_KEY} Check also that the clock of this machine is right.`;
  return new PlatformError('auth', `Google refuses the key of the service account: ${sentence(description ?? error)}`, {
    hint,
  });
}

/** Converts an error of the transport. The original is not attached. */
export function fromTransport(error: unknown, cancelled: boolean): PlatformError {
  if (cancelled) return new PlatformError('unavailable', 'The request to Google was cancelled.');
  const { name } = (error ?? {}) as { name?: unknown };
  if (name === 'TimeoutError') return new PlatformError('unavailable', 'Google did not answer in time.');
  return unreachable(
    'Google',
    error,
    'the settings PLATFORM_GCHAT_API_URL and PLATFORM_GCHAT_TOKEN_URL if they are set',
  );
}

/** The error for an answer that is not Google's. */
export function unusable(setting: string): PlatformError {
  return new PlatformError('unavailable', "The answer was not one of Google's.", {
    hint: `Check ${setting} if it is set, and any proxy on the way.`,
  });
}

/** The error for a private key that cannot sign a token. */
export function unreadableKey(): PlatformError {
  return new PlatformError('auth', 'The private key in the service account JSON cannot be used.', { hint: NEW_KEY });
}

const wantedWait = (headers: Headers) => retryAfterMs(headers.get('retry-after')) ?? 1000;

function sentence(text: string): string {
  const short = text.length > 300 ? `${text.slice(0, 299)}…` : text;
  return short.replace(/(?<!\.)\.*$/, '.');
}
