import { readFile } from 'node:fs/promises';
import { accountKey, definePlatform, PLATFORM_API_VERSION } from '@gateway/platform-kit';
import { z } from 'zod';
import { TARGET_PATTERN } from './address.js';
import { icon } from './icon.js';

const credentials = z.object({
  bot_token: z
    .string()
    .trim()
    // The token is part of every request's path, so only characters that need no escaping are allowed. Its format is not checked
    // further, because the server need not be Telegram's own.
    .regex(/^[\w.~!$&'()*+,;=:@-]+$/, 'must be a bot token from @BotFather, such as 123456789:AAH…')
    .meta({
      title: 'Bot token',
      help: 'Open @BotFather in Telegram, send /mybots, choose the bot, then API Token.',
      placeholder: '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw',
      secret: true,
    }),
});

export default definePlatform({
  apiVersion: PLATFORM_API_VERSION,
  id: 'telegram',
  name: 'Telegram',
  icon,
  credentials,
  target: {
    title: 'Chat',
    placeholder: '-1001234567890',
    help:
      'The chat id: a positive number for a person, a negative one for a group; -1001234567890:45 for topic 45 of a group; ' +
      'or the @name of a public group or channel, written as in its t.me link. The guide shows how to find it.',
    pattern: TARGET_PATTERN,
  },
  capabilities: {
    webhook: 'optional',
    stream: 'polling',
    buttons: { max: 10, labelLength: 64, dataBytes: 64 },
    text: { max: 4096 },
    media: { url: true, bytes: true },
    edit: 'call',
    threads: true,
    inboundFiles: true,
    ackWithin: 10_000,
  },
  endpoints: {
    api: {
      default: 'https://api.telegram.org',
      help: 'Root address of the Bot API. Change it for a self-hosted telegram-bot-api server.',
    },
  },
  guide: () => readFile(new URL('../README.md', import.meta.url), 'utf8'),
  account: ({ bot_token }) => accountKey(bot_token),
  async connect(context) {
    const { connect } = await import('./connection.js');
    return connect(context);
  },
});
