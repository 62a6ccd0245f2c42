import { PlatformError, unreachable, type PlatformErrorCode } from '@gateway/platform-kit';
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api';

const SCOPES = 'on the page OAuth & Permissions of the app';
const CHECK_ADDRESS = 'Check PLATFORM_SLACK_API_URL if it is set, and any proxy on the way.';

/** Maps Slack's error codes to ours and a hint; the first match applies. Source: https://docs.slack.dev/reference/methods */
const REFUSALS: readonly (readonly [RegExp, PlatformErrorCode, string?])[] = [
  [/^rate_?limited$/, 'rate_limited'],
  [
    /^token_expired$/,
    'auth',
    'Token rotation is on, which the gateway does not support: create another app without it, and copy its Bot User OAuth Token.',
  ],
  [
    /^(?:invalid_auth|not_authed|account_inactive|token_revoked|not_allowed_token_type)$/,
    'auth',
    `Copy the Bot User OAuth Token (xoxb-…) again ${SCOPES}; install the app if it is not installed any more.`,
  ],
  [/^(?:not_in_channel|user_not_in_channel)$/, 'forbidden', 'Invite the app to the channel: write /invite @… there.'],
  [
    /^channel_not_found$/,
    'not_found',
    'Check the channel id, and invite the app: it does not see private channels that it is not in.',
  ],
  [/^(?:user_not_found|users_not_found)$/, 'not_found', "Check the person's member id."],
  [/^(?:message_not_found|thread_not_found|file_not_found)$/, 'not_found', 'It was deleted in Slack.'],
  [/^(?:expired|exchanged|invalid)_trigger_id$/, 'conflict', 'A dialog must open within three seconds of the press.'],
  [/^is_archived$/, 'forbidden', 'Unarchive the channel, or choose another one.'],
  [
    /^messages_tab_disabled$/,
    'forbidden',
    'Turn on the Messages Tab on the page App Home of the app, so that people can get direct messages from it.',
  ],
  [/^restricted_action/, 'forbidden', 'Let the app post in this channel: its posting permissions exclude it.'],
  [
    /^(?:access_denied|ekm_access_denied|team_access_not_granted|org_login_required|cannot_dm_bot|user_disabled|cant_update_message|cant_delete_message|edit_window_closed)$/,
    'forbidden',
  ],
  [
    /^(?:internal_error|fatal_error|service_unavailable|request_timeout|team_added_to_org|accesslimited)$/,
    'unavailable',
  ],
  [/^(?:unknown_method|method_deprecated)$/, 'unavailable', CHECK_ADDRESS],
];

/** Converts an error of Slack's SDK. The original is not attached: it may contain a token. */
export function toPlatformError(error: unknown, secrets: readonly string[], cancelled: boolean): PlatformError {
  if (cancelled) return new PlatformError('unavailable', 'The request to Slack was cancelled.');
  if (error instanceof WebAPIRateLimitedError) return rateLimited(error.retryAfter);
  if (error instanceof WebAPIPlatformError) return fromAnswer(error.data, secrets);
  if (error instanceof WebAPIHTTPError) return fromStatus(error, secrets);
  return fromTransport(error instanceof WebAPIRequestError ? error.original : error);
}

interface Answer {
  readonly error?: unknown;
  readonly needed?: unknown;
  readonly response_metadata?: { readonly messages?: unknown; readonly retryAfter?: unknown };
}

function fromAnswer({ error, needed, response_metadata: metadata }: Answer, secrets: readonly string[]): PlatformError {
  // The SDK puts a body that is not JSON here unchanged.
  if (typeof error !== 'string' || !/^[\w.:-]{1,100}$/.test(error)) return unusable();
  const code = redact(error, secrets);
  if (code === 'missing_scope') return missingScope(needed);
  const [, kind, hint] = REFUSALS.find(([pattern]) => pattern.test(code)) ?? [];
  if (kind === 'rate_limited') return rateLimited(metadata?.retryAfter);
  const [details] = Array.isArray(metadata?.messages) ? (metadata.messages as unknown[]) : [];
  const more = typeof details === 'string' ? ` (${redact(details.slice(0, 200), secrets)})` : '';
  return new PlatformError(kind ?? 'invalid', `Slack: ${code}${more}.`, hint === undefined ? {} : { hint });
}

function missingScope(needed: unknown): PlatformError {
  const scope = typeof needed === 'string' && /^[\w:.,-]+$/.test(needed) ? ` ${needed}` : '';
  return new PlatformError('forbidden', `Slack: missing_scope${scope}.`, {
    hint: `Add the scope${scope} ${SCOPES}, then reinstall the app.`,
  });
}

function fromStatus({ statusCode, body }: WebAPIHTTPError, secrets: readonly string[]): PlatformError {
  if (statusCode === 429) return rateLimited(undefined);
  if (typeof body === 'object' && body !== null && 'error' in body) return fromAnswer(body as Answer, secrets);
  return statusCode >= 500 ? new PlatformError('unavailable', `Slack has a problem (HTTP ${statusCode}).`) : unusable();
}

function fromTransport(error: unknown): PlatformError {
  const { name, syscall, message } = (error ?? {}) as Record<string, unknown>;
  if (name === 'TimeoutError') return new PlatformError('unavailable', 'Slack did not answer in time.');
  if (syscall === 'open' || syscall === 'read') {
    return new PlatformError('invalid', 'The attachment can no longer be read.', { hint: 'Send the question again.' });
  }
  if (typeof message === 'string' && message.includes('Retry header')) return rateLimited(undefined);
  return unreachable('Slack', error, 'PLATFORM_SLACK_API_URL if it is set');
}

function rateLimited(seconds: unknown): PlatformError {
  const retryAfterMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 1000;
  return new PlatformError('rate_limited', 'Slack: too many messages at once.', { retryAfterMs });
}

function unusable(): PlatformError {
  return new PlatformError('unavailable', "Slack's answer was not one of its Web API.", { hint: CHECK_ADDRESS });
}

function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
}
