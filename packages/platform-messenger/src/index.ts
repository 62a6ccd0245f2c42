import { readFile } from 'node:fs/promises';
import { accountKey, definePlatform, PLATFORM_API_VERSION } from '@gateway/platform-kit';
import { credentials } from './credentials.js';
import { icon } from './icon.js';
import { TARGET_PATTERN } from './person.js';

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
    // The web client formats texts, the apps do not. Source: https://www.facebook.com/help/147348452522644
    text: { max: 2000, question: 640, formats: '*_~`' },
    media: { url: true, bytes: true },
    edit: 'none',
    threads: false,
    inboundFiles: true,
    ackWithin: 10_000,
    deliveryReports: true,
    replyWindow: 24 * 3_600_000,
    windowTemplate: true,
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
