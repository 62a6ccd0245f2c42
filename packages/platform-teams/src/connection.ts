import type { Connection } from '@gateway/platform-kit';
import { createConnector } from './api.js';
import type { TeamsContext } from './credentials.js';
import { closePrompt, sendMessage, sendPrompt } from './messages.js';
import { probe } from './probe.js';
import { createServiceUrls } from './service-urls.js';
import { createSigningKeys } from './signing-keys.js';
import { createTokenSource } from './token.js';
import { createVerify } from './verification.js';
import { createWebhook } from './webhook.js';

export function connect(context: TeamsContext): Connection {
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
      tell: ({ targets: [target], messageId: replyTo }, text) =>
        void sendMessage(connector, { target, text, replyTo }).catch(() =>
          log.warn('A person could not be told why their press was not taken.'),
        ),
    }),
    // The address is set in the Azure portal by hand. What can be found out at start is whether the credentials hold.
    register: async (signal) => void (await tokens.get(signal)),
    // Nothing outlives a call: sockets belong to the gateway's fetch.
    close: async () => {},
  };
}
