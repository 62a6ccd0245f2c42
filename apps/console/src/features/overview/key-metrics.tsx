import type { Statistics } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Notice, Skeleton } from '../../components/ui/states.js';
import { Time } from '../../components/ui/time.js';
import { classes } from '../../components/ui/classes.js';
import { formatNumber } from '../../lib/locale.js';
import { statusQuery } from '../../lib/pending.js';
import { duration, useNow } from '../../lib/time.js';
import { successRate } from './chart.js';

/** Age of the oldest pending delivery from which it is highlighted. */
const LATE_AFTER_MS = 60_000;

interface Props {
  /** Undefined while loading. */
  readonly statistics: Statistics | undefined;
  readonly failed: boolean;
}

/** The most important metrics. */
export function KeyMetrics({ statistics, failed }: Props) {
  const status = useQuery(statusQuery);
  const now = useNow();
  const rate = statistics && successRate(statistics.callbacks);
  const oldest = statistics?.queue.oldest_at ?? null;
  const isLate = oldest !== null && now - Date.parse(oldest) > LATE_AFTER_MS;
  return (
    <>
      {status.data?.status === 'error' && (
        <Notice tone="bad">The database reports an error: {status.data.database}</Notice>
      )}
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
        <Metric
          name="Pending prompts"
          value={status.data && formatNumber(status.data.prompts_pending)}
          failed={status.isError}
          note={status.data && `${formatNumber(status.data.prompts_answered_24h)} answered in 24 h`}
          link={{ to: '/prompts' }}
        />
        <Metric
          name="Median time to answer"
          failed={failed}
          value={statistics && (statistics.median_answer_ms === null ? '–' : duration(statistics.median_answer_ms))}
          note={statistics && (statistics.median_answer_ms === null ? 'no answers yet' : 'for answered prompts')}
        />
        <Metric
          name="Callback success rate"
          failed={failed}
          value={statistics && (rate == null ? '–' : `${rate} %`)}
          note={
            statistics &&
            `${formatNumber(statistics.callbacks.delivered)} delivered, ${formatNumber(statistics.callbacks.dead)} failed`
          }
          alarm={(statistics?.callbacks.dead ?? 0) > 0 ? 'bad' : null}
          link={{ to: '/deliveries', search: (statistics?.callbacks.dead ?? 0) > 0 ? { state: 'dead' } : {} }}
        />
        <Metric
          name="Callbacks in queue"
          failed={failed}
          value={statistics && formatNumber(statistics.queue.pending)}
          note={
            statistics &&
            (oldest === null ? (
              'none waiting'
            ) : (
              <>
                oldest <Time at={oldest} />
              </>
            ))
          }
          alarm={isLate ? 'wait' : null}
          link={{ to: '/deliveries', search: { state: 'pending' } }}
        />
      </ul>
    </>
  );
}

interface MetricProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
  readonly failed?: boolean;
  readonly alarm?: 'bad' | 'wait' | null;
  readonly link?: Pick<LinkProps, 'to' | 'search'>;
}

function Metric({ name, value, note, failed = false, alarm = null, link }: MetricProps) {
  const tone = alarm === 'bad' ? 'text-bad' : alarm === 'wait' ? 'text-wait' : 'text-soft';
  const content = (
    <>
      <span className="block text-[0.8125rem] text-soft">{name}</span>
      <span className="mt-1 block text-2xl font-semibold tracking-tight tabular-nums">
        {value ??
          (failed ? <span className="text-base text-bad">unavailable</span> : <Skeleton className="h-8 w-16" />)}
      </span>
      <span className={classes('mt-0.5 block min-h-[1.4em] text-xs', tone)}>{note}</span>
    </>
  );
  const look = 'block h-full bg-card px-4 py-3.5 sm:px-5';
  return (
    <li className="min-w-0">
      {link ? (
        <Link {...link} className={classes(look, '-outline-offset-2 hover:bg-hover')}>
          {content}
        </Link>
      ) : (
        <div className={look}>{content}</div>
      )}
    </li>
  );
}
