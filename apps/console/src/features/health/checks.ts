import type { ReplyOf, getStatus, SessionState, Statistics } from '@gateway/contract';
import type { LiveState } from '../../lib/live.js';
import { duration } from '../../lib/time.js';

export interface Findings {
  /** Null while it is not known yet; otherwise whether requests are taken, or why not. */
  readonly ready:
    | { readonly ok: true }
    | { readonly ok: false; readonly answered: boolean; readonly reason: string }
    | null;
  readonly status: ReplyOf<typeof getStatus> | undefined;
  readonly statistics: Statistics | undefined;
  readonly live: LiveState;
  readonly gateway: SessionState['gateway'];
  /** Unix milliseconds. */
  readonly now: number;
}

export interface Check {
  readonly name: string;
  /** `note`: nothing is wrong, but good to know. */
  readonly state: 'good' | 'note' | 'wait' | 'bad' | 'unknown';
  readonly words: string;
  /** What to do. */
  readonly advice?: string;
  /** Where the rest stands. */
  readonly link?: 'pending' | 'dead' | 'channels' | 'unverified' | 'new-channel';
}

const SLOW_MS = 5 * 60_000;
const STUCK_MS = 3_600_000;

/** How the gateway stands, each thing in a sentence, with what to do where it is bad. */
export function checksOf(findings: Findings): readonly Check[] {
  const { ready, gateway } = findings;
  const known = ready?.ok === true;
  return [
    requests(ready),
    known ? database(findings.status) : unknown('Database'),
    stream(findings),
    known ? queue(findings) : unknown('Callbacks on their way'),
    known ? dead(findings.statistics) : unknown('Callbacks given up'),
    known ? channels(findings.statistics) : unknown('Channels'),
    address(gateway.public_url),
    access(gateway.auth),
  ];
}

function unknown(name: string): Check {
  return { name, state: 'unknown', words: 'Not known now.' };
}

function requests(ready: Findings['ready']): Check {
  const name = 'Requests';
  if (ready === null) return unknown(name);
  if (ready.ok) return { name, state: 'good', words: 'The gateway answers and takes requests.' };
  if (ready.answered) {
    return {
      name,
      state: 'bad',
      words: ready.reason,
      advice: 'It runs, but takes no requests. Its log says why. What was acknowledged is safe.',
    };
  }
  return {
    name,
    state: 'bad',
    words: 'The gateway does not answer.',
    advice:
      'See whether it runs, and what its log says last; and whether this browser is online. This page asks again every 10 seconds.',
  };
}

function database(status: Findings['status']): Check {
  const name = 'Database';
  if (!status) return unknown(name);
  if (status.database === 'ok') return { name, state: 'good', words: 'It answers.' };
  return {
    name,
    state: 'bad',
    words: status.database,
    advice:
      'Look at the free space of the disk and at the database server. Meanwhile nothing is acknowledged, so nothing is lost.',
  };
}

function stream({ ready, live, now }: Findings): Check {
  const name = 'Live events';
  const lastedMs = Math.max(0, now - live.since);
  const lasted = duration(Math.max(1000, lastedMs));
  if (live.status === 'live') {
    const long = lastedMs < 60_000 ? '' : `, for ${lasted} now`;
    return { name, state: 'good', words: `This page follows what happens${long}.` };
  }
  if (live.status === 'connecting') return { name, state: 'unknown', words: 'Connecting.' };
  return {
    name,
    state: 'bad',
    words: `This page has not been told what happens for ${lasted}.`,
    // Where nothing is answered, that is the reason.
    ...(ready?.ok === true && {
      advice: 'A proxy may hold the stream back: let it pass /v1/events on without buffering.',
    }),
  };
}

function queue({ statistics, now }: Findings): Check {
  const name = 'Callbacks on their way';
  if (!statistics) return unknown(name);
  const { pending, oldest_at } = statistics.queue;
  if (pending === 0 || oldest_at === null) return { name, state: 'good', words: 'None waits.' };
  const age = now - Date.parse(oldest_at);
  const words = `${counted(pending, 'callback waits', 'callbacks wait')}, the oldest for ${duration(Math.max(0, age))}.`;
  if (age < SLOW_MS) return { name, state: 'good', words };
  return {
    name,
    state: age < STUCK_MS ? 'wait' : 'bad',
    words,
    advice:
      'Its receiver fails or cannot be reached. Each attempt tells what it answered; the gateway goes on trying for up to three days.',
    link: 'pending',
  };
}

