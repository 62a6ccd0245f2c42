import { counted } from '../../lib/counted.js';
import { catalogue } from '../../lib/language/language.js';

const are = (count: number, of: number) => `${count} of ${of} active channels ${count === 1 ? 'is' : 'are'}`;

export const t = catalogue('features/health', {
  title: 'Health',
  help: 'The state of the gateway, checked every 10 seconds.',
  checked: 'Checked {time}',
  checksTitle: 'Checks',
  states: { good: 'OK', note: 'Note', wait: 'Warning', bad: 'Problem', unknown: 'Unknown' },
  links: {
    channels: 'Show channels',
    platforms: 'Show platforms',
    receivers: 'Show receivers',
    addChannel: 'Add channel',
    deliveries: 'Show deliveries',
  },
  summary: {
    checking: 'Checking the gateway',
    good: 'All checks passed',
  },
  checks: {
    unknown: 'Currently unknown.',
    requests: {
      name: 'Requests',
      good: 'The gateway accepts requests.',
      refusedAdvice:
        'The gateway runs but does not accept requests. See its log for the reason. Acknowledged data is safe.',
      silent: 'The gateway is not responding.',
      silentAdvice:
        'Check that the gateway is running, its log, and that this browser is online. This page checks again every 10 seconds.',
    },
    database: {
      name: 'Database',
      brief: 'Database unavailable',
      good: 'The database is available.',
      advice:
        'Check the free disk space and the database server. Until then nothing is acknowledged, so nothing is lost.',
    },
    live: {
      name: 'Live updates',
      connected: 'Connected.',
      connectedFor: (time: string) => `Connected for ${time}.`,
      connecting: 'Connecting.',
      lost: (time: string) => `No updates received for ${time}.`,
      advice: 'A proxy may be buffering the event stream. Disable buffering for /v1/events.',
    },
    queue: {
      name: 'Callbacks in queue',
      empty: 'The queue is empty.',
      brief: (count: number) => counted(count, 'overdue callback', 'overdue callbacks'),
      waiting: (count: number, age: string) =>
        `${counted(count, 'callback', 'callbacks')}, the oldest waiting for ${age}.`,
      advice:
        'The receiver fails or cannot be reached. See the responses to the attempts. The gateway retries for up to three days.',
    },
    failed: {
      name: 'Failed callbacks',
      brief: (count: number) => counted(count, 'failed callback', 'failed callbacks'),
      none: 'None in the last 24 hours.',
      noneOf: (delivered: number) => `None in the last 24 hours; ${counted(delivered, 'was', 'were')} delivered.`,
      some: (count: number) => `${counted(count, 'failed callback', 'failed callbacks')} in the last 24 hours.`,
      advice: 'Check the response of the receiver, fix the receiver, and retry the callbacks.',
    },
    paused: {
      name: 'Paused receivers',
      text: (count: number) => `Deliveries to ${counted(count, 'receiver', 'receivers')} are paused.`,
      advice: 'They stay in the queue until an operator resumes them.',
    },
    channels: {
      name: 'Channels',
      none: 'No active channels.',
      briefFailing: (count: number) => counted(count, 'failing channel', 'failing channels'),
      briefNotVerified: (count: number) => counted(count, 'channel not verified', 'channels not verified'),
      failing: (count: number, of: number) => `${are(count, of)} failing.`,
      failingAdvice: 'The reasons are listed below.',
      notVerified: (count: number, of: number) => `${are(count, of)} not verified.`,
      notVerifiedAdvice: 'Open the channel and test it, or send a message in its chat.',
      good: (count: number) =>
        count === 1 ? 'The active channel is healthy.' : `All ${count} active channels are healthy.`,
    },
    adapters: {
      name: 'Adapters',
      brief: (count: number) => counted(count, 'adapter not loaded', 'adapters not loaded'),
      broken: (count: number, names: string) =>
        `${counted(count, 'adapter', 'adapters')} could not be loaded: ${names}.`,
      advice: 'The page Platforms has the reasons.',
    },
    address: {
      name: 'Public URL',
      none: 'Not set. Platforms that must call the gateway cannot be connected.',
      noneAdvice: 'Set PUBLIC_WEBHOOK_URL to an https:// URL of this gateway, and restart.',
      httpAdvice: 'Most platforms call only https:// URLs.',
    },
    access: {
      name: 'API keys',
      good: 'Required.',
      open: 'Not required: every program on this machine can use the API.',
      openAdvice: 'This is fine for an evaluation. In production, set USE_AUTH=true and create a key for each agent.',
    },
  },
  channels: {
    title: 'Failing channels',
    noReason: 'The channel is failing. The reason is unknown.',
    since: 'Since {time}',
  },
  installation: {
    title: 'Installation',
    help: 'Settings, database, network, public address, channels and receivers. Nothing is posted. Takes up to 25 seconds.',
    check: 'Check installation',
    checking: 'Checking…',
    again: 'Check again',
  },
  alerts: {
    title: 'Alerts',
    help: 'Operators are told when a channel or a receiver fails, an API key ends soon or the disk is almost full: by a notification, if they chose so in their account, and in this chat.',
    channel: 'Also post alerts in the chat of',
    ownersOnly: 'Only owners can choose the chat of alerts.',
  },
  metrics: {
    title: 'Statistics',
    old: 'As of the last response of the gateway.',
    pending: 'Pending prompts',
    answered: 'Prompts answered in 24 hours',
    median: 'Median time to answer',
    noMedian: 'none yet',
    channels: 'Active channels',
    delivered: 'Callbacks delivered in 24 hours',
    queue: 'Callbacks in queue',
  },
  gateway: {
    title: 'This gateway',
    version: 'Version',
    consoleUrl: 'Console URL',
    publicUrl: 'Public URL',
    notSet: 'not set',
    keys: 'API keys',
    required: 'required',
    notRequired: 'not required',
    reference: 'API reference',
    noReference: 'disabled (ENABLE_DOCS=true enables it)',
    monitoring: 'Monitoring',
  },
});
