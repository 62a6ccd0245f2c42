import type { Statistics } from '@gateway/contract';
import { Card } from '../../components/ui/card.js';
import { classes } from '../../components/ui/classes.js';
import { formatNumber, timeZone } from '../../lib/locale.js';
import { bucketLabel, labelled, niceMax, totals, type Bucket } from './chart.js';

const HEIGHT = 160;

const series = [
  { key: 'created', label: 'Created', fill: 'fill-accent', dot: 'bg-accent' },
  { key: 'answered', label: 'Answered', fill: 'fill-good', dot: 'bg-good' },
  { key: 'expired', label: 'Expired', fill: 'fill-wait', dot: 'bg-wait' },
  { key: 'cancelled', label: 'Cancelled', fill: 'fill-edge', dot: 'bg-edge' },
  { key: 'undeliverable', label: 'Not delivered', fill: 'fill-bad', dot: 'bg-bad' },
] as const;

/** "4 created, 2 answered, 1 expired, 1 cancelled, 0 not delivered". */
const countsText = (counts: Omit<Bucket, 'from'>) =>
  series.map(({ key, label }) => `${counts[key]} ${label.toLowerCase()}`).join(', ');

/** Prompts over time, as a chart and as a table. */
export function PromptChart({ statistics }: { readonly statistics: Statistics }) {
  const { buckets, window } = statistics;
  const sums = totals(buckets);
  return (
    <Card
      title="Prompts"
      help={window === '24h' ? 'By hour' : `By day (${timeZone()})`}
      actions={
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {series.map(({ key, label, dot }) => (
            <li key={key} className="flex items-center gap-1.5">
              <span className={classes('size-2.5 rounded-sm', dot)} aria-hidden />
              <span className="text-soft">{label}</span>
              <span className="font-medium tabular-nums">{formatNumber(sums[key])}</span>
            </li>
          ))}
        </ul>
      }
    >
      <div className="grid gap-3">
        <Bars buckets={buckets} window={window} sums={sums} />
        <details className="text-sm">
          <summary className="w-fit rounded py-1 text-soft hover:text-ink">Show as table</summary>
          <Numbers buckets={buckets} window={window} />
        </details>
      </div>
    </Card>
  );
}

interface BarsProps {
  readonly buckets: readonly Bucket[];
  readonly window: Statistics['window'];
  readonly sums: ReturnType<typeof totals>;
}

function Bars({ buckets, window, sums }: BarsProps) {
  const max = niceMax(buckets.flatMap((bucket) => series.map(({ key }) => bucket[key])));
  const slot = 100 / buckets.length;
  const shown = labelled(buckets.length);
  // Every second label on narrow windows.
  const sparse = new Set([...shown].filter((_, index) => index % 2 === 0));
  const y = (value: number) => HEIGHT - (value / max) * (HEIGHT - 1);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-soft tabular-nums">
      <div className="relative w-7 text-right" aria-hidden>
        {[max, max / 2, 0].map((value) => (
          <span key={value} className="absolute right-0 -translate-y-1/2" style={{ top: y(value) }}>
            {formatNumber(value)}
          </span>
        ))}
      </div>
      <svg
        role="img"
        aria-label={`Prompts: ${countsText(sums)}. The table below has the numbers.`}
        width="100%"
        height={HEIGHT}
        className="overflow-visible"
      >
        {[max, max / 2, 0].map((value) => (
          <line key={value} x1="0" x2="100%" y1={y(value)} y2={y(value)} className="stroke-line" />
        ))}
        {buckets.map((bucket, index) => (
          <g key={bucket.from} className="group">
            <rect
              x={`${index * slot}%`}
              width={`${slot}%`}
              height={HEIGHT}
              className="fill-transparent group-hover:fill-hover"
            >
              <title>{`${bucketLabel(bucket.from, window)}: ${countsText(bucket)}`}</title>
            </rect>
            {series.map(({ key, fill }, column) => (
              <rect
                key={key}
                x={`${index * slot + slot * (0.1 + column * 0.2)}%`}
                y={y(bucket[key])}
                width={`${slot * 0.19}%`}
                height={HEIGHT - y(bucket[key])}
                rx={1}
                className={classes(fill, 'pointer-events-none')}
              />
            ))}
          </g>
        ))}
      </svg>
      <div className="relative col-start-2 mt-1.5 h-4" aria-hidden>
        {buckets.map(
          ({ from }, index) =>
            shown.has(index) && (
              <span
                key={from}
                className={classes('absolute whitespace-nowrap', !sparse.has(index) && 'max-sm:hidden')}
                style={{ left: `${index * slot}%` }}
              >
                {bucketLabel(from, window)}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

function Numbers({ buckets, window }: Pick<BarsProps, 'buckets' | 'window'>) {
  return (
    <div
      className="mt-2 max-h-80 overflow-y-auto rounded-control border border-line"
      tabIndex={0}
      role="group"
      aria-label="Numbers"
    >
      <table className="w-full text-left text-[0.8125rem]">
        <caption className="sr-only">Prompts created, answered, expired, cancelled and not delivered</caption>
        <thead className="sticky top-0 bg-card">
          <tr className="border-b border-line text-soft">
            <th scope="col" className="px-3 py-2 font-medium">
              {window === '24h' ? 'From' : 'Day'}
            </th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col" className="px-3 py-2 text-right font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets.toReversed().map((bucket) => (
            <tr key={bucket.from} className="border-b border-line last:border-0">
              <th scope="row" className="px-3 py-1.5 font-normal">
                {bucketLabel(bucket.from, window)}
              </th>
              {series.map(({ key }) => (
                <td key={key} className="px-3 py-1.5 text-right">
                  {formatNumber(bucket[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
