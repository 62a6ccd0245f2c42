import type { BrokenPlatformRecord, ReplyOf, getStatus, SessionState, Statistics } from '@gateway/contract';
import type { LiveState } from '../../lib/live.js';
import { duration } from '../../lib/time.js';

export interface Findings {
  /** Null while unknown; otherwise whether the gateway accepts requests, or why not. */
  readonly ready:
    | { readonly ok: true }
    | { readonly ok: false; readonly answered: boolean; readonly reason: string }
    | null;
  readonly status: ReplyOf<typeof getStatus> | undefined;
  readonly statistics: Statistics | undefined;
  /** Adapters that could not be loaded; undefined while unknown. */
  readonly brokenAdapters: readonly BrokenPlatformRecord[] | undefined;
  readonly live: LiveState;
  readonly gateway: SessionState['gateway'];
  /** Unix milliseconds. */
  readonly now: number;
}

export interface Check {
  readonly name: string;
  /** `note`: not a problem, but worth knowing. */
  readonly state: 'good' | 'note' | 'wait' | 'bad' | 'unknown';
  readonly text: string;
  /** How to fix it. */
  readonly advice?: string;
  /** The page with the details. */
  readonly link?: 'pending' | 'dead' | 'channels' | 'unverified' | 'new-channel' | 'platforms' | 'receivers';
}

/** Age of the oldest pending delivery for a warning. */
const QUEUE_WARNING_AGE_MS = 5 * 60_000;
/** Age of the oldest pending delivery for a problem. */
const QUEUE_PROBLEM_AGE_MS = 3_600_000;

/** The health checks of the gateway, each with a sentence and the fix for a problem. */
export function checksOf(findings: Findings): readonly Check[] {
  const { ready, gateway } = findings;
  const known = ready?.ok === true;
  return [
    requests(ready),
    known ? database(findings.status) : unknown('Database'),
    stream(findings),
    known ? queue(findings) : unknown('Callbacks in queue'),
    known ? dead(findings.statistics) : unknown('Failed callbacks'),
    ...paused(findings.status),
    known ? channels(findings.statistics) : unknown('Channels'),
    ...adapters(findings.brokenAdapters),
    address(gateway.public_url),
    access(gateway.auth),
  ];
}

function unknown(name: string): Check {
  return { name, state: 'unknown', text: 'Currently unknown.' };
}

function requests(ready: Findings['ready']): Check {
  const name = 'Requests';
  if (ready === null) return unknown(name);
  if (ready.ok) return { name, state: 'good', text: 'The gateway accepts requests.' };
  if (ready.answered) {
    return {
      name,
      state: 'bad',
      text: ready.reason,
      advice: 'The gateway runs but does not accept requests. See its log for the reason. Acknowledged data is safe.',
    };
  }
  return {
    name,
    state: 'bad',
    text: 'The gateway is not responding.',
    advice:
      'Check that the gateway is running, its log, and that this browser is online. This page checks again every 10 seconds.',
  };
}

function database(status: Findings['status']): Check {
  const name = 'Database';
  if (!status) return unknown(name);
  if (status.database === 'ok') return { name, state: 'good', text: 'The database is available.' };
  return {
    name,
    state: 'bad',
    text: status.database,
    advice:
      'Check the free disk space and the database server. Until then nothing is acknowledged, so nothing is lost.',
  };
}

function stream({ ready, live, now }: Findings): Check {
  const name = 'Live updates';
  const lastedMs = Math.max(0, now - live.since);
  const forTime = duration(Math.max(1000, lastedMs));
  if (live.status === 'live') {
    const since = lastedMs < 60_000 ? '' : ` for ${forTime}`;
    return { name, state: 'good', text: `Connected${since}.` };
  }
  if (live.status === 'connecting') return { name, state: 'unknown', text: 'Connecting.' };
  return {
    name,
    state: 'bad',
    text: `No updates received for ${forTime}.`,
    // When the gateway is not responding, that is the reason.
    ...(ready?.ok === true && {
      advice: 'A proxy may be buffering the event stream. Disable buffering for /v1/events.',
    }),
  };
}

function queue({ statistics, now }: Findings): Check {
  const name = 'Callbacks in queue';
  if (!statistics) return unknown(name);
  const { pending, oldest_at } = statistics.queue;
  if (pending === 0 || oldest_at === null) return { name, state: 'good', text: 'The queue is empty.' };
  const age = now - Date.parse(oldest_at);
  const text = `${counted(pending, 'callback', 'callbacks')}, the oldest waiting for ${duration(Math.max(0, age))}.`;
  if (age < QUEUE_WARNING_AGE_MS) return { name, state: 'good', text };
  return {
    name,
    state: age < QUEUE_PROBLEM_AGE_MS ? 'wait' : 'bad',
    text,
    advice:
      'The receiver fails or cannot be reached. See the responses to the attempts. The gateway retries for up to three days.',
    link: 'pending',
  };
}

