import {
  hmacHex,
  parseJson,
  refuse,
  safeEqual,
  type DeliverEvents,
  type Log,
  type Outcome,
  type WebhookReply,
  type WebhookRequest,
} from '@gateway/platform-kit';
import type { Answers } from './answers.js';
import type { Telegram } from './api.js';
import type { ReadFile } from './files.js';
import { ALLOWED_UPDATES, parseUpdate } from './inbound.js';
import { reportMoves } from './polling.js';

/** The secret that Telegram sends with every call. It is derived from the bot token, so it is not stored. */
export function webhookSecret(botToken: string): string {
  return hmacHex(botToken, 'telegram webhook secret');
}

export async function register({ call }: Telegram, url: string, secret: string, signal?: AbortSignal): Promise<void> {
  const settings = { url, secret_token: secret, allowed_updates: ALLOWED_UPDATES, max_connections: 40 };
  await call(signal, (api, signal) => api.setWebhook(settings, signal));
}

export async function unregister({ call }: Telegram, signal?: AbortSignal): Promise<void> {
  await call(signal, (api, signal) => api.deleteWebhook({ drop_pending_updates: false }, signal));
}

interface WebhookParts {
  readonly secret: string;
  readonly answers: Answers;
  readonly deliver: DeliverEvents;
  readonly readFile: ReadFile;
  readonly log: Log;
}

/** Handles Telegram's calls, one update each. Telegram sends an update again after any reply but 2xx. */
export function createWebhook({ secret, answers, deliver, readFile, log }: WebhookParts) {
  return async ({ headers, body }: WebhookRequest): Promise<WebhookReply> => {
    if (!safeEqual(headers['x-telegram-bot-api-secret-token'] ?? '', secret)) {
      return refuse(401, 'The header X-Telegram-Bot-Api-Secret-Token is missing or not the one of this bot.');
    }
    const inbound = parseUpdate(parseJson(body), readFile);
    if (inbound === null) return refuse(400, 'The body is not an update of the Telegram Bot API.');
    let outcome: Outcome | undefined;
    if (inbound.event !== null) {
      try {
        [outcome] = await deliver([inbound.event]);
      } catch {
        log.error('An update could not be stored; Telegram will send it again.', { update: inbound.updateId });
        return refuse(503, 'The update could not be stored. Send it again.');
      }
    }
    reportMoves([inbound], log);
    // Answered by a separate call, because a method in the webhook reply returns no result. Not for a duplicate: Telegram shows only the
    // first answer, and this one, without a notice, could be faster than the one with the notice.
    if (inbound.callbackQueryId !== null && outcome?.result !== 'duplicate')
      await answers.send(inbound.callbackQueryId, outcome?.notice ?? null);
    return { status: 200 };
  };
}
