import type { ReceiverDetail } from '@gateway/contract';
import { listReceivers } from '@gateway/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.js';
import { t } from '../language/page-texts/texts.js';

/** Polled, because events do not report each further failed attempt. */
const REFRESH_MS = 60_000;

/** So many failed attempts are no accident. */
const ENOUGH_ATTEMPTS = 5;

/**
 * Whether a receiver counts as failing: it was reported, or a schedule of attempts has ended before the ten minutes of the report, and
 * nothing was accepted.
 */
function isFailing({ state, reported_at, failed_attempts, dead_count, error_rate }: ReceiverDetail): boolean {
  if (reported_at !== null) return true;
  return state === 'failing' && failed_attempts >= ENOUGH_ATTEMPTS && dead_count > 0 && error_rate === 1;
}

/** Receivers that count as failing, those that were reported first. */
export const failingReceiversQuery = queryOptions({
  queryKey: ['receivers', 'failing'],
  queryFn: ({ signal }) => call(listReceivers, {}, { signal }),
  select: (receivers) => receivers.filter(isFailing),
  refetchInterval: REFRESH_MS,
});

/** Paused receivers. */
export const pausedReceiversQuery = queryOptions({
  queryKey: ['receivers', 'paused'],
  queryFn: ({ signal }) => call(listReceivers, { query: { state: 'paused', limit: '200' } }, { signal }),
  refetchInterval: REFRESH_MS,
});

/** The id of the receiver of a callback URL. */
export function receiverIdOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin.replace('://', ':') : url;
}

/** The receiver of a callback URL: scheme, host and port. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** Label and colour of a receiver's state. A paused one may be failing as well; being paused is what explains its queue. */
export function receiverBadge(receiver: ReceiverDetail) {
  const { paused_at, state } = receiver;
  if (paused_at !== null) return { label: t.receiverStates.paused, tone: 'wait' } as const;
  if (state === 'ok') return { label: t.receiverStates.ok, tone: 'good' } as const;
  return !isFailing(receiver)
    ? ({ label: t.receiverStates.lastFailed, tone: 'wait' } as const)
    : ({ label: t.receiverStates.failing, tone: 'bad' } as const);
}
