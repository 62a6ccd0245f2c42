import { listReceivers, type ReceiverRecord } from '@gateway/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.js';
import { t } from './page-texts/texts.js';

/** Polled, because events do not report each further failed attempt. */
const REFRESH_MS = 60_000;

/** Receivers reported as failing, longest failing first. */
export const failingReceiversQuery = queryOptions({
  queryKey: ['receivers', 'failing'],
  queryFn: ({ signal }) => call(listReceivers, {}, { signal }),
  select: (receivers) => receivers.filter(({ reported_at }) => reported_at !== null),
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
export function receiverBadge({ paused_at, state, reported_at }: ReceiverRecord) {
  if (paused_at !== null) return { label: t.receiverStates.paused, tone: 'wait' } as const;
  if (state === 'ok') return { label: t.receiverStates.ok, tone: 'good' } as const;
  return reported_at === null
    ? ({ label: t.receiverStates.lastFailed, tone: 'wait' } as const)
    : ({ label: t.receiverStates.failing, tone: 'bad' } as const);
}