function dead(statistics: Statistics | undefined): Check {
  const name = 'Failed callbacks';
  if (!statistics) return unknown(name);
  const { dead: count, delivered } = statistics.callbacks;
  if (count === 0) {
    const rest = delivered === 0 ? '.' : `; ${counted(delivered, 'was', 'were')} delivered.`;
    return { name, state: 'good', text: `None in the last 24 hours${rest}` };
  }
  return {
    name,
    state: 'wait',
    text: `${counted(count, 'failed callback', 'failed callbacks')} in the last 24 hours.`,
    advice: 'Check the response of the receiver, fix the receiver, and retry the callbacks.',
    link: 'dead',
  };
}

/** Nothing without a paused receiver. */
function paused(status: Findings['status']): Check[] {
  const count = status?.receivers_paused ?? 0;
  if (count === 0) return [];
  return [
    {
      name: 'Paused receivers',
      state: 'note',
      text: `Deliveries to ${counted(count, 'receiver', 'receivers')} are paused.`,
      advice: 'They stay in the queue until an operator resumes them.',
      link: 'receivers',
    },
  ];
}

function channels(statistics: Statistics | undefined): Check {
  const name = 'Channels';
  if (!statistics) return unknown(name);
  const { active, failing, unverified } = statistics.channels;
  if (active === 0) return { name, state: 'note', text: 'No active channels.', link: 'new-channel' };
  const notVerified = `${unverified} of ${active} active channels ${unverified === 1 ? 'is' : 'are'} not verified`;
  if (failing > 0) {
    return {
      name,
      state: 'bad',
      text: `${failing} of ${active} active channels ${failing === 1 ? 'is' : 'are'} failing.${unverified > 0 ? ` ${notVerified}.` : ''}`,
      advice: 'The reasons are listed below.',
      link: 'channels',
    };
  }
  if (unverified > 0) {
    return {
      name,
      state: 'wait',
      text: `${notVerified}.`,
      advice: 'Open the channel and test it, or send a message in its chat.',
      link: 'unverified',
    };
  }
  return {
    name,
    state: 'good',
    text: active === 1 ? 'The active channel is healthy.' : `All ${active} active channels are healthy.`,
  };
}

/** Shown only when there is a problem. */
function adapters(broken: Findings['brokenAdapters'] = []): Check[] {
  if (broken.length === 0) return [];
  const names = broken.map((adapter) => adapter.id ?? adapter.package).join(', ');
  return [
    {
      name: 'Adapters',
      state: 'bad',
      text: `${counted(broken.length, 'adapter', 'adapters')} could not be loaded: ${names}.`,
      advice: 'The page Platforms has the reasons.',
      link: 'platforms',
    },
  ];
}

function address(publicUrl: string | null): Check {
  const name = 'Public URL';
  if (publicUrl === null) {
    return {
      name,
      state: 'note',
      text: 'Not set. Platforms that must call the gateway cannot be connected.',
      advice: 'Set PUBLIC_WEBHOOK_URL to an https:// URL of this gateway, and restart.',
    };
  }
  if (publicUrl.startsWith('https:')) return { name, state: 'good', text: publicUrl };
  return {
    name,
    state: 'note',
    text: publicUrl,
    advice: 'Most platforms call only https:// URLs.',
  };
}

function access(auth: boolean): Check {
  const name = 'API keys';
  if (auth) return { name, state: 'good', text: 'Required.' };
  return {
    name,
    state: 'note',
    text: 'Not required: every program on this machine can use the API.',
    advice: 'This is fine for an evaluation. In production, set USE_AUTH=true and create a key for each agent.',
  };
}

function counted(count: number, one: string, many: string): string {
  return `${new Intl.NumberFormat('en').format(count)} ${count === 1 ? one : many}`;
}

export interface Summary {
  readonly state: Check['state'];
  readonly text: string;
}

/** All checks in one line: the worst state and its count. */
export function summaryOf(checks: readonly Check[]): Summary {
  const [requests] = checks;
  if (requests?.state === 'unknown') return { state: 'unknown', text: 'Checking the gateway' };
  if (requests?.state === 'bad') return { state: 'bad', text: requests.text.replace(/\.$/, '') };
  const bad = checks.filter(({ state }) => state === 'bad').length;
  const wait = checks.filter(({ state }) => state === 'wait').length;
  if (bad > 0) return { state: 'bad', text: counted(bad, 'problem', 'problems') };
  if (wait > 0) return { state: 'wait', text: counted(wait, 'warning', 'warnings') };
  return { state: 'good', text: 'All checks passed' };
}
