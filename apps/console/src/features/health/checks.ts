import type { BrokenPlatformRecord, ReplyOf, SessionState, Statistics } from '@gateway/contract';
import type { getStatus } from '@gateway/contract/values';
import type { LiveState } from '../../lib/live/live-state.js';
import { duration } from '../../lib/time/time.js';
import { t } from './texts.js';

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
  /** For the line above all checks: "2 failing channels". Default: the name. */
  readonly brief?: string;
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
    known ? database(findings.status) : unknown(t.checks.database),
    stream(findings),
    known ? queue(findings) : unknown(t.checks.queue),
    known ? dead(findings.statistics) : unknown(t.checks.failed),
    ...paused(findings.status),
    known ? channels(findings.statistics) : unknown(t.checks.channels),
    ...adapters(findings.brokenAdapters),
    address(gateway.public_url),
    access(gateway.auth),
  ];
}

function unknown({ name }: { readonly name: string }): Check {
  return { name, state: 'unknown', text: t.checks.unknown };
}

function requests(ready: Findings['ready']): Check {
  const texts = t.checks.requests;
  const { name } = texts;
  if (ready === null) return unknown(texts);
  if (ready.ok) return { name, state: 'good', text: texts.good };
  if (ready.answered) {
    return {
      name,
      state: 'bad',
      text: ready.reason,
      advice: texts.refusedAdvice,
    };
  }
  return {
    name,
    state: 'bad',
    text: texts.silent,
    advice: texts.silentAdvice,
  };
}

function database(status: Findings['status']): Check {
  const texts = t.checks.database;
  const { name } = texts;
  if (!status) return unknown(texts);
  if (status.database === 'ok') return { name, state: 'good', text: texts.good };
  return {
    name,
    state: 'bad',
    text: status.database,
    brief: texts.brief,
    advice: texts.advice,
  };
}

function stream({ ready, live, now }: Findings): Check {
  const texts = t.checks.live;
  const { name } = texts;
  const lastedMs = Math.max(0, now - live.since);
  const forTime = duration(Math.max(1000, lastedMs));
  if (live.status === 'live') {
    return { name, state: 'good', text: lastedMs < 60_000 ? texts.connected : texts.connectedFor(forTime) };
  }
  if (live.status === 'connecting') return { name, state: 'unknown', text: texts.connecting };
  return {
    name,
    state: 'bad',
    text: texts.lost(forTime),
    // When the gateway is not responding, that is the reason.
    ...(ready?.ok === true && {
      advice: texts.advice,
    }),
  };
}

function queue({ statistics, now }: Findings): Check {
  const texts = t.checks.queue;
  const { name } = texts;
  if (!statistics) return unknown(texts);
  const { pending, oldest_at } = statistics.queue;
  if (pending === 0 || oldest_at === null) return { name, state: 'good', text: texts.empty };
  const age = now - Date.parse(oldest_at);
  const text = texts.waiting(pending, duration(Math.max(0, age)));
  if (age < QUEUE_WARNING_AGE_MS) return { name, state: 'good', text };
  return {
    name,
    state: age < QUEUE_PROBLEM_AGE_MS ? 'wait' : 'bad',
    text,
    brief: texts.brief(pending),
    advice: texts.advice,
    link: 'pending',
  };
}

function dead(statistics: Statistics | undefined): Check {
  const texts = t.checks.failed;
  const { name } = texts;
  if (!statistics) return unknown(texts);
  const { dead: count, delivered } = statistics.callbacks;
  if (count === 0) {
    return { name, state: 'good', text: delivered === 0 ? texts.none : texts.noneOf(delivered) };
  }
  return {
    name,
    state: 'wait',
    text: texts.some(count),
    brief: texts.brief(count),
    advice: texts.advice,
    link: 'dead',
  };
}

/** Nothing without a paused receiver. */
function paused(status: Findings['status']): Check[] {
  const count = status?.receivers_paused ?? 0;
  if (count === 0) return [];
  return [
    {
      name: t.checks.paused.name,
      state: 'note',
      text: t.checks.paused.text(count),
      advice: t.checks.paused.advice,
      link: 'receivers',
    },
  ];
}

function channels(statistics: Statistics | undefined): Check {
  const texts = t.checks.channels;
  const { name } = texts;
  if (!statistics) return unknown(texts);
  const { active, failing, unverified } = statistics.channels;
  if (active === 0) return { name, state: 'note', text: texts.none, link: 'new-channel' };
  const notVerified = texts.notVerified(unverified, active);
  if (failing > 0) {
    return {
      name,
      state: 'bad',
      brief: texts.briefFailing(failing),
      text: `${texts.failing(failing, active)}${unverified > 0 ? ` ${notVerified}` : ''}`,
      advice: texts.failingAdvice,
      link: 'channels',
    };
  }
  if (unverified > 0) {
    return {
      name,
      state: 'wait',
      text: notVerified,
      brief: texts.briefNotVerified(unverified),
      advice: texts.notVerifiedAdvice,
      link: 'unverified',
    };
  }
  return {
    name,
    state: 'good',
    text: texts.good(active),
  };
}

/** Shown only when there is a problem. */
function adapters(broken: Findings['brokenAdapters'] = []): Check[] {
  if (broken.length === 0) return [];
  const names = broken.map((adapter) => adapter.id ?? adapter.package).join(', ');
  return [
    {
      name: t.checks.adapters.name,
      state: 'bad',
      text: t.checks.adapters.broken(broken.length, names),
      brief: t.checks.adapters.brief(broken.length),
      advice: t.checks.adapters.advice,
      link: 'platforms',
    },
  ];
}

function address(publicUrl: string | null): Check {
  const texts = t.checks.address;
  const { name } = texts;
  if (publicUrl === null) {
    return {
      name,
      state: 'note',
      text: texts.none,
      advice: texts.noneAdvice,
    };
  }
  if (publicUrl.startsWith('https:')) return { name, state: 'good', text: publicUrl };
  return {
    name,
    state: 'note',
    text: publicUrl,
    advice: texts.httpAdvice,
  };
}

function access(auth: boolean): Check {
  const texts = t.checks.access;
  const { name } = texts;
  if (auth) return { name, state: 'good', text: texts.good };
  return {
    name,
    state: 'note',
    text: texts.open,
    advice: texts.openAdvice,
  };
}

export interface Summary {
  readonly state: Check['state'];
  readonly text: string;
}

/** All checks in one line: the worst state, and what is wrong. */
export function summaryOf(checks: readonly Check[]): Summary {
  const [requests] = checks;
  if (requests?.state === 'unknown') return { state: 'unknown', text: t.summary.checking };
  if (requests?.state === 'bad') return { state: 'bad', text: requests.text.replace(/\.$/, '') };
  const bad = checks.filter(({ state }) => state === 'bad');
  const all = [...bad, ...checks.filter(({ state }) => state === 'wait')];
  if (all.length === 0) return { state: 'good', text: t.summary.good };
  return { state: bad.length > 0 ? 'bad' : 'wait', text: all.map(({ name, brief = name }) => brief).join(', ') };
}
