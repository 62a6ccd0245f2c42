import type { Connection } from '@gateway/platform-kit';
import { createSlack, type SlackContext } from './api.js';
import { openDialog } from './dialogs.js';
import { findChats } from './find-chats.js';
import { createReadFile } from './inbound-files.js';
import { createNotices } from './notices.js';
import { createPeople } from './people.js';
import { checkToken, probe } from './probe.js';
import { closePrompt, sendMessage, sendPrompt } from './prompts.js';
import { createReceiver } from './receiver.js';
import { listen } from './socket.js';
import { createWebhook } from './webhook.js';

/** Max wait on close for notices that are being sent. */
const MAX_NOTICE_WAIT_MS = 500;

export function connect(context: SlackContext): Connection {
  const { credentials, deliver, log, now } = context;
  const slack = createSlack(context);
  const { app } = slack;
  const notices = createNotices(slack, context);
  let bot: string | null = null;
  const people = createPeople(slack, now);
  const readFile = createReadFile(context, slack);
  const receive = createReceiver({ deliver, notices, log, people, isBot: (user) => user === bot });
  return {
    probe: (target, signal) => probe(slack, target, signal),
    chats: (_search, signal) => findChats(slack, signal),
    sendMessage: (message, signal) => sendMessage(slack, message, signal),
    sendPrompt: (question, signal) => sendPrompt(slack, question, signal),
    closePrompt: (closed, signal) => closePrompt(slack, closed, signal),
    openDialog: (dialog, signal) => openDialog(slack.trigger, dialog, signal),
    webhook: createWebhook(credentials.signing_secret, { receive, readFile, now, log }),
    // An operator sets the webhook address in Slack. At start, only a refused token can be detected.
    register: async (signal) => {
      const found = await checkToken(slack, signal);
      bot = found ?? null;
      return found === undefined ? 'unverified' : undefined;
    },
    ...(app && { start: (control) => listen({ app, context, receive, readFile }, control) }),
    close: () => notices.settle(MAX_NOTICE_WAIT_MS),
  };
}
