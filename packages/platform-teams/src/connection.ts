import type { Connection } from '@gateway/platform-kit';
import { createConnector } from './api.js';
import { inCloud } from './clouds.js';
import type { TeamsContext } from './credentials.js';
import { closePrompt, sendMessage, sendPrompt } from './messages.js';
import { probe } from './probe.js';
import { createServiceUrls } from './service-urls.js';
import { createSigningKeys } from './signing-keys.js';
import { createTokenSource } from './token.js';
import { createVerify } from './verification.js';
import { createWebhook } from './webhook.js';

export function connect(given: TeamsContext): Connection {
  const context = inCloud(given);
  const { credentials, log } = context;
  const tokens = createTokenSource(context);
  const services = createServiceUrls(context);
  const connector = createConnector(context, tokens, services);
  const verify = createVerify(context, createSigningKeys(context));
  return {
    probe: (target, signal) => probe({ connector, tokens, credentials }, target, signal),
    sendMessage: (message, signal) => sendMessage(connector, message, signal),
    sendPrompt: (question, signal) => sendPrompt(connector, question, signal),
    closePrompt: (closed, signal) => closePrompt(connector, closed, signal),
    webhook: createWebhook(context, {
      verify,
      services,
      sendNotice: ({ targets: [target], messageId: replyTo }, text) =>
        void sendMessage(connector, { target, text, replyTo }).catch(() =>
          log.warn('The notice to a person whose press was refused could not be sent.'),
        ),
    }),
    // An operator sets the address in the Azure portal. At start, only the credentials can be checked.
    register: async (signal) => void (await tokens.get(signal)),
    // There is nothing to close: the sockets belong to the gateway's fetch.
    close: async () => {},
  };
}
