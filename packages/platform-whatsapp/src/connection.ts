import { checkToken, createWebhook, probe, toPlatformError } from '@gateway/graph-api';
import type { Connection, ConnectionContext } from '@gateway/platform-kit';
import { createWhatsApp } from './api.js';
import { WHATSAPP } from './errors.js';
import { readEntries, type WhatsAppInbound } from './inbound.js';
import type { WhatsAppCredentials } from './index.js';
import { parseTarget } from './person.js';
import { sendMessage, sendPrompt } from './prompts.js';

export function connect(context: ConnectionContext<WhatsAppCredentials>): Connection {
  const { credentials, log } = context;
  const whatsapp = createWhatsApp(context);
  const closed = new AbortController();

  /** What an operator should hear of and nobody else would tell. */
  function report({ undelivered }: WhatsAppInbound): void {
    for (const { messageId, problem } of undelivered) {
      const reason = toPlatformError(WHATSAPP, problem).explanation;
      log.warn('A message was not delivered.', { message: messageId, reason });
    }
  }

  return {
    probe: (target, signal) =>
      probe(
        () => whatsapp.describe(signal),
        async () => personAt(target),
      ),
    sendMessage: (message, signal) => sendMessage(whatsapp, message, signal),
    sendPrompt: (question, signal) => sendPrompt(whatsapp, question, signal),
    webhook: createWebhook(WHATSAPP, context, {
      read: (entries) => readEntries(entries, credentials.phone_number_id),
      send: (message) => sendMessage(whatsapp, message, closed.signal),
      after: report,
    }),
    isAccount: async (name) => name === credentials.phone_number_id,
    register: (signal) => checkToken(whatsapp.describe(signal)),
    close: async () => closed.abort(),
  };
}

/** Whether a person can be written to shows only when it is tried: WhatsApp does not tell who has an account. */
function personAt(target: string): { id: string; name: string } {
  const id = parseTarget(target);
  return { id, name: /^\d/.test(id) ? `+${id}` : id };
}
