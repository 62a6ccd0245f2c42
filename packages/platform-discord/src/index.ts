import { readFile } from 'node:fs/promises';
import { accountKey, definePlatform, PLATFORM_API_VERSION } from '@gateway/platform-kit';
import { z } from 'zod';
import { icon } from './icon.js';
import { literal } from './markdown.js';
import { TARGET_PATTERN } from './target.js';

const credentials = z.object({
  bot_token: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'must be a bot token, without spaces')
    .meta({
      title: 'Bot token',
      help: 'discord.com/developers/applications, your application, Bot, Reset Token.',
      placeholder: 'MTA1NzQ2…',
      secret: true,
    }),
  public_key: z
    .string()
    .trim()
    .regex(/^(?:[0-9a-fA-F]{64})?$/, 'must be the 64 hexadecimal digits of the Public Key')
    .optional()
    .meta({
      title: 'Public key',
      help: 'Only with an Interactions Endpoint URL: General Information, Public Key. The same on every channel of the bot.',
      placeholder: '64 hexadecimal digits',
    }),
  application_id: z.string().trim().regex(/^\d*$/, 'must be a number').optional().meta({
    title: 'Application id',
    help: 'Optional: Discord sends it with every press. General Information, Application ID.',
    placeholder: '1057469483726668048',
  }),
});

const discord = definePlatform({
  apiVersion: PLATFORM_API_VERSION,
  id: 'discord',
  name: 'Discord',
  icon,
  credentials,
  target: {
    title: 'Channel',
    placeholder: '1057510428359004343',
    help:
      'The id of a text channel or thread: turn on Developer Mode (User Settings, Advanced), right-click the channel, Copy Channel ID. ' +
      'For one person: user: followed by their user id.',
    pattern: TARGET_PATTERN,
  },
  capabilities: {
    webhook: 'optional',
    stream: 'socket',
    buttons: { max: 10, labelLength: 80, labelUnit: 'utf16', dataBytes: 100 },
    text: { max: 2000, length: (text) => literal(text).length },
    media: { url: true, bytes: true },
    edit: 'reply',
    threads: true,
    inboundFiles: true,
    ackWithin: 3000,
    // A modal has five components; one is for the text.
    dialogs: { fields: 4, title: 45, label: 45, value: 4000 },
  },
  endpoints: {
    api: {
      default: 'https://discord.com',
      help: 'Root address of the REST API. The address of the gateway socket is asked for there.',
    },
  },
  guide: () => readFile(new URL('../README.md', import.meta.url), 'utf8'),
  // Without the public key: all channels of a bot share its socket. The gateway takes it from a channel that is proven, if there is one.
  account: ({ bot_token }) => accountKey(bot_token),
  async connect(context) {
    const { connect } = await import('./connection.js');
    return connect(context);
  },
});

export default discord;