function dead(statistics: Statistics | undefined): Check {
  const name = 'Callbacks given up';
  if (!statistics) return unknown(name);
  const { dead: count, delivered } = statistics.callbacks;
  if (count === 0) {
    const rest = delivered === 0 ? '.' : `; ${counted(delivered, 'was', 'were')} delivered.`;
    return { name, state: 'good', words: `None of the last 24 hours${rest}` };
  }
  return {
    name,
    state: 'wait',
    words: `${counted(count, 'callback', 'callbacks')} of the last 24 hours could not be delivered.`,
    advice: 'See what the receiver answered, mend it, and send them again.',
    link: 'dead',
  };
}

function channels(statistics: Statistics | undefined): Check {
  const name = 'Channels';
  if (!statistics) return unknown(name);
  const { active, failing, unverified } = statistics.channels;
  if (active === 0) return { name, state: 'note', words: 'None is connected yet.', link: 'new-channel' };
  const doubtful = `${unverified} of ${active} active ones ${unverified === 1 ? 'is' : 'are'} not verified`;
  if (failing > 0) {
    return {
      name,
      state: 'bad',
      words: `${failing} of ${active} active ones ${failing === 1 ? 'fails' : 'fail'}.${unverified > 0 ? ` ${doubtful}.` : ''}`,
      advice: 'Each says below what is wrong and what to do.',
      link: 'channels',
    };
  }
  if (unverified > 0) {
    return {
      name,
      state: 'wait',
      words: `${doubtful}: nothing has shown yet that ${unverified === 1 ? 'it works' : 'they work'}.`,
      advice: 'Open each and test it, or write something in its chat.',
      link: 'unverified',
    };
  }
  return {
    name,
    state: 'good',
    words: `${counted(active, 'is', 'are')} active, and ${active === 1 ? 'it works' : 'all work'}.`,
  };
}

function address(publicUrl: string | null): Check {
  const name = 'Public address';
  if (publicUrl === null) {
    return {
      name,
      state: 'note',
      words: 'None. Platforms that have to call the gateway cannot be connected; the others are asked or listened to.',
      advice: 'To have one, set PUBLIC_WEBHOOK_URL to an https:// address that leads here, and restart.',
    };
  }
  if (publicUrl.startsWith('https:')) return { name, state: 'good', words: publicUrl };
  return {
    name,
    state: 'note',
    words: publicUrl,
    advice: 'Most platforms call only https:// addresses.',
  };
}

function access(auth: boolean): Check {
  const name = 'API keys';
  if (auth) return { name, state: 'good', words: 'Agents need one.' };
  return {
    name,
    state: 'note',
    words: 'Off: every program on this machine may use the API without one.',
    advice: 'That is right for trying it out. For more, start with USE_AUTH=true, and create a key for each agent.',
  };
}

function counted(count: number, one: string, many: string): string {
  return `${new Intl.NumberFormat('en').format(count)} ${count === 1 ? one : many}`;
}

export interface Summary {
  readonly state: Check['state'];
  readonly words: string;
}

/** All of it in one line: the worst there is. */
export function summaryOf(checks: readonly Check[]): Summary {
  const [requests] = checks;
  if (requests?.state === 'unknown') return { state: 'unknown', words: 'Asking the gateway' };
  if (requests?.state === 'bad') return { state: 'bad', words: requests.words.replace(/\.$/, '') };
  const bad = checks.filter(({ state }) => state === 'bad').length;
  const wait = checks.filter(({ state }) => state === 'wait').length;
  if (bad > 0) return { state: 'bad', words: `${counted(bad, 'thing needs', 'things need')} you` };
  if (wait > 0) return { state: 'wait', words: `${counted(wait, 'thing', 'things')} to look at` };
  return { state: 'good', words: 'All is well' };
}
