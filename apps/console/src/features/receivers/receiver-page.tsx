import { shownText } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Badge } from '../../components/ui/badge.js';
import { buttonLook } from '../../components/ui/button.js';
import { Card, Fact, Facts } from '../../components/ui/card.js';
import { Filled } from '../../components/ui/form/filled.js';
import { FilterTabs } from '../../components/ui/list/filter-tabs.js';
import { Page } from '../../components/ui/page.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Missing } from '../../components/ui/list/missing.js';
import { Notice } from '../../components/ui/notice.js';
import { Time } from '../../components/ui/time.js';
import { receiverBadge } from '../../lib/records/receivers.js';
import { duration } from '../../lib/time/time.js';
import { Addresses } from './addresses.js';
import { LastFailure } from './last-failure.js';
import { bounded, errorRate, milliseconds, windows } from './format.js';
import { NameButton } from './name-button.js';
import { PauseButton } from './pause-button.js';
import { receiverQuery, type ReceiverDetail, type ReceiverWithFailure } from './queries.js';
import { RetrySince } from './retry-since.js';
import { t } from './texts.js';
import { Traffic } from './traffic.js';

const route = getRouteApi('/shell/receivers/$receiverId');

/** One receiver: its state, figures and actions. */
export function ReceiverPage() {
  const { receiverId } = route.useParams();
  const { window = '24h' } = route.useSearch();
  const navigate = useNavigate({ from: '/receivers/$receiverId' });
  const receiver = useQuery(receiverQuery(receiverId, window));
  const address = receiver.data?.destination ?? receiverId.replace(':', '://');
  const name = receiver.data?.name ?? null;
  return (
    <Page
      title={name === null ? address : shownText(name)}
      help={name === null ? undefined : <span className="break-all">{address}</span>}
      back={{ to: '/receivers', label: t.title }}
      actions={
        receiver.data && (
          <>
            <NameButton receiver={receiver.data} />
            <RetrySince receiver={receiver.data} />
            <PauseButton receiver={receiver.data} />
          </>
        )
      }
    >
      <Loaded
        query={receiver}
        missing={<Missing retained title={t.notFound} list={{ to: '/receivers', label: t.allReceivers }} />}
      >
        {(data) => (
          <>
            <State receiver={data} />
            <FilterTabs
              label={t.time}
              value={window}
              options={windows}
              onChoose={(next) => void navigate({ search: next === '24h' ? {} : { window: next }, replace: true })}
            />
            <Figures receiver={data} />
            <Traffic receiver={data} window={window} />
            <Addresses receiver={data} />
            <Attempts receiver={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface Props {
  readonly receiver: ReceiverDetail;
}

function State({ receiver }: Props) {
  const { paused_at, paused_by, state, failing_since, failed_attempts, last_error } = receiver;
  return (
    <>
      {paused_at !== null && (
        <Notice tone="wait">
          <Filled
            text={paused_by === null ? t.state.paused : t.state.pausedBy(paused_by)}
            parts={{ time: <Time at={paused_at} /> }}
          />{' '}
          {t.state.pausedEffect}
        </Notice>
      )}
      {state === 'failing' && (
        <Notice tone={receiverBadge(receiver).tone === 'bad' ? 'bad' : 'wait'}>
          <p>
            <Filled text={t.state.failing(failed_attempts)} parts={{ time: <Time at={failing_since} /> }} />
          </p>
          {last_error !== null && <p className="wrap-anywhere">{t.state.lastError(last_error)}</p>}
        </Notice>
      )}
    </>
  );
}

function Figures({ receiver }: Props) {
  const url = receiver.destination;
  const figures = [
    [t.columns.errorRate, errorRate(receiver), t.figures.attempts(receiver.attempts)],
    [t.columns.p50, milliseconds(receiver.p50_ms), t.figures.faster(0.5)],
    [t.columns.p95, milliseconds(receiver.p95_ms), t.figures.faster(0.95)],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-1 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3">
        {figures.map(([name, value, note]) => (
          <div key={name} className="grid gap-0.5 bg-card px-5 py-4">
            <dt className="text-[0.8125rem] text-soft">{name}</dt>
            <dd className="text-xl font-semibold tabular-nums">{value}</dd>
            <dd className="text-[0.8125rem] text-soft">{note}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Link to="/deliveries" search={{ url, state: 'pending' }} className={buttonLook('secondary', 'small')}>
          {t.inQueue(bounded(receiver.pending_count))}
        </Link>
        <Link to="/deliveries" search={{ url, state: 'dead' }} className={buttonLook('secondary', 'small')}>
          {t.failed(bounded(receiver.dead_count))}
        </Link>
        <Link to="/deliveries" search={{ url }} className={buttonLook('secondary', 'small')}>
          {t.allDeliveries}
        </Link>
      </div>
    </>
  );
}

/** The last attempt, and the last failed one unless it is the same. */
function Attempts({ receiver }: { readonly receiver: ReceiverWithFailure }) {
  const { last_attempt: last, last_failure: failed } = receiver;
  const lastFailed = failed !== null && last?.error != null;
  return (
    <>
      {!lastFailed && <LastAttempt receiver={receiver} />}
      <LastFailure receiver={receiver} isLast={lastFailed} />
    </>
  );
}

function LastAttempt({ receiver: { last_attempt: last } }: Props) {
  return (
    <Card title={t.last.title}>
      {last === null ? (
        <p className="text-sm text-soft">{t.last.none}</p>
      ) : (
        <Facts>
          <Fact name={t.last.response}>
            <Badge tone={last.error === null ? 'good' : 'bad'}>{last.status ?? t.last.noResponse}</Badge>
          </Fact>
          <Fact name={t.last.started}>
            <Time at={last.started_at} />
          </Fact>
          <Fact name={t.last.duration}>{duration(last.duration_ms)}</Fact>
        </Facts>
      )}
    </Card>
  );
}
