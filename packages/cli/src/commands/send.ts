import { textOrInput } from '../asking.js';
import { command } from '../command.js';
import { exitCodes, UsageError } from '../exit-codes.js';

export const send = command({
  name: 'send',
  summary: 'Send a text to the chat of a MESSAGE channel. - reads it from standard input.',
  words: [{ name: 'TEXT' }],
  options: {
    channel: { type: 'string', value: 'ID', help: 'The channel. Default: GATEWAY_CHANNEL, then the profile.' },
    'reply-to': { type: 'string', value: 'ID', help: 'The message to reply to.' },
    thread: { type: 'string', value: 'ID', help: 'The thread to post in.' },
    'idempotency-key': { type: 'string', value: 'KEY', help: 'The text is sent once for each key.' },
  },
  async run({ flags, words, context: { gateway, settings, output, signal } }) {
    const channel = flags.channel ?? settings.channel;
    if (channel === undefined) throw new UsageError('Name the channel by --channel or GATEWAY_CHANNEL.');
    const message = {
      channel_id: channel,
      text: await textOrInput(words[0]),
      reply_to: flags['reply-to'] ?? null,
      thread_id: flags.thread ?? null,
    };
    const sent = await gateway.sendMessage(message, { signal, idempotencyKey: flags['idempotency-key'] });
    output.result(sent, sent.stored ? sent.id : (sent.platform_message_id ?? ''));
    return exitCodes.success;
  },
});
