import { readFile } from 'node:fs/promises';
import { accountKey, definePlatform, PLATFORM_API_VERSION } from '@gateway/platform-kit';
import { credentials } from './credentials.js';
import { icon } from './icon.js';
import { TARGET_PATTERN } from './person.js';

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
    // There is no escape for these signs. Source: https://faq.whatsapp.com/539178204879377
    text: { max: 4096, question: 1024, formats: '*_~`' },
    media: { url: true, bytes: true },
    edit: 'none',
    threads: false,
    inboundFiles: true,
    ackWithin: 10_000,
    deliveryReports: true,
    replyWindow: 24 * 3_600_000,
    directSend: true,
    windowTemplate: true,
  },
  endpoints: {
    api: { default: 'https://graph.facebook.com', help: 'Root address of the Graph API.' },
  },
  guide: () => readFile(new URL('../README.md', import.meta.url), 'utf8'),
  account: ({ access_token, phone_number_id, app_secret, verify_token }) =>
    accountKey(phone_number_id, access_token, app_secret, verify_token),
  identity: ({ phone_number_id }) => phone_number_id,
  async connect(context) {
    const { connect } = await import('./connection.js');
    return connect(context);
  },
});
