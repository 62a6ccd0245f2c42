import { checkToken, createWebhook, probe } from '@gateway/graph-api';
import { isPlatformError, type Connection } from '@gateway/platform-kit';
import { createMessenger, type Messenger } from './api.js';
import { createButtonMessageIndex } from './button-message-index.js';
import type { MessengerContext } from './credentials.js';
import { MESSENGER } from './errors.js';
import { createReadFile } from './files.js';
import { readEntries } from './inbound.js';
import { createPage } from './page.js';
import { parseTarget } from './person.js';
import { sendMessage, sendPrompt } from './prompts.js';
import { problemOfTemplate, sendTemplate } from './template.js';

export function connect(context: MessengerContext): Connection {
  const messenger = createMessenger(context);
  const page = createPage(messenger, context.state, context.now);
  const buttonMessages = createButtonMessageIndex();
  const readFile = createReadFile(context.fetch);
  const closed = new AbortController();
  let isWarned = false;

  /** Once, because each text of such a conversation comes as standby. */
  function warnOfStandby(): void {
    if (isWarned) return;
    isWarned = true;
    context.log.warn(
      'Another app or the inbox of the page controls a conversation, so its texts do not reach the gateway. In the settings of the page, ' +
        'choose this app at Advanced Messaging, Conversation routing.',
    );
  }

  return {
    probe: (target, signal) =>
      probe(
        () => page.describe(signal),
        () => findPerson(messenger, target, signal),
      ),
    sendMessage: (message, signal) => sendMessage(messenger, message, signal),
    async sendPrompt(question, signal) {
      const posted = await sendPrompt(messenger, question, signal);
      buttonMessages.add(question, posted);
      return posted;
    },
    sendTemplate: (message, signal) => sendTemplate(messenger, message, signal),
    templateProblem: (template, signal) => problemOfTemplate(messenger, template, signal),
    webhook: createWebhook(MESSENGER, context, {
      async read(entries) {
        const ownPage = await page.id().catch(() => null);
        const inbound = readEntries(entries, ownPage, buttonMessages.find, readFile);
        if (inbound.hasStandby) warnOfStandby();
        return inbound;
      },
      send: (message) => sendMessage(messenger, message, closed.signal),
    }),
    isAccount: async (name) => (await page.id()) === name,
    register: (signal) => checkToken(page.describe(signal)),
    close: async () => closed.abort(),
  };
}

async function findPerson(messenger: Messenger, target: string, signal?: AbortSignal) {
  const psid = parseTarget(target);
  return await messenger.describePerson(psid, signal).catch((error: unknown) => {
    // Without the permission to read profiles, only the name is missing.
    if (isPlatformError(error) && (error.code === 'forbidden' || error.code === 'invalid'))
      return { id: psid, name: psid };
    throw error;
  });
}
