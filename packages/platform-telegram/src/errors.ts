import { PlatformError, unreachable } from '@gateway/platform-kit';
import { GrammyError, HttpError } from 'grammy';

const NEW_TOKEN = 'Copy it again from @BotFather (/mybots, API Token).';

/** Maps Telegram's descriptions of errors to our codes and a hint; the first match applies. */
const REFUSALS: readonly (readonly [RegExp, 'forbidden' | 'not_found', string])[] = [
  [
    /chat not found|group chat was deleted/i,
    'not_found',
    'Check the chat id. A person must first open the bot and press Start; a group must first have the bot as a member.',
  ],
  [/message thread not found/i, 'not_found', "Check the topic's number, the part of the target after the colon."],
  [/message to (?:be )?\w+ not found/i, 'not_found', 'The message was deleted.'],
  [/topic_closed/i, 'forbidden', 'Reopen the topic, or give the bot the right to manage topics.'],
  [
    /blocked by the user|can't initiate conversation|user is deactivated/i,
    'forbidden',
    'Ask the person to open the bot in Telegram and press Start.',
  ],
  [/kicked|not a member/i, 'forbidden', 'Add the bot to the group or channel again.'],
  [
    /not enough rights|have no rights|need administrator rights|chat_write_forbidden|chat_send_/i,
    'forbidden',
    'Let members write in the group, or make the bot an administrator that may post.',
  ],
];

/** Converts an error of grammY. The original is not attached: it may contain the bot token. */
export function toPlatformError(error: unknown, token: string, cancelled: boolean): PlatformError {
  if (cancelled) return new PlatformError('unavailable', 'The request to Telegram was cancelled.');
  if (error instanceof GrammyError) return fromAnswer(error, token);
  if (error instanceof HttpError) return fromTransport(error.error);
  return unusable();
}

function fromAnswer(error: GrammyError, token: string): PlatformError {
  const { error_code: status, parameters } = error;
  if (typeof status !== 'number' || typeof error.description !== 'string') return unusable();
  const description = error.description.replaceAll(token, '[bot token]').replace(/(?<!\.)\.*$/, '.');
  const message = `Telegram: ${description}`;
  if (status === 401 || status === 404) {
    return new PlatformError('auth', 'Telegram refuses the bot token.', { hint: NEW_TOKEN });
  }
  if (status === 409) return new PlatformError('conflict', message, { hint: conflictHint(description) });
  if (status === 429) {
    return new PlatformError('rate_limited', message, { retryAfterMs: (parameters.retry_after ?? 1) * 1000 });
  }
  if (status >= 500) return new PlatformError('unavailable', message);
  if (parameters.migrate_to_chat_id !== undefined) {
    return new PlatformError('invalid', message, { hint: movedHint(parameters.migrate_to_chat_id) });
  }
  const refusal = REFUSALS.find(([pattern]) => pattern.test(description));
  if (refusal !== undefined) return new PlatformError(refusal[1], message, { hint: refusal[2] });
  if (status === 403) {
    return new PlatformError('forbidden', message, {
      hint: 'In a private chat, ask the person to press Start; in a group, add the bot and let it write.',
    });
  }
  return new PlatformError('invalid', message);
}

export function movedHint(newChat: number | string): string {
  return `The group became a supergroup and has a new id: set the target of its channel to ${newChat}.`;
}

function conflictHint(description: string): string {
  return /webhook/i.test(description)
    ? 'Another program has set a webhook for this bot. Stop it and restart this gateway, or give each its own bot.'
    : 'Another program is polling this bot. Stop it, or create another bot for this gateway with @BotFather.';
}

function fromTransport(error: unknown): PlatformError {
  const { name, message } = (error ?? {}) as Record<string, unknown>;
  if (error instanceof SyntaxError) return unusable();
  if (name === 'TimeoutError' || (typeof message === 'string' && message.includes('timed out'))) {
    return new PlatformError('unavailable', 'Telegram did not answer in time.');
  }
  return unreachable('Telegram', error, 'PLATFORM_TELEGRAM_API_URL if it is set');
}

function unusable(): PlatformError {
  return new PlatformError('unavailable', "Telegram's answer was not one of its Bot API.", {
    hint: 'Check PLATFORM_TELEGRAM_API_URL if it is set, and any proxy on the way.',
  });
}
