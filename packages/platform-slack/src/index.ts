import { readFile } from 'node:fs/promises';
import { accountKey, definePlatform, PLATFORM_API_VERSION } from '@gateway/platform-kit';
import { z } from 'zod';
import { TARGET_PATTERN } from './address.js';
import { icon } from './icon.js';

/** Sent in an HTTP header: visible ASCII only. */
const secret = z
  .string()
  .trim()
  .regex(/^[!-~]*$/, 'must be one word, copied as Slack shows it');

const credentials = z.object({
  bot_token: secret.min(1, 'must be the Bot User OAuth Token, xoxb-…').meta({
    title: 'Bot token',
    help: "On the app's page at api.slack.com/apps: OAuth & Permissions, Bot User OAuth Token.",
    placeholder: 'xoxb-…',
    secret: true,
  }),
  signing_secret: secret.min(1, "must be the app's Signing Secret").meta({
    title: 'Signing secret',
    help: 'On the same page: Basic Information, App Credentials, Signing Secret. Proves that a request comes from Slack.',
    placeholder: '8f742231b10e…',
    secret: true,
  }),
  app_token: secret.optional().meta({
    title: 'App-level token',
    help: 'Only for Socket Mode, where the gateway has no public address: Basic Information, App-Level Tokens, scope connections:write.',
    placeholder: 'xapp-1-…',
    secret: true,
  }),
});

const slack = definePlatform({
  apiVersion: PLATFORM_API_VERSION,
  id: 'slack',
  name: 'Slack',
  icon,
  credentials,
  target: {
    title: 'Channel',
    placeholder: 'C0123456789',
    help:
      "A channel's id (its name, About, at the foot), a person's member id such as U0123456789 for direct messages, " +
      'or a thread such as C0123456789:1712345678.123456.',
    pattern: TARGET_PATTERN,
  },
  capabilities: {
    webhook: 'optional',
    stream: 'socket',
    buttons: { max: 10, labelLength: 75, labelUnit: 'utf16', dataBytes: 2000 },
    text: { max: 4000, question: 3000 },
    media: { url: true, bytes: true },
    edit: 'call',
    threads: true,
    inboundFiles: true,
    ackWithin: 3000,
    // A modal is limited to 250 kB, so fewer fields and shorter labels than each limit of Slack allows.
    dialogs: { fields: 20, title: 24, label: 200, value: 3000 },
  },
  endpoints: {
    api: {
      default: 'https://slack.com',
      help: "Root address of Slack's Web API, whose methods are below it under /api/. Change it for GovSlack: https://slack-gov.com.",
    },
  },
  guide: () => readFile(new URL('../README.md', import.meta.url), 'utf8'),
  account: ({ bot_token, signing_secret, app_token }) => accountKey(bot_token, signing_secret, app_token ?? ''),
  async connect(context) {
    const { connect } = await import('./connection.js');
    return connect(context);
  },
});

export default slack;
