import { isPlatformError, type Connection, type ConnectionContext, type Probe } from '@gateway/platform-kit';
import { createMessenger, type Messenger } from './api.js';
import { createCarriers } from './carriers.js';
import type { MessengerCredentials } from './index.js';
import { createPage, type Page } from './page.js';
import { parseTarget } from './person.js';
import { sendMessage, sendPrompt } from './prompts.js';
import { createWebhook, type AfterDelivery } from './webhook.js';

export function connect(context: ConnectionContext<MessengerCredentials>): Connection {
  const messenger = createMessenger(context);
  const page = createPage(messenger, context.state, context.now);
  const carriers = createCarriers();
  const closed = new AbortController();

  /** The reply to a press can say nothing, so who presses in vain is told by a message. The core confirms what it took. */
  const tellRefused: AfterDelivery = (events, outcomes) => {
    for (const [index, event] of events.entries()) {
      const { result, notice } = outcomes[index] ?? {};
      if (event.kind !== 'press' || result !== 'refused' || !notice) continue;
      const told = { target: event.targets[0], text: notice, replyTo: event.messageId };
      sendMessage(messenger, told, closed.signal).catch((error: unknown) =>
        context.log.warn('Who pressed in vain could not be told.', { reason: reasonOf(error) }),
      );
    }
  };

  return {
    probe: (target, signal) => probe(messenger, page, target, signal),
    sendMessage: (message, signal) => sendMessage(messenger, message, signal),
    async sendPrompt(question, signal) {
      const posted = await sendPrompt(messenger, question, signal);
      carriers.note(question, posted);
      return posted;
    },
    webhook: createWebhook(context, page, carriers.of, tellRefused),
    isAccount: async (name) => (await page.id()) === name,
    register: (signal) => checkToken(page, signal),
    close: async () => closed.abort(),
  };
}

async function probe(messenger: Messenger, page: Page, target: string, signal?: AbortSignal): Promise<Probe> {
  let account: Probe['account'] = null;
  try {
    account = await page.describe(signal);
    const psid = parseTarget(target);
    const found = await messenger.describePerson(psid, signal).catch((error: unknown) => {
      // Without the permission to see profiles only the name is missing.
      if (isPlatformError(error) && (error.code === 'forbidden' || error.code === 'invalid'))
        return { id: psid, name: psid };
      throw error;
    });
    return { ok: true, account, target: found, problems: [] };
  } catch (error) {
    return { ok: false, account, target: null, problems: [reasonOf(error)] };
  }
}

/** The webhook is set up by hand in the app's dashboard; what can be done at start is to tell a bad token. */
async function checkToken(page: Page, signal?: AbortSignal): Promise<void> {
  try {
    await page.describe(signal);
  } catch (error) {
    // Sending needs less than this question: only a token that is refused is refused for everything.
    if (isPlatformError(error) && error.code === 'auth') throw error;
  }
}

function reasonOf(error: unknown): string {
  return isPlatformError(error) ? error.explanation : 'The adapter failed.';
}
