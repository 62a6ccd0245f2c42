import type { getDelivery, ReplyOf } from '@gateway/contract';
import { Time } from '../../components/ui/time.js';
import { duration } from '../../lib/time.js';

type Delivery = ReplyOf<typeof getDelivery>;

/** Each attempt in a line; what the receiver said unfolds. */
export function Attempts({ attempts }: Pick<Delivery, 'attempts'>) {
  if (attempts.length === 0) return null;
  return (
    <ol className="mt-1 divide-y divide-line rounded-control border border-line text-[0.8125rem]" aria-label="Attempts">
      {attempts.map((attempt) => (
        <li key={attempt.number} className="grid gap-1 px-3 py-1.5">
          <div className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
            <span className="text-soft">{attempt.number}.</span>
            <span className={isTaken(attempt.status) ? 'font-medium text-good' : 'font-medium text-bad'}>
              {attempt.status ?? 'no response'}
            </span>
            <span className="text-soft">{duration(attempt.duration_ms)}</span>
            <span className="ml-auto text-soft">
              <Time at={attempt.started_at} />
            </span>
          </div>
          {/* With a status the error only says it once more. */}
          {attempt.error !== null && attempt.status === null && <p className="break-words text-bad">{attempt.error}</p>}
          {attempt.response && (
            <details>
              <summary className="w-fit text-soft">What it answered</summary>
              <pre
                className="mt-1 max-h-40 overflow-auto rounded bg-sunken p-2 break-words whitespace-pre-wrap"
                tabIndex={0}
              >
                {attempt.response}
              </pre>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

function isTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
