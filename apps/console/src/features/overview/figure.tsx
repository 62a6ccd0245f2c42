import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classes } from '../../components/ui/classes.js';
import { Skeleton } from '../../components/ui/list/states.js';
import { sparkline } from './chart.js';
import { t } from './texts.js';

/** The comparison with the window before. */
export interface Change {
  /** Null: there is no number to compare with. */
  readonly short: string | null;
  /** The value before. */
  readonly before: string;
}

interface Props {
  readonly name: string;
  /** Undefined while loading. */
  readonly value: string | undefined;
  readonly note?: ReactNode;
  readonly failed?: boolean;
  readonly alarm?: 'bad' | 'wait' | null;
  readonly change?: Change | undefined;
  /** The values of the slots of the window; null: there is none. */
  readonly trend?: readonly (number | null)[];
  readonly link: Pick<LinkProps, 'to' | 'search'>;
}

const noTrend: readonly number[] = [];

/** A figure that leads to its records, with its change and its course over the window. */
export function Figure({ name, value, note, failed = false, alarm = null, change, trend = noTrend, link }: Props) {
  const tone = alarm === 'bad' ? 'text-bad' : alarm === 'wait' ? 'text-wait' : 'text-soft';
  const hasTrend = trend.some((one) => one !== null && one > 0);
  return (
    <li className="min-w-0">
      <Link
        {...link}
        className="group flex h-full flex-col gap-0.5 bg-card px-4 py-3 -outline-offset-2 hover:bg-hover sm:px-5"
      >
        <span className="text-[0.8125rem] text-soft group-hover:text-ink group-hover:underline">{name}</span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-xl font-semibold tracking-tight tabular-nums sm:text-2xl">
            {value ??
              (failed ? (
                <span className="text-base text-bad">{t.figures.unavailable}</span>
              ) : (
                <Skeleton className="h-7 w-16" />
              ))}
          </span>
          {change !== undefined && change.short !== null && (
            <span className="text-xs font-medium whitespace-nowrap text-soft tabular-nums">{change.short}</span>
          )}
        </span>
        <span className="flex min-h-[1.4em] flex-1 items-end justify-between gap-3 text-xs">
          <span className="min-w-0">
            {note !== undefined && <span className={classes('block', tone)}>{note}</span>}
            {change !== undefined && (
              <span className={classes('block text-soft', note !== undefined && 'sr-only')}>{change.before}</span>
            )}
          </span>
          {hasTrend && <Trend values={trend} />}
        </span>
      </Link>
    </li>
  );
}

function Trend({ values }: { readonly values: readonly (number | null)[] }) {
  return (
    <svg
      aria-hidden
      viewBox="0 -6 100 112"
      preserveAspectRatio="none"
      className="h-6 w-16 shrink-0 overflow-visible max-sm:w-10"
    >
      <polyline
        points={sparkline(values)}
        fill="none"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-accent"
      />
    </svg>
  );
}
