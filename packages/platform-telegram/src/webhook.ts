import {
  hmacHex,
  safeEqual,
  type DeliverEvents,
  type Log,
  type Outcome,
  type WebhookReply,
  type WebhookRequest,
} from '@gateway/platform-kit';
import type { Answers } from './answers.js';
import type { Telegram } from './api.js';
import { ALLOWED_UPDATES, parseUpdate } from './inbound.js';
import { reportMoves } from './polling.js';

/** What Telegram sends with every call to prove that it is Telegram; derived, so that nobody has to keep it. */
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

/** Handles the calls of Telegram, one update each. Anything but a 2xx makes Telegram send the update again. */
export function createWebhook(secret: string, answers: Answers, deliver: DeliverEvents, log: Log) {
  return async ({ headers, body }: WebhookRequest): Promise<WebhookReply> => {
    if (!safeEqual(headers['x-telegram-bot-api-secret-token'] ?? '', secret)) {
      return refusal(401, 'The header X-Telegram-Bot-Api-Secret-Token is missing or not the one of this bot.');
    }
    const inbound = parseUpdate(parseJson(body));
    if (inbound === null) return refusal(400, 'The body is not an update of the Telegram Bot API.');
    let outcome: Outcome | undefined;
    if (inbound.event !== null) {
      try {
        [outcome] = await deliver([inbound.event]);
      } catch {
        log.error('An update could not be stored; Telegram will send it again.', { update: inbound.updateId });
        return refusal(503, 'The update could not be stored. Send it again.');
      }
    }
    reportMoves([inbound], log);
    // By a call of its own: of a method that the reply names nobody would hear whether it worked. Only the first answer to a press
    // is shown: a repeat, perhaps at another instance, must not be quicker with nothing to say.
    if (inbound.callbackQueryId !== null && outcome?.result !== 'duplicate')
      await answers.send(inbound.callbackQueryId, outcome?.notice ?? null);
    return { status: 200 };
  };
}

function refusal(status: number, detail: string): WebhookReply {
  return { status, body: { detail } };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
}
