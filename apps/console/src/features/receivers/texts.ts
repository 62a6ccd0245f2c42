import { counted } from '../../lib/counted.js';
import { catalogue } from '../../lib/language/language.js';
import { formatShare } from '../../lib/language/locale.js';

export const t = catalogue('features/receivers', {
  title: 'Receivers',
  help: 'The servers that your callback URLs point to. Rates and durations are those of the newest 200 deliveries of each.',
  deliveries: 'Deliveries',
  time: 'Time',
  windows: { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' },
  table: 'Receivers',
  columns: {
    receiver: 'Receiver',
    queue: 'In queue',
    failed: 'Failed',
    errorRate: 'Error rate',
    p50: 'p50',
    p95: 'p95',
    lastAttempt: 'Last attempt',
  },
  counts: (queue: string, failed: string) => `${queue} in queue · ${failed} failed`,
  empty: { title: 'No receivers yet', text: 'A receiver is listed when a callback is sent to it.' },
  inQueue: (count: string) => `${count} in queue`,
  failed: (count: string) => `${count} failed`,
  allDeliveries: 'All deliveries',
  figures: {
    attempts: (count: number) => `of ${counted(count, 'attempt', 'attempts')}`,
    faster: (share: number) => `${formatShare(share)} of the attempts were faster`,
  },
  state: {
    paused: 'Deliveries to this receiver were paused {time}.',
    pausedBy: (name: string) => `${name} paused deliveries to this receiver {time}.`,
    pausedEffect: 'They stay in the queue with the attempts that they have left. None of them fails or is deleted.',
    failing: (count: number) =>
      `No attempt has succeeded since the first failure {time}: ${counted(count, 'failed attempt', 'failed attempts')}.`,
    lastError: (error: string) => `Last error: ${error}`,
  },
  last: {
    title: 'Last attempt',
    none: 'No attempt has finished yet.',
    response: 'Response',
    noResponse: 'No response',
    started: 'Started',
    duration: 'Duration',
  },
  failure: {
    title: 'Last failed attempt',
    help: 'Of the newest 200 deliveries in each state, also if a retry succeeded.',
    none: 'None of these deliveries has a failed attempt.',
    error: 'Error',
    attempt: 'Attempt',
    delivery: 'Delivery',
    open: 'Show the delivery',
    body: 'Response body',
    emptyBody: 'Empty',
  },
  pause: {
    denied: 'Your role cannot pause deliveries',
    pause: 'Pause deliveries to this receiver',
    resume: 'Resume deliveries to this receiver',
    title: 'Pause deliveries to this receiver?',
    action: 'Pause deliveries',
    text: 'No instance of the gateway starts a new attempt to {receiver} until you resume. Attempts in progress end. Deliveries stay in the queue and keep the attempts that they have left.',
  },
  name: {
    denied: 'Your role cannot name receivers',
    add: 'Name',
    change: 'Rename',
    title: 'Name of the receiver',
    label: 'Name',
    help: 'The console shows it before the address. Without one, only the address is shown.',
    save: 'Save',
  },
  retry: {
    since: 'Created since',
    none: 'No failed delivery to this receiver was created since then.',
    older: (count: number) =>
      `${counted(count, 'older failed delivery is', 'older failed deliveries are')} not included.`,
    includeOlder: 'Include all',
    whenResumed: 'They are posted when you resume deliveries.',
  },
  notFound: 'Receiver not found',
  allReceivers: 'Show all receivers',
});
