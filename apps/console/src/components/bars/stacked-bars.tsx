import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { formatNumber } from '../../lib/language/locale.js';
import { classes } from '../ui/classes.js';
import type { Bar, BarData } from './bars.js';
import { labelled, niceMax, stacked } from './scale.js';
import { t } from './texts.js';

const HEIGHT = 160;

interface Props extends BarData {
  /** What the bars show. */
  readonly label: string;
}

/** Moves of the keys, from the chosen bar and the last one. */
const moves: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * One bar for each time, stacked by kind. The numbers of a bar are shown by pointing at it, by a tap, or with the arrow keys: the
 * chart is a slider over its bars, so that a screen reader says the numbers of the chosen one.
 */
export function StackedBars(data: Props) {
  const { bars, kinds, titleOf, label } = data;
  const helpId = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const last = bars.length - 1;
  const max = niceMax(bars.map(({ total }) => total));
  const width = 100 / bars.length;
  const y = (value: number) => HEIGHT - (value / max) * HEIGHT;
  // A shorter window has fewer bars.
  const index = chosen === null ? null : Math.min(chosen, last);
  const shown = index === null ? undefined : bars[index];
  const current = bars[index ?? last];
  const pointAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width: pixels } = currentTarget.getBoundingClientRect();
    setChosen(Math.max(0, Math.min(last, Math.floor(((clientX - left) / pixels) * bars.length))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (event.key === 'Escape') setChosen(null);
    if (!move) return;
    event.preventDefault();
    setChosen(index === null ? last : move(index, last));
  };
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-soft tabular-nums">
      <div className="relative min-w-7 text-right" aria-hidden>
        {/* As wide as the longest label. */}
        <span className="invisible">{formatNumber(max)}</span>
        {[max, max / 2, 0].map((value) => (
          <span key={value} className="absolute right-0 -translate-y-1/2" style={{ top: y(value) }}>
            {formatNumber(value)}
          </span>
        ))}
      </div>
      <div className="relative">
        <div
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-describedby={helpId}
          aria-valuemin={1}
          aria-valuemax={bars.length}
          aria-valuenow={(index ?? last) + 1}
          aria-valuetext={current && `${titleOf(current.from)}: ${countsOf(data, current)}`}
          className="touch-pan-y rounded-sm"
          onKeyDown={onKeyDown}
          onPointerMove={(event) => event.pointerType === 'mouse' && pointAt(event)}
          onPointerDown={pointAt}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setChosen(null)}
          onBlur={() => setChosen(null)}
        >
          <svg aria-hidden width="100%" height={HEIGHT} className="block overflow-visible">
            {[max, max / 2, 0].map((value) => (
              <line key={value} x1="0" x2="100%" y1={y(value)} y2={y(value)} className="stroke-line" />
            ))}
            {index !== null && (
              <rect x={`${index * width}%`} width={`${width}%`} height={HEIGHT} className="fill-hover" />
            )}
            {bars.map((bar, place) => (
              <g key={bar.from}>
                {stacked(bar.parts).map(({ kind, from, to }) => (
                  <rect
                    key={kind}
                    x={`${(place + 0.15) * width}%`}
                    y={y(to)}
                    width={`${width * 0.7}%`}
                    // A gap between the parts, so that they differ without colour, too.
                    height={Math.max(1, y(from) - y(to) - (from > 0 ? 1 : 0))}
                    className={kinds[kind]?.fill}
                  />
                ))}
              </g>
            ))}
          </svg>
        </div>
        <p id={helpId} hidden>
          {t.keys}
        </p>
        {shown && index !== null && <Details {...data} bar={shown} at={(index + 0.5) * width} />}
      </div>
      <Labels {...data} />
    </div>
  );
}

/** "Created 4, Answered 2, Pending 1, …". */
const countsOf = ({ kinds, total }: BarData, bar: Bar): string =>
  [[total, bar.total] as const, ...kinds.map(({ label }, kind) => [label, bar.parts[kind] ?? 0] as const)]
    .map(([name, count]) => `${name} ${formatNumber(count)}`)
    .join(', ');

/** The numbers of a bar next to it. `at`: the middle of the bar in per cent of the width. */
function Details({ kinds, total, note, titleOf, bar, at }: BarData & { readonly bar: Bar; readonly at: number }) {
  const isLeft = at < 50;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-0 z-10 w-max max-w-[70vw] rounded-control border border-line bg-raised px-3 py-2 text-xs text-ink shadow-lg"
      style={isLeft ? { left: `calc(${at}% + 0.75rem)` } : { right: `calc(${100 - at}% + 0.75rem)` }}
    >
      <p className="mb-1 font-medium">{titleOf(bar.from)}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5">
        <dt className="text-soft">{total}</dt>
        <dd className="text-right">{formatNumber(bar.total)}</dd>
        {kinds.map(({ label, dot }, kind) => (
          <div key={label} className="contents">
            <dt className="flex items-center gap-1.5 text-soft">
              <span className={classes('size-2 rounded-sm', dot)} />
              {label}
            </dt>
            <dd className="text-right">{formatNumber(bar.parts[kind] ?? 0)}</dd>
          </div>
        ))}
        {note !== undefined && (
          <>
            <dt className="text-soft">{note}</dt>
            <dd className="text-right">{bar.note}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

/** The axis of time: about six labels, half of them on narrow windows. */
function Labels({ bars, labelOf }: Pick<BarData, 'bars' | 'labelOf'>) {
  const shown = [...labelled(bars.length)];
  return (
    <div className="relative col-start-2 mt-1.5 h-4" aria-hidden>
      {shown.map((place, position) => (
        <span
          key={place}
          className={classes('absolute whitespace-nowrap', position % 2 === 1 && 'max-sm:hidden')}
          style={{ left: `${(place * 100) / bars.length}%` }}
        >
          {labelOf(bars[place]?.from ?? '')}
        </span>
      ))}
    </div>
  );
}
