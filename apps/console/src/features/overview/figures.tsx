import type { PromptStatistics, Statistics } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { Filled } from '../../components/ui/form/filled.js';
import { Notice } from '../../components/ui/notice.js';
import { Time } from '../../components/ui/time.js';
import { formatNumber, formatShare } from '../../lib/language/locale.js';
import { statusQuery } from '../../lib/live/pending.js';
import { duration, useNow } from '../../lib/time/time.js';
import { relativeChange, shareOf, successRate } from './chart.js';
import { Figure, type Change } from './figure.js';
import { t } from './texts.js';

/** Age of the oldest pending delivery from which it is highlighted. */
const LATE_AFTER_MS = 60_000;

interface Props {
  /** Undefined while loading. */
  readonly statistics: Statistics | undefined;
  readonly prompts: PromptStatistics | undefined;
  readonly failed: boolean;
}

/** The most important figures. Each is a link to the records behind it. */
export function Figures({ statistics, prompts, failed }: Props) {
  const status = useQuery(statusQuery);
  const now = useNow();
  const oldest = statistics?.queue.oldest_at ?? null;
  const isLate = oldest !== null && now - Date.parse(oldest) > LATE_AFTER_MS;
  const dead = statistics?.callbacks.dead ?? 0;
  return (
    <>
      {status.data?.status === 'error' && <Notice tone="bad">{t.databaseError(status.data.database)}</Notice>}
      <ul
        aria-label={t.figures.label}
        className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-3"
      >
        <Figure
          name={t.figures.pending}
          value={status.data && formatNumber(status.data.prompts_pending)}
          failed={status.isError}
          note={t.figures.pendingNote}
          link={{ to: '/prompts' }}
        />
        <PromptFigures prompts={prompts} failed={failed} />
        <Figure
          name={t.figures.success}
          failed={failed}
          value={statistics && percent(successRate(statistics.callbacks))}
          note={statistics && t.figures.successNote(statistics.callbacks.delivered, dead)}
          alarm={dead > 0 ? 'bad' : null}
          change={
            statistics &&
            pointChange(successRate(statistics.callbacks), successRate(statistics.before.callbacks), statistics.window)
          }
          link={{ to: '/deliveries', search: dead > 0 ? { state: 'dead' } : {} }}
        />
        <Figure
          name={t.figures.queue}
          failed={failed}
          value={statistics && formatNumber(statistics.queue.pending)}
          note={
            statistics &&
            (oldest === null ? (
              t.figures.queueEmpty
            ) : (
              <Filled text={t.figures.oldest} parts={{ time: <Time at={oldest} /> }} />
            ))
          }
          alarm={isLate ? 'wait' : null}
          link={{ to: '/deliveries', search: { state: 'pending' } }}
        />
      </ul>
    </>
  );
}

function PromptFigures({ prompts, failed }: Omit<Props, 'statistics'>) {
  const { total, before, slots = [], window = '24h' } = prompts ?? {};
  const inWindow = prompts && { since: prompts.from, until: prompts.to };
  return (
    <>
      <Figure
        name={t.figures.created}
        failed={failed}
        value={total && formatNumber(total.created)}
        change={total && before && relative(total.created, before.created, formatNumber, window)}
        trend={slots.map(({ created }) => created)}
        link={{ to: '/prompts', search: { state: 'all', ...inWindow } }}
      />
      <Figure
        name={t.figures.answered}
        failed={failed}
        value={total && percent(shareOf(total.answered, total.created))}
        note={total && t.figures.answeredNote(total.answered, total.created)}
        change={
          total &&
          before &&
          pointChange(shareOf(total.answered, total.created), shareOf(before.answered, before.created), window)
        }
        trend={slots.map(({ answered, created }) => shareOf(answered, created))}
        link={{ to: '/prompts', search: { state: 'answered', ...inWindow } }}
      />
      <Figure
        name={t.figures.time}
        failed={failed}
        value={total && (total.median_answer_ms === null ? t.none : duration(total.median_answer_ms))}
        note={
          total &&
          (total.p90_answer_ms === null ? t.figures.noAnswers : t.figures.timeNote(duration(total.p90_answer_ms)))
        }
        change={total && before && relative(total.median_answer_ms, before.median_answer_ms, duration, window)}
        trend={slots.map(({ median_answer_ms }) => median_answer_ms)}
        link={{ to: '/prompts', search: { state: 'answered', ...inWindow } }}
      />
    </>
  );
}

const percent = (share: number | null): string => (share === null ? t.none : formatShare(share));

/** The change of a number. From zero there is no percentage. */
function relative(
  value: number | null,
  before: number | null,
  format: (value: number) => string,
  window: Statistics['window'],
): Change | undefined {
  if (before === null) return undefined;
  const change = relativeChange(value, before);
  return {
    short: change === null ? null : signed(change, formatShare(Math.abs(change))),
    before: t.change.before(format(before), t.earlier[window]),
  };
}

/** The change of a share in percentage points. */
function pointChange(share: number | null, before: number | null, window: Statistics['window']): Change | undefined {
  if (share === null || before === null) return undefined;
  const points = Math.round((share - before) * 1000) / 10;
  const short = points === 0 ? t.change.same : t.change.points(signed(points, formatNumber(Math.abs(points))));
  return { short, before: t.change.before(formatShare(before), t.earlier[window]) };
}

const signed = (change: number, size: string): string =>
  Math.abs(change) < 0.0005 ? t.change.same : change > 0 ? t.change.up(size) : t.change.down(size);
