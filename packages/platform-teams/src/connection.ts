import { createDialogReplies, type Connection } from '@gateway/platform-kit';
import { createConnector } from './api.js';
import { inCloud } from './clouds.js';
import { createConversations } from './conversations.js';
import type { TeamsContext } from './credentials.js';
import { createReadFile } from './files.js';
import { closePrompt, sendMessage, sendPrompt } from './messages.js';
import { probe } from './probe.js';
import { createServiceUrls } from './service-urls.js';
import { createSigningKeys } from './signing-keys.js';
import { createTokenSource } from './sign-in/token.js';
import { createVerify } from './verification.js';
import { createWebhook } from './webhook.js';

export function connect(given: TeamsContext): Connection {
  const context = inCloud(given);
  const { credentials, log } = context;
  const tokens = createTokenSource(context);
  const services = createServiceUrls(context);
  const connector = createConnector(context, tokens, services);
  const conversations = createConversations(context, connector);
  const messages = { connector, conversations };
  const dialogs = createDialogReplies();
  const verify = createVerify(context, createSigningKeys(context));
  return {
    probe: (target, signal) => probe({ ...messages, tokens, credentials }, target, signal),
    chats: () => conversations.chats(),
    sendMessage: (message, signal) => sendMessage(messages, message, signal),
    sendPrompt: (question, signal) => sendPrompt(messages, question, signal),
    closePrompt: (closed, signal) => closePrompt(messages, closed, signal),
    openDialog: async (dialog) => dialogs.open(dialog),
    webhook: createWebhook(context, {
      verify,
      services,
      conversations,
      dialogs,
      readFile: createReadFile(context, tokens),
      sendNotice: ({ targets: [target], messageId }, text) =>
        void sendMessage(messages, { target, text, ...(messageId !== null && { replyTo: messageId }) }).catch(() =>
          log.warn('The notice to a person whose press was refused could not be sent.'),
        ),
    }),
    // An operator sets the address in the Azure portal. At start, only the credentials can be checked.
    register: async (signal) => void (await tokens.get(signal)),
    // There is nothing to close: the sockets belong to the gateway's fetch.
    close: async () => {},
  };
}
