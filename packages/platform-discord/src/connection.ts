import { createDialogReplies, type Connection, type StreamControl } from '@gateway/platform-kit';
import { createAnswers } from './answers.js';
import { createApi, type DiscordContext } from './api.js';
import { createChannelOf } from './channels.js';
import { createDispatch } from './dispatch.js';
import { createReadFile } from './files.js';
import { findChats } from './find-chats.js';
import { createInbox } from './inbox.js';
import { probe } from './probe.js';
import { closePrompt, sendMessage, sendPrompt } from './prompts.js';
import { holdSocket } from './socket.js';
import { createThreads, threadIn } from './threads.js';
import { createWebhook } from './webhook.js';

/** Max wait on stop for answers to presses. */
const MAX_ANSWER_WAIT_MS = 300;

export function connect(context: DiscordContext): Connection {
  const { credentials, deliver, log } = context;
  const api = createApi(context);
  const channelOf = createChannelOf(api);
  const threads = createThreads();
  const dialogs = createDialogReplies();
  const answers = createAnswers(api, log, credentials.application_id || null);

  async function start(control: StreamControl): Promise<void> {
    const inbox = createInbox(deliver, log);
    const onDispatch = createDispatch({
      inbox,
      answers,
      dialogs,
      threads,
      readFile: createReadFile(context.fetch),
      log,
    });
    const sessions = await holdSocket({ api, context, onDispatch }, control);
    await inbox.stop();
    await answers.settle(MAX_ANSWER_WAIT_MS);
    await sessions.close();
  }

  return {
    probe: (target, signal) => probe(api, channelOf, target, signal),
    chats: (_search, signal) => findChats(api, signal),
    sendMessage: async (message, signal) => {
      const channel = await channelOf(message.target, signal);
      const place =
        message.thread === undefined ? channel : await threadIn(api, threads, channel, message.thread, signal);
      return await sendMessage(api, place, message, signal);
    },
    sendPrompt: async (question, signal) =>
      await sendPrompt(api, await channelOf(question.target, signal), question, signal),
    closePrompt: async (closed, signal) => {
      const known = closed.ref?.['channel'];
      const channel = typeof known === 'string' ? known : await channelOf(closed.target, signal);
      await closePrompt(api, channel, closed, signal);
    },
    openDialog: async (dialog) => dialogs.open(dialog),
    // Only presses and submissions can come by webhook. Texts come by the socket, so it is always open.
    start,
    ...(credentials.public_key && {
      webhook: createWebhook(context, credentials.public_key, { answers, dialogs, threads }),
    }),
    close: async () => api.close(),
  };
}
