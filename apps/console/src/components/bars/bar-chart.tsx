import type { BarData } from './bars.js';
import { BarTable } from './bar-table.js';
import { StackedBars } from './stacked-bars.js';
import { t } from './texts.js';

interface Props extends BarData {
  /** What the chart shows, for screen readers. */
  readonly label: string;
  /** The caption of its table, and the name of the column of times. */
  readonly caption: string;
  readonly time: string;
}

/** Counts over time, as bars and as a table. */
export function BarChart(props: Props) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <StackedBars {...props} />
      <details className="text-sm">
        <summary className="w-fit rounded py-1 text-soft hover:text-ink">{t.table}</summary>
        <BarTable {...props} />
      </details>
    </div>
  );
}
