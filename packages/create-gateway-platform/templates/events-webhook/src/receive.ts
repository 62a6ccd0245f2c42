import type { Connection, WebhookReply, WebhookRequest } from '@gateway/platform-kit';
import type { Api, Context } from './api.js';
import { notWritten } from './not-written.js';

/** Receives the events of the account on the address that the gateway has for it. */
export function receive(api: Api, context: Context): Pick<Connection, 'webhook' | 'register'> {
  return {
    register: (signal) => register(api, context, signal),
    webhook: (request) => webhook(context, request),
  };
}

async function register(_api: Api, _context: Context, _signal?: AbortSignal): Promise<void> {
  return notWritten(
    'register in src/receive.ts',
    'tell the platform context.webhookUrl, or check the token where operators enter the address by hand',
  );
}

async function webhook(_context: Context, _request: WebhookRequest): Promise<WebhookReply> {
  return notWritten(
    'webhook in src/receive.ts',
    'refuse a request with a wrong signature or an old timestamp with 401, deliver what eventOf makes of its events, and reply 200 only after deliver has resolved, else 503',
  );
}
