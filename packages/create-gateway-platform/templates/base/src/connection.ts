import type { Connection } from '@gateway/platform-kit';
import { createApi, type Context } from './api.js';
import { sendMessage } from './messages.js';
import { probe } from './probe.js';
import { openPrompts } from './prompts.js';
import { receive } from './receive.js';

/** The connection of one bot account. */
export function openConnection(context: Context): Connection {
  const api = createApi(context);
  const { deliver, ...prompts } = openPrompts(api, context);
  return {
    probe: (target, signal) => probe(api, target, signal),
    sendMessage: (message, signal) => sendMessage(api, message, signal),
    ...prompts,
    ...receive(api, { ...context, deliver }),
    close: async () => {},
  };
}
