import type { PromptStatistics } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { BarChart } from '../../components/bars/bar-chart.js';
import { Card } from '../../components/ui/card.js';
import { classes } from '../../components/ui/classes.js';
import { formatNumber, timeZone } from '../../lib/language/locale.js';
import { duration } from '../../lib/time/time.js';
import { outcomes, slotLabel, slotTitle } from './chart.js';
import { looks } from './looks.js';
import { t } from './texts.js';

/** What has become of the prompts of each hour or day, as bars and as a table. */
export function OutcomeChart({ statistics }: { readonly statistics: PromptStatistics }) {
  const { slots, window, total } = statistics;
  const help = window === '24h' ? t.chart.byHour : t.chart.byDay;
  return (
    <Card
      title={t.chart.title}
      help={help(timeZone())}
      actions={
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {outcomes.map((outcome) => (
            <li key={outcome}>
              <Link
                to="/prompts"
                search={looks[outcome].state === undefined ? {} : { state: looks[outcome].state }}
                className="group flex items-center gap-1.5"
              >
                <span
                  className={classes('size-2.5 rounded-sm forced-color-adjust-none', looks[outcome].dot)}
                  aria-hidden
                />
                <span className="text-soft group-hover:text-ink group-hover:underline">{t.chart[outcome]}</span>
                <span className="font-medium tabular-nums">{formatNumber(total[outcome])}</span>
              </Link>
            </li>
          ))}
        </ul>
      }
    >
      <BarChart
        bars={slots.map((slot) => ({
          from: slot.from,
          total: slot.created,
          parts: outcomes.map((outcome) => slot[outcome]),
          note: slot.median_answer_ms === null ? t.none : duration(slot.median_answer_ms),
        }))}
        kinds={outcomes.map((outcome) => ({
          fill: looks[outcome].fill,
          dot: looks[outcome].dot,
          label: t.chart[outcome],
        }))}
        total={t.chart.created}
        note={t.chart.median}
        titleOf={(from) => slotTitle(from, window)}
        labelOf={(from) => slotLabel(from, window)}
        label={t.chart.label}
        caption={t.chart.caption}
        time={window === '24h' ? t.chart.from : t.chart.day}
      />
    </Card>
  );
}
