import { clockTime, shortTime, useNow } from '../../lib/time/time.js';
import { t } from './texts.js';
import { ticksOf, type Period, type Tick, type TickState } from './traffic.js';

/** Shapes made of borders, so that they differ without colours, too. */
const looks: Record<TickState, string> = {
  fine: 'h-4 border-x-2 border-good',
  some: 'h-2.5 border-x-2 border-wait',
  failed: 'h-4 border border-bad',
  none: 'h-0 border-b border-soft',
};

/** One tick for each six hours of the last week. */
export function TrafficTicks({ traffic }: { readonly traffic: readonly Period[] | undefined }) {
  const ticks = ticksOf(traffic ?? [], useNow());
  return (
    <span
      role="img"
      aria-label={t.traffic.week(countsOf(ticks))}
      className="inline-flex h-4 items-end gap-0.5 align-middle"
    >
      {ticks.map((tick) => (
        <span key={tick.from} title={textOf(tick)} className="flex h-4 w-1 items-end">
          <span className={`w-1 ${looks[tick.state]}`} />
        </span>
      ))}
    </span>
  );
}

/** The ticks with their legend, and the same as a table. */
export function TrafficWeek({ traffic }: { readonly traffic: readonly Period[] | undefined }) {
  const busy = ticksOf(traffic ?? [], useNow()).filter(({ state }) => state !== 'none');
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-soft">{t.traffic.title}</p>
      <TrafficTicks traffic={traffic} />
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
        {(['fine', 'some', 'failed', 'none'] as const).map((state) => (
          <li key={state} className="inline-flex items-center gap-1.5">
            <span className={`w-1 ${looks[state]}`} aria-hidden />
            {t.traffic.states[state]}
          </li>
        ))}
      </ul>
      {busy.length > 0 && (
        <details>
          <summary className="cursor-pointer">{t.traffic.asList}</summary>
          <ul className="mt-2 grid gap-1 text-xs text-soft">
            {busy.toReversed().map((tick) => (
              <li key={tick.from}>{textOf(tick)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const textOf = (tick: Tick) => t.traffic.period(shortTime(tick.from), clockTime(tick.until), countsOf([tick]));

function countsOf(ticks: readonly Tick[]): string {
  const sum = (kind: 'asked' | 'answered' | 'received' | 'refused') => ticks.reduce((all, tick) => all + tick[kind], 0);
  const kinds = (['asked', 'answered', 'received', 'refused'] as const).filter((kind) => sum(kind) > 0);
  return kinds.map((kind) => t.traffic.counts[kind](sum(kind))).join(', ') || t.traffic.states.none;
}
