import type { DeliveryRecord } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { timeLeft, useTimeLeft } from '../../lib/time/countdown.js';
import { originOf, pausedReceiversQuery } from '../../lib/records/receivers.js';
import { exactTime } from '../../lib/time/time.js';
import { t } from './texts.js';

/** When a delivery in the queue is attempted next, counting down. Nothing for an ended one. */
export function NextAttempt({ delivery }: { readonly delivery: DeliveryRecord }) {
  const { state, next_attempt_at, url } = delivery;
  const isWaiting = state === 'pending' && next_attempt_at !== null;
  const { data: paused = [] } = useQuery({ ...pausedReceiversQuery, enabled: isWaiting });
  if (!isWaiting) return null;
  if (paused.some(({ destination }) => destination === originOf(url)))
    return <span className="block text-[0.8125rem] text-wait">{t.next.paused}</span>;
  return <Countdown at={next_attempt_at} />;
}

function Countdown({ at }: { readonly at: string }) {
  const left = useTimeLeft(at);
  return (
    <span className="block text-[0.8125rem] text-soft tabular-nums">
      <time dateTime={at} title={exactTime(at)}>
        {left === timeLeft(at, Infinity) ? t.next.now : t.next.in(left)}
      </time>
    </span>
  );
}
