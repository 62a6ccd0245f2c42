import { catalogue } from '../../lib/language/language.js';
import { formatNumber } from '../../lib/language/locale.js';

export const t = catalogue('features/platforms', {
  title: 'Platforms',
  help: 'Installed adapters for chat platforms.',
  loading: 'Loading',
  addChannel: 'Add channel',
  addNamed: (platform: string) => `Add ${platform} channel`,
  notInstalled: 'Adapter not installed',
  notInstalledHelp: 'The adapter {id} is not installed on this gateway.',
  notLoaded: 'Not loaded',
  card: {
    needsUrl: 'Requires a public URL.',
    noUrl: 'Works without a public URL.',
    buttons: (count: number) => `${formatNumber(count)} buttons`,
    noButtons: 'no buttons',
    attachments: 'attachments',
    threads: 'threads',
  },
  install: {
    title: 'Add another platform',
    help: 'An adapter is a separate package. The gateway loads the configured adapters at startup.',
    intro: 'Install the adapter in a folder outside the gateway, and configure it for the next start:',
    code: 'How to add an adapter',
    note: 'Instead of a package name, {command} takes a folder ({folder}) or a packed package ({packed}). An adapter runs with the permissions of the gateway, so install only adapters that you trust. See {docs} for how to write one.',
  },
  detail: {
    needsUrl:
      'This platform must call the gateway, but the gateway has no public URL. Set {setting} to an https:// URL of this gateway, and restart.',
    capabilities: 'Capabilities',
    id: 'Id',
    fields: 'Channel fields',
    secret: 'Secret',
    optional: 'Optional',
    instructions: 'Instructions',
  },
  inbound: {
    name: 'Inbound events',
    webhook: 'The platform calls the gateway, which needs a public https URL (PUBLIC_WEBHOOK_URL).',
    polling: 'The gateway polls the platform, so no public URL is needed.',
    socket: 'The gateway opens a connection to the platform, so no public URL is needed.',
    pollingOrWebhook:
      'The gateway polls the platform, so no public URL is needed. With PUBLIC_WEBHOOK_URL the platform can call the gateway instead.',
    socketOrWebhook:
      'The gateway opens a connection to the platform, so no public URL is needed. With PUBLIC_WEBHOOK_URL the platform can call the gateway instead.',
  },
  options: {
    name: 'Options',
    buttons: (count: number, characters: number) =>
      `Up to ${formatNumber(count)} buttons. A label longer than ${formatNumber(characters)} characters is listed in the text, and its button shows a number.`,
    replies: 'No buttons. People reply with the number of an option or with its words.',
    polls: 'No buttons. The prompt has a poll. People can also reply with the number of an option or with its words.',
    reactions:
      'No buttons. People react with the number of an option. They can also reply with the number or with the words of the option.',
  },
  text: {
    name: 'Text',
    limit: (characters: number) => `Up to ${formatNumber(characters)} characters per message. Longer texts are split.`,
  },
  attachments: {
    name: 'Attachments',
    urlOrFile: 'By URL or as a file.',
    url: 'By a URL that the platform can fetch. The gateway hosts files at one (PUBLIC_WEBHOOK_URL).',
    file: 'As a file.',
    none: 'Not supported.',
  },
  answered: {
    name: 'After the answer',
    edited: 'The message is edited to show the outcome.',
    editedButtons: 'The message is edited to show the outcome, and its buttons are removed.',
    notEdited: 'The message is not edited.',
    notEditedButtons: 'The message is not edited. Its buttons no longer have an effect.',
  },
  replies: {
    name: 'Replies',
    threads: 'In the thread of the message.',
    chat: 'In the chat, without threads.',
  },
  replyWindow: {
    name: 'Reply window',
    always: 'Messages can be sent at any time.',
    within: (window: string) => `Messages can be sent within ${window} after the person’s last message.`,
  },
});
