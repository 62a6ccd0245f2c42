import type { ReplyOf, Statistics } from '@gateway/contract';
import type { getStatus } from '@gateway/contract/values';
import { Card } from '../../components/ui/card.js';
import { Skeleton } from '../../components/ui/list/states.js';
import { formatNumber } from '../../lib/language/locale.js';
import { duration } from '../../lib/time/time.js';
import { t } from './texts.js';

interface Props {
  readonly status: ReplyOf<typeof getStatus> | undefined;
  readonly statistics: Statistics | undefined;
  /** Older values are shown, because the gateway is not responding. */
  readonly old: boolean;
}

/** The main counts of the gateway. */
export function Metrics({ status, statistics, old }: Props) {
  const answered = statistics?.median_answer_ms;
  const metrics: readonly [string, string | number | undefined][] = [
    [t.metrics.pending, status?.prompts_pending],
    [t.metrics.answered, status?.prompts_answered_24h],
    [
      t.metrics.median,
      answered === null ? t.metrics.noMedian : answered === undefined ? undefined : duration(answered),
    ],
    [t.metrics.channels, status?.channels_active],
    [t.metrics.delivered, statistics?.callbacks.delivered],
    [t.metrics.queue, statistics?.queue.pending],
  ];
  return (
    <Card title={t.metrics.title} {...(old && { help: t.metrics.old })}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-3">
        {metrics.map(([name, value]) => (
          <div key={name} className="flex min-w-0 flex-col-reverse justify-end gap-0.5">
            <dt className="text-[0.8125rem] text-soft">{name}</dt>
            <dd className="text-xl font-semibold tabular-nums">
              {value === undefined ? (
                old ? (
                  '–'
                ) : (
                  <Skeleton className="my-1.5 h-5 w-14" />
                )
              ) : typeof value === 'number' ? (
                formatNumber(value)
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
