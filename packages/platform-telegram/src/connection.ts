import type { Connection, ConnectionContext, OutboundMessage, Posted } from '@gateway/platform-kit';
import { destination, inTopic, parseTarget } from './address.js';
import { createAnswers } from './answers.js';
import { createTelegram, type Telegram } from './api.js';
import { createReadFile } from './files.js';
import { findChats } from './find-chats.js';
import { poll } from './polling.js';
import { probe } from './probe.js';
import { closePrompt, sendPrompt } from './prompts.js';
import { createWebhook, register, unregister, webhookSecret } from './webhook.js';

/** Max wait on close for answers to presses. */
const MAX_ANSWER_WAIT_MS = 1000;

export function connect(context: ConnectionContext<{ readonly bot_token: string }>): Connection {
  const telegram = createTelegram(context);
  return {
    probe: (target, signal) => probe(telegram, target, signal),
    chats: (search, signal) => findChats(telegram, search, signal),
    sendMessage: (message, signal) => sendMessage(telegram, message, signal),
    sendPrompt: (question, signal) => sendPrompt(telegram, question, signal),
    closePrompt: (closed, signal) => closePrompt(telegram, closed, signal),
    ...receiving(context, telegram),
  };
}

/** Telegram sends events to a webhook or to a poller, never to both. */
function receiving(
  context: ConnectionContext<{ readonly bot_token: string }>,
  telegram: Telegram,
): Pick<Connection, 'start' | 'webhook' | 'register' | 'unregister' | 'close'> {
  const { webhookUrl, credentials, deliver, log } = context;
  const readFile = createReadFile(context, telegram);
  if (webhookUrl === null) {
    // There is nothing to close: the stream ends by its signal, and the sockets belong to the gateway's fetch.
    return { start: (control) => poll({ telegram, deliver, readFile, log }, control), close: async () => {} };
  }
  const secret = webhookSecret(credentials.bot_token);
  const closed = new AbortController();
  const answers = createAnswers(telegram, log, closed.signal);
  return {
    webhook: createWebhook({ secret, answers, deliver, readFile, log }),
    register: (signal) => register(telegram, webhookUrl, secret, signal),
    unregister: (signal) => unregister(telegram, signal),
    async close() {
      closed.abort();
      await answers.settle(MAX_ANSWER_WAIT_MS);
    },
  };
}

async function sendMessage(
  { call }: Telegram,
  { target, text, replyTo, thread }: OutboundMessage,
  signal?: AbortSignal,
): Promise<Posted> {
  const place = destination(inTopic(parseTarget(target), thread));
  const repliedId = Number(replyTo);
  const reply_parameters =
    Number.isSafeInteger(repliedId) && repliedId > 0
      ? { message_id: repliedId, allow_sending_without_reply: true }
      : undefined;
  const sent = await call(signal, (api, signal) => api.sendMessage({ ...place, text, reply_parameters }, signal));
  const messageId = String(sent.message_id);
  return { messageId, messageIds: [messageId], ref: null };
}
