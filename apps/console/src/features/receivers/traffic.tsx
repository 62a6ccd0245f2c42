import { BarChart } from '../../components/bars/bar-chart.js';
import { Card } from '../../components/ui/card.js';
import { dateFormat, formatNumber } from '../../lib/language/locale.js';
import type { ReceiverWindow, ReceiverWithFailure } from './queries.js';
import { t } from './texts.js';

const clock = dateFormat({ hour: '2-digit', minute: '2-digit' });
const hour = dateFormat({ weekday: 'short', hour: '2-digit', minute: '2-digit' });
const day = dateFormat({ day: 'numeric', month: 'short' });

const kinds = [
  { label: t.traffic.delivered, fill: 'fill-good', dot: 'bg-good' },
  { label: t.traffic.failed, fill: 'fill-bad', dot: 'bg-bad' },
];

interface Props {
  readonly receiver: ReceiverWithFailure;
  readonly window: ReceiverWindow;
}

/** All attempts of the window over time. */
export function Traffic({ receiver: { traffic }, window }: Props) {
  const delivered = traffic.reduce((sum, period) => sum + period.delivered, 0);
  const failed = traffic.reduce((sum, period) => sum + period.failed, 0);
  return (
    <Card title={t.traffic.title} help={t.traffic.help(formatNumber(delivered), formatNumber(failed))}>
      <BarChart
        bars={traffic.map((period) => ({
          from: period.from,
          total: period.delivered + period.failed,
          parts: [period.delivered, period.failed],
        }))}
        kinds={kinds}
        total={t.traffic.attempts}
        titleOf={(from) => hour(new Date(from))}
        labelOf={(from) => (window === '7d' ? day : clock)(new Date(from))}
        label={t.traffic.label}
        caption={t.traffic.caption}
        time={t.traffic.from}
      />
    </Card>
  );
}
