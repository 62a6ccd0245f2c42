import { checkToken, createWebhook, probe } from '@gateway/graph-api';
import type { Connection } from '@gateway/platform-kit';
import { createWhatsApp } from './api.js';
import type { WhatsAppContext } from './credentials.js';
import { WHATSAPP } from './errors.js';
import { readEntries } from './inbound.js';
import { parseTarget } from './person.js';
import { sendMessage, sendPrompt } from './prompts.js';

export function connect(context: WhatsAppContext): Connection {
  const { credentials } = context;
  const whatsapp = createWhatsApp(context);
  const closed = new AbortController();

  return {
    probe: (target, signal) =>
      probe(
        () => whatsapp.describe(signal),
        async () => describePerson(target),
      ),
    sendMessage: (message, signal) => sendMessage(whatsapp, message, signal),
    sendPrompt: (question, signal) => sendPrompt(whatsapp, question, signal),
    webhook: createWebhook(WHATSAPP, context, {
      read: (entries) => readEntries(entries, credentials.phone_number_id),
      send: (message) => sendMessage(whatsapp, message, closed.signal),
    }),
    isAccount: async (name) => name === credentials.phone_number_id,
    register: (signal) => checkToken(whatsapp.describe(signal)),
    close: async () => closed.abort(),
  };
}

/** WhatsApp does not say who has an account, so only sending a message shows whether a person can be reached. */
function describePerson(target: string): { id: string; name: string } {
  const id = parseTarget(target);
  return { id, name: /^\d/.test(id) ? `+${id}` : id };
}
