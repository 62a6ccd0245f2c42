import { readFile } from 'node:fs/promises';
import { accountKey, definePlatform, PLATFORM_API_VERSION } from '@gateway/platform-kit';
import { z } from 'zod';
import { icon } from './icon.js';
import { TARGET_PATTERN } from './person.js';

const credentials = z.object({
  access_token: z
    .string()
    .trim()
    // It travels in a header.
    .regex(/^[\x21-\x7e]+$/, 'must be an access token, such as EAAG…, without blanks')
    .meta({
      title: 'Access token',
      help: 'business.facebook.com, Settings, System users: a permanent token with whatsapp_business_messaging.',
      placeholder: 'EAAG…',
      secret: true,
    }),
  phone_number_id: z
    .string()
    .trim()
    // It becomes part of every address that is called.
    .regex(/^[\w-]+$/, 'must be the phone number ID, such as 106540352242922, not the phone number')
    .meta({
      title: 'Phone number ID',
      help: 'In the app at developers.facebook.com: WhatsApp, API Setup, below the number under "From".',
      placeholder: '106540352242922',
    }),
  app_secret: z.string().trim().min(1).meta({
    title: 'App secret',
    help: 'In the app at developers.facebook.com: App settings, Basic, App secret, Show.',
    placeholder: '32 letters and digits',
    secret: true,
  }),
  verify_token: z.string().trim().min(1).meta({
    title: 'Verify token',
    help: 'Any words you choose. Enter the same in the app: WhatsApp, Configuration, Webhook.',
    secret: true,
  }),
});

export type WhatsAppCredentials = z.output<typeof credentials>;

export default definePlatform({
  apiVersion: PLATFORM_API_VERSION,
  id: 'whatsapp',
  name: 'WhatsApp',
  icon,
  credentials,
  target: {
    title: "Person's number",
    placeholder: '4915112345678',
    help: 'The number of the person in WhatsApp with its country code, digits only. The person must write to the business number first.',
    pattern: TARGET_PATTERN,
  },
  capabilities: {
    webhook: 'required',
    stream: 'none',
    buttons: { max: 3, labelLength: 20, labelUnit: 'utf16', dataBytes: 256 },
    text: { max: 4096, question: 1024 },
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
  account: ({ access_token, phone_number_id, app_secret, verify_token }) =>
    accountKey(phone_number_id, access_token, app_secret, verify_token),
  async connect(context) {
    const { connect } = await import('./connection.js');
    return connect(context);
  },
});
