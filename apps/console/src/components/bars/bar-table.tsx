import { formatNumber } from '../../lib/language/locale.js';
import type { BarData } from './bars.js';
import { t } from './texts.js';

interface Props extends Omit<BarData, 'labelOf'> {
  readonly caption: string;
  /** The name of the column of times. */
  readonly time: string;
}

/** The numbers of the bars, newest first. */
export function BarTable({ bars, kinds, total, note, titleOf, caption, time }: Props) {
  const head = 'px-3 py-2 text-right font-medium';
  const cell = 'px-3 py-1.5 text-right';
  return (
    <div
      className="mt-2 max-h-80 overflow-auto rounded-control border border-line"
      tabIndex={0}
      role="group"
      aria-label={t.numbers}
    >
      <table className="w-full text-left text-[0.8125rem]">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-card">
          <tr className="border-b border-line text-soft">
            <th scope="col" className="px-3 py-2 font-medium">
              {time}
            </th>
            {[total, ...kinds.map(({ label }) => label), ...(note === undefined ? [] : [note])].map((column) => (
              <th key={column} scope="col" className={head}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {bars.toReversed().map((bar) => (
            <tr key={bar.from} className="border-b border-line last:border-0">
              <th scope="row" className="px-3 py-1.5 font-normal whitespace-nowrap">
                {titleOf(bar.from)}
              </th>
              <td className={cell}>{formatNumber(bar.total)}</td>
              {kinds.map(({ label }, kind) => (
                <td key={label} className={cell}>
                  {formatNumber(bar.parts[kind] ?? 0)}
                </td>
              ))}
              {note !== undefined && <td className={`${cell} whitespace-nowrap`}>{bar.note}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
