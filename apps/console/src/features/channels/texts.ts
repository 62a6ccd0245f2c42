import { counted } from '../../lib/counted.js';
import { catalogue } from '../../lib/language/language.js';

export const t = catalogue('features/channels', {
  title: 'Channels',
  help: 'A channel connects agents to one chat, for prompts or for messages.',
  add: 'Add channel',
  mayNotAdd: 'Your role cannot add channels',
  mayNotTest: 'Your role cannot test channels',
  types: { PROMPT: 'Prompts', MESSAGE: 'Messages' },
  failing: (count: number) =>
    `${counted(count, 'channel is failing', 'channels are failing')}. Messages may not be delivered.`,
  showFailing: 'Show failing',
  noneFound: {
    title: 'No matching channels',
    help: 'Remove a filter, or search for another part of the id or the chat.',
    showAll: 'Show all channels',
  },
  noneYet: {
    title: 'No channels yet',
    help: 'Connect a chat, or try a simulated chat that needs no account.',
    tryIt: 'Try without an account',
  },
  filters: {
    search: 'Search by id or chat',
    platform: 'Platform',
    allPlatforms: 'All platforms',
    type: 'Type',
    allTypes: 'All types',
    state: 'State',
    all: 'All',
    active: 'Active',
  },
  columns: { channel: 'Channel', chat: 'Target chat', received: 'Last received', sent: 'Last sent' },
  traffic: {
    title: 'Last 7 days',
    asList: 'As a list',
    week: (counts: string) => `Last 7 days: ${counts}`,
    period: (from: string, until: string, counts: string) => `${from} to ${until}: ${counts}`,
    counts: {
      asked: (count: number) => `${count} asked`,
      answered: (count: number) => `${count} answered`,
      received: (count: number) => `${count} received`,
      refused: (count: number) => `${count} refused`,
    },
    states: { fine: 'All posts accepted', some: 'Some refused', failed: 'All refused', none: 'No traffic' },
  },
  row: {
    changed: 'changed {time}',
    received: 'Last received: {time}',
    sent: 'Last sent: {time}',
  },
  /** What happens to posts when the platform's reply window has closed. */
  outsideWindow: {
    refuse: 'Do not send',
    template: 'Announce by template (may be charged)',
    direct: 'Send anyway (may be charged)',
  },
  callbackUrl: 'Callback URL',
  callbackTest: {
    send: 'Send test event',
    enterUrl: 'Enter an http:// or https:// URL first',
    mayNotSend: 'Your role cannot send test events',
    accepted: 'Accepted',
    notAccepted: 'Not accepted',
    noResponse: (after: string) => `No response after ${after}`,
    status: (status: number, after: string) => `Status ${status} after ${after}`,
    body: 'Response body',
  },
  instructionsFor: (platform: string) => `Instructions for ${platform}`,
  noWebhookUrl: 'not available until PUBLIC_WEBHOOK_URL is set',
  terms: {
    approvers: 'Approvers',
    approversHelp: 'Only they can answer. Without approvers, everyone in the chat can.',
    approversOwnersOnly: 'Only owners can change the approvers.',
    policy: 'Policy',
    policyHelp: 'All prompts of the channel follow it.',
    policyOwnersOnly: 'Only owners can change the policy.',
    noPolicy: 'None',
  },
  attention: {
    perKey: 'Open prompts of one API key',
    perKeyHelp: 'At most so many at the same time. Empty: no limit.',
    perPerson: 'Open prompts for one person',
    perPersonHelp:
      'At most so many that name the person as an approver. One API key may hold half of them. Empty: no limit.',
    ownersOnly: 'Only owners can change the limit.',
  },
  promptLinks: {
    label: 'Links to the console',
    help: 'Prompts in the chat end with a link to the console, and callbacks contain it.',
    needsUrl: 'Prompts can end with a link to the console when PUBLIC_WEBHOOK_URL is set.',
  },
  testResult: {
    passed: 'Test passed',
    account: 'Account: {account}',
    target: 'Target chat: {target}',
  },
  webhook: {
    title: 'Webhook URL',
    copy: 'Copy the webhook URL',
    enter: (platform: string) =>
      `Enter it in ${platform} as described in the instructions. It responds once the channel is saved.`,
    automatic: (platform: string) => `The gateway registers this URL with ${platform} automatically.`,
    required:
      '{platform} must reach this gateway from the internet, but the gateway has no public URL. Set {setting}, for example to {example}, and restart the gateway. You can save the channel now; it receives nothing until then.',
    socket:
      'This platform needs no public URL: the gateway opens a connection to {platform}. With {setting} set, {platform} can call the gateway instead.',
    polling:
      'This platform needs no public URL: the gateway polls {platform} for events. With {setting} set, {platform} can call the gateway instead.',
  },
});
