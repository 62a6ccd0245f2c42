import type { PromptStatistics } from '@gateway/contract';
import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { classes } from '../../components/ui/classes.js';
import { formatNumber } from '../../lib/language/locale.js';
import { duration } from '../../lib/time/time.js';
import { labelled, niceMax, outcomes, slotLabel, slotTitle, stacked, type Slot } from './chart.js';
import { looks } from './looks.js';
import { t } from './texts.js';

const HEIGHT = 160;

type Window = PromptStatistics['window'];

interface Props {
  readonly slots: readonly Slot[];
  readonly window: Window;
}

/** Moves of the keys, from the chosen slot and the last one. */
const moves: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * One bar for each slot, stacked by outcome. The numbers of a slot are shown by pointing at it, by a tap, or with the arrow keys: the
 * chart is a slider over its slots, so that a screen reader says the numbers of the chosen one.
 */
export function StackedBars({ slots, window }: Props) {
  const helpId = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const last = slots.length - 1;
  const max = niceMax(slots.map(({ created }) => created));
  const width = 100 / slots.length;
  const y = (value: number) => HEIGHT - (value / max) * HEIGHT;
  // A shorter window has fewer slots.
  const index = chosen === null ? null : Math.min(chosen, last);
  const shown = index === null ? undefined : slots[index];
  const current = slots[index ?? last];
  const pointAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width: pixels } = currentTarget.getBoundingClientRect();
    setChosen(Math.max(0, Math.min(last, Math.floor(((clientX - left) / pixels) * slots.length))));
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
          aria-label={t.chart.label}
          aria-describedby={helpId}
          aria-valuemin={1}
          aria-valuemax={slots.length}
          aria-valuenow={(index ?? last) + 1}
          aria-valuetext={current && t.chart.of(slotTitle(current.from, window), countsOf(current))}
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
            {slots.map((slot, place) => (
              <g key={slot.from}>
                {stacked(slot).map(({ outcome, from, to }) => (
                  <rect
                    key={outcome}
                    x={`${(place + 0.15) * width}%`}
                    y={y(to)}
                    width={`${width * 0.7}%`}
                    // A gap between the parts, so that they differ without colour, too.
                    height={Math.max(1, y(from) - y(to) - (from > 0 ? 1 : 0))}
                    className={looks[outcome].fill}
                  />
                ))}
              </g>
            ))}
          </svg>
        </div>
        <p id={helpId} hidden>
          {t.chart.keys}
        </p>
        {shown && index !== null && <Details slot={shown} window={window} at={(index + 0.5) * width} />}
      </div>
      <Labels slots={slots} window={window} />
    </div>
  );
}

/** "Created 4, Answered 2, Pending 1, …". */
const countsOf = (slot: Slot): string =>
  (['created', ...outcomes] as const).map((name) => t.chart.count(t.chart[name], slot[name])).join(', ');

/** The numbers of a slot next to it. `at`: the middle of the slot in per cent of the width. */
function Details({ slot, window, at }: { readonly slot: Slot; readonly window: Window; readonly at: number }) {
  const isLeft = at < 50;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-0 z-10 w-max max-w-[70vw] rounded-control border border-line bg-raised px-3 py-2 text-xs text-ink shadow-lg"
      style={isLeft ? { left: `calc(${at}% + 0.75rem)` } : { right: `calc(${100 - at}% + 0.75rem)` }}
    >
      <p className="mb-1 font-medium">{slotTitle(slot.from, window)}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5">
        <dt className="text-soft">{t.chart.created}</dt>
        <dd className="text-right">{formatNumber(slot.created)}</dd>
        {outcomes.map((outcome) => (
          <div key={outcome} className="contents">
            <dt className="flex items-center gap-1.5 text-soft">
              <span className={classes('size-2 rounded-sm', looks[outcome].dot)} />
              {t.chart[outcome]}
            </dt>
            <dd className="text-right">{formatNumber(slot[outcome])}</dd>
          </div>
        ))}
        <dt className="text-soft">{t.chart.median}</dt>
        <dd className="text-right">{slot.median_answer_ms === null ? t.none : duration(slot.median_answer_ms)}</dd>
      </dl>
    </div>
  );
}

/** The axis of time: about six labels, half of them on narrow windows. */
function Labels({ slots, window }: Props) {
  const shown = [...labelled(slots.length)];
  return (
    <div className="relative col-start-2 mt-1.5 h-4" aria-hidden>
      {shown.map((place, position) => (
        <span
          key={place}
          className={classes('absolute whitespace-nowrap', position % 2 === 1 && 'max-sm:hidden')}
          style={{ left: `${(place * 100) / slots.length}%` }}
        >
          {slotLabel(slots[place]?.from ?? '', window)}
        </span>
      ))}
    </div>
  );
}
