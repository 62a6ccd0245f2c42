import { isPlatformError, type Connection, type ConnectionContext, type Probe } from '@gateway/platform-kit';
import { createWhatsApp, type WhatsApp } from './api.js';
import type { WhatsAppCredentials } from './index.js';
import { parseTarget } from './person.js';
import { sendMessage, sendPrompt } from './prompts.js';
import { createWebhook, type AfterDelivery } from './webhook.js';

export function connect(context: ConnectionContext<WhatsAppCredentials>): Connection {
  const whatsapp = createWhatsApp(context);
  const closed = new AbortController();

  /** The reply to a press can say nothing, so who presses in vain is told by a message. The core confirms what it took. */
  const tellRefused: AfterDelivery = (events, outcomes) => {
    for (const [index, event] of events.entries()) {
      const { result, notice } = outcomes[index] ?? {};
      if (event.kind !== 'press' || result !== 'refused' || !notice) continue;
      const told = { target: event.targets[0], text: notice, replyTo: event.messageId };
      sendMessage(whatsapp, told, closed.signal).catch((error: unknown) =>
        context.log.warn('Who pressed in vain could not be told.', { reason: reasonOf(error) }),
      );
    }
  };

  return {
    probe: (target, signal) => probe(whatsapp, target, signal),
    sendMessage: (message, signal) => sendMessage(whatsapp, message, signal),
    sendPrompt: (question, signal) => sendPrompt(whatsapp, question, signal),
    webhook: createWebhook(context, tellRefused),
    isAccount: async (name) => name === context.credentials.phone_number_id,
    register: (signal) => checkToken(whatsapp, signal),
    close: async () => closed.abort(),
  };
}

/** Whether a person can be written to shows only when it is tried: WhatsApp does not tell who has an account. */
async function probe(whatsapp: WhatsApp, target: string, signal?: AbortSignal): Promise<Probe> {
  let account: Probe['account'] = null;
  try {
    account = await whatsapp.describe(signal);
    const id = parseTarget(target);
    return { ok: true, account, target: { id, name: /^\d/.test(id) ? `+${id}` : id }, problems: [] };
  } catch (error) {
    return { ok: false, account, target: null, problems: [reasonOf(error)] };
  }
}

/** The webhook is set up by hand in the app's dashboard; what can be done at start is to tell a bad token. */
async function checkToken(whatsapp: WhatsApp, signal?: AbortSignal): Promise<void> {
  try {
    await whatsapp.describe(signal);
  } catch (error) {
    // Sending needs less than this question: only a token that is refused is refused for everything.
    if (isPlatformError(error) && error.code === 'auth') throw error;
  }
}

function reasonOf(error: unknown): string {
  return isPlatformError(error) ? error.explanation : 'The adapter failed.';
}
