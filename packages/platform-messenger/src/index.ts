import { readFile } from 'node:fs/promises';
import { accountKey, definePlatform, PLATFORM_API_VERSION } from '@gateway/platform-kit';
import { z } from 'zod';
import { icon } from './icon.js';
import { TARGET_PATTERN } from './person.js';

const credentials = z.object({
  page_access_token: z
    .string()
    .trim()
    // It travels in a header.
    .regex(/^[\x21-\x7e]+$/, 'must be a page access token, such as EAAG…, without blanks')
    .meta({
      title: 'Page access token',
      help: 'In the app at developers.facebook.com: Messenger, Messenger API Settings, Generate access tokens.',
      placeholder: 'EAAG…',
      secret: true,
    }),
  app_secret: z.string().trim().min(1).meta({
    title: 'App secret',
    help: 'In the app at developers.facebook.com: App settings, Basic, App secret, Show.',
    placeholder: '32 letters and digits',
    secret: true,
  }),
  verify_token: z.string().trim().min(1).meta({
    title: 'Verify token',
    help: 'Any words you choose. Enter the same in the app: Messenger, Messenger API Settings, Configure webhooks.',
    secret: true,
  }),
});

export type MessengerCredentials = z.output<typeof credentials>;

export default definePlatform({
  apiVersion: PLATFORM_API_VERSION,
  id: 'messenger',
  name: 'Messenger',
  icon,
  credentials,
  target: {
    title: 'Person (page-scoped id)',
    placeholder: '24301234567890123',
    help: 'The id under which the page knows the person, who must write to the page first. The guide shows how to find it.',
    pattern: TARGET_PATTERN,
  },
  capabilities: {
    webhook: 'required',
    stream: 'none',
    buttons: { max: 3, labelLength: 20, labelUnit: 'utf16', dataBytes: 1000 },
    text: { max: 2000, question: 640 },
    media: { url: true, bytes: true },
    edit: 'none',
    threads: false,
    ackWithin: 10_000,
    replyWindow: 24 * 3_600_000,
  },
  endpoints: {
    api: { default: 'https://graph.facebook.com', help: 'Root address of the Graph API.' },
  },
  guide: () => readFile(new URL('../README.md', import.meta.url), 'utf8'),
  account: ({ page_access_token, app_secret, verify_token }) => accountKey(page_access_token, app_secret, verify_token),
  async connect(context) {
    const { connect } = await import('./connection.js');
    return connect(context);
  },
});
