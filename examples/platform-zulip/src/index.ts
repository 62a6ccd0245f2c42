import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { accountKey, definePlatform, PLATFORM_API_VERSION } from '@gateway/platform-kit';
import { z } from 'zod';

const field = z.string().trim().min(1, 'must be the value in the zuliprc file of the bot');

const credentials = z.object({
  site: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://chat.zulip.org' })
    .meta({ title: 'Site', help: 'The value of site in the zuliprc file.', placeholder: 'https://chat.zulip.org' }),
  email: field.meta({ title: 'Email', help: 'The value of email in the zuliprc file.' }),
  key: field.meta({ title: 'Key', help: 'The value of key in the zuliprc file.', secret: true }),
  token: field.meta({ title: 'Token', help: 'The value of token in the zuliprc file.', secret: true }),
});

export default definePlatform({
  apiVersion: PLATFORM_API_VERSION,
  id: 'zulip',
  name: 'Zulip',
  icon: readFileSync(new URL('../icon.svg', import.meta.url), 'utf8'),
  credentials,
  target: {
    title: 'Topic or person',
    placeholder: 'operations > deployments',
    help: 'The channel and the topic, as in "operations > deployments", or the email of a person for direct messages.',
  },
  capabilities: {
    webhook: 'required',
    stream: 'none',
    choices: 'replies',
    // Zulip lets a bot edit its messages for some minutes only.
    edit: 'none',
    text: { max: 10_000, formats: '*~`' },
    media: { url: false, bytes: false },
    threads: false,
    // https://zulip.com/api/outgoing-webhooks#timeouts
    ackWithin: 10_000,
  },
  endpoints: {},
  guide: () => readFile(new URL('../README.md', import.meta.url), 'utf8'),
  account: ({ site, email, key, token }) => accountKey(site, email, key, token),
  connect: async (context) => (await import('./connection.js')).openConnection(context),
});
