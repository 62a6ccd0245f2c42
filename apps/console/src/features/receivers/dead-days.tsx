import type { ReceiverWithFailure } from '@gateway/contract';
import { dateFormat, formatNumber } from '../../lib/language/locale.js';
import { localOf } from '../../lib/time/local-time.js';
import { t } from './texts.js';

const day = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

interface Props {
  readonly days: NonNullable<ReceiverWithFailure['dead_by_day']>;
  /** The chosen time, as an `<input type="datetime-local">` has it. */
  readonly since: string;
  readonly onChoose: (since: string) => void;
}

/** How many deliveries failed on each day. A day is chosen as the first one whose deliveries are retried. */
export function DeadDays({ days, since, onChoose }: Props) {
  if (days.length === 0) return null;
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 font-medium">{t.retry.days}</legend>
      <ul className="max-h-48 overflow-y-auto rounded-control border border-line">
        {days.map(({ from, count }) => (
          <li key={from} className="border-b border-line last:border-0">
            <label className="flex items-center gap-2 px-3 py-1.5 hover:bg-hover">
              <input
                type="radio"
                name="since-day"
                checked={since === localOf(from)}
                onChange={() => onChoose(localOf(from))}
              />
              <span className="grow">{t.retry.sinceDay(day(new Date(from)))}</span>
              <span className="text-soft tabular-nums">{t.retry.ofDay(formatNumber(count))}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
