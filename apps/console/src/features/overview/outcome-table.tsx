import type { PromptStatistics } from '@gateway/contract';
import { formatNumber } from '../../lib/language/locale.js';
import { duration } from '../../lib/time/time.js';
import { outcomes, slotTitle } from './chart.js';
import { t } from './texts.js';

/** The numbers of the chart, newest first. */
export function OutcomeTable({ slots, window }: Pick<PromptStatistics, 'slots' | 'window'>) {
  const head = 'px-3 py-2 text-right font-medium';
  return (
    <div
      className="mt-2 max-h-80 overflow-auto rounded-control border border-line"
      tabIndex={0}
      role="group"
      aria-label={t.chart.numbers}
    >
      <table className="w-full text-left text-[0.8125rem]">
        <caption className="sr-only">{t.chart.caption}</caption>
        <thead className="sticky top-0 bg-card">
          <tr className="border-b border-line text-soft">
            <th scope="col" className="px-3 py-2 font-medium">
              {window === '24h' ? t.chart.from : t.chart.day}
            </th>
            {(['created', ...outcomes] as const).map((column) => (
              <th key={column} scope="col" className={head}>
                {t.chart[column]}
              </th>
            ))}
            <th scope="col" className={head}>
              {t.chart.median}
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {slots.toReversed().map((slot) => (
            <tr key={slot.from} className="border-b border-line last:border-0">
              <th scope="row" className="px-3 py-1.5 font-normal whitespace-nowrap">
                {slotTitle(slot.from, window)}
              </th>
              {(['created', ...outcomes] as const).map((column) => (
                <td key={column} className="px-3 py-1.5 text-right">
                  {formatNumber(slot[column])}
                </td>
              ))}
              <td className="px-3 py-1.5 text-right whitespace-nowrap">
                {slot.median_answer_ms === null ? t.none : duration(slot.median_answer_ms)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
