import { DiscordAPIError, HTTPError, RateLimitError } from '@discordjs/rest';
import { PlatformError, unreachable, type PlatformErrorCode } from '@gateway/platform-kit';

export const NEW_TOKEN = 'Take a new one: discord.com/developers/applications, the application, Bot, Reset Token.';
const PERMISSIONS =
  'In the channel: Edit Channel, Permissions, add the bot, allow View Channel, Send Messages, Send Messages in Threads, Embed Links, Attach Files and Read Message History.';

/** Discord's error codes that an operator can fix. */
const REFUSALS: Readonly<Record<number, readonly [PlatformErrorCode, string]>> = {
  10003: [
    'not_found',
    'Check the channel id: right-click the channel, Copy Channel ID. The channel may have been deleted.',
  ],
  10004: ['not_found', 'Invite the bot to the server again.'],
  10008: ['not_found', 'The message was deleted.'],
  10013: ['not_found', 'Check the user id: right-click the person, Copy User ID.'],
  40001: ['auth', NEW_TOKEN],
  40005: ['invalid', 'The attachment is too large: a bot may upload 10 MB, more on boosted servers.'],
  50001: ['forbidden', `The bot cannot see the channel. Invite it to the server. ${PERMISSIONS}`],
  50007: [
    'forbidden',
    'The person accepts no direct messages from the bot: they must share a server with it and allow direct messages from its members.',
  ],
  50008: ['invalid', 'This kind of channel accepts no texts: choose a text channel or a thread.'],
  50013: ['forbidden', PERMISSIONS],
  50083: ['forbidden', 'The thread is archived: reopen it.'],
  50278: ['forbidden', 'The person must share a server with the bot.'],
  160005: ['forbidden', 'The thread is locked: unlock it, or allow the bot to manage threads.'],
};

/** Errors that mean there is nothing left to do: the message was deleted, or the interaction is over. */
export const UNKNOWN_MESSAGE = 10008;
export const UNKNOWN_WEBHOOK = 10015;
export const UNKNOWN_INTERACTION = 10062;
export const ALREADY_ACKNOWLEDGED = 40060;

/** An error of the API with Discord's own error code. */
export class DiscordRefusal extends PlatformError {
  constructor(
    code: PlatformErrorCode,
    message: string,
    readonly number: number | null,
    details: { hint?: string; retryAfterMs?: number } = {},
  ) {
    super(code, message, details);
  }
}

/** Converts an error of the SDK. The original is not attached: it contains addresses with tokens. */
export function toPlatformError(error: unknown, secret: string, ended: 'cancelled' | 'timeout' | null): PlatformError {
  if (ended === 'cancelled') return new PlatformError('unavailable', 'The request to Discord was cancelled.');
  if (ended === 'timeout') return new PlatformError('unavailable', 'Discord did not answer in time.');
  if (error instanceof RateLimitError) {
    const retryAfterMs = Math.ceil(Math.max(error.retryAfter, error.timeToReset, 250));
    return new PlatformError('rate_limited', 'Discord: you are being rate limited.', { retryAfterMs });
  }
  if (error instanceof DiscordAPIError) return fromAnswer(error, secret);
  if (error instanceof HTTPError) {
    return new PlatformError('unavailable', `Discord is not available at the moment (HTTP ${error.status}).`);
  }
  if (error instanceof SyntaxError) {
    return new PlatformError('unavailable', "Discord's answer was not one of its API.", {
      hint: 'Check PLATFORM_DISCORD_API_URL if it is set, and any proxy on the way.',
    });
  }
  return unreachable('Discord', error, 'PLATFORM_DISCORD_API_URL if it is set');
}

function fromAnswer({ status, code, rawError }: DiscordAPIError, secret: string): PlatformError {
  const number = typeof code === 'number' ? code : null;
  const message = described(rawError).replaceAll(secret, '[bot token]');
  if (status === 401) return new DiscordRefusal('auth', 'Discord refuses the bot token.', number, { hint: NEW_TOKEN });
  const refusal = number === null ? undefined : REFUSALS[number];
  if (refusal) return new DiscordRefusal(refusal[0], message, number, { hint: refusal[1] });
  if (status === 403) return new DiscordRefusal('forbidden', message, number, { hint: PERMISSIONS });
  if (status === 404) return new DiscordRefusal('not_found', message, number);
  if (status === 413) {
    return new DiscordRefusal('invalid', 'Discord: the attachment is too large.', number, {
      hint: 'A bot may upload 10 MB, more on boosted servers.',
    });
  }
  return new DiscordRefusal('invalid', message, number);
}

/** Discord's message with its errors per field: `Discord: Invalid Form Body (content: Must be 2000 or fewer in length.).` */
function described(raw: unknown): string {
  const { message, errors } = (raw ?? {}) as { message?: unknown; errors?: unknown };
  const said =
    typeof message === 'string' && message !== '' ? message.replace(/(?<!\.)\.*$/, '') : 'the request was refused';
  const fields = [...fieldErrors(errors, [])].slice(0, 3).join('; ');
  return `Discord: ${said}${fields === '' ? '' : ` (${fields})`}.`;
}

function* fieldErrors(node: unknown, path: readonly string[]): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === '_errors' && Array.isArray(value)) {
      for (const { message } of value as { message?: unknown }[]) yield `${path.join('.')}: ${String(message)}`;
    } else yield* fieldErrors(value, [...path, key]);
  }
}
