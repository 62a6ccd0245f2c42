import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Badge } from '../../components/ui/badge.js';
import { buttonLook } from '../../components/ui/button.js';
import { Card, Fact, Facts } from '../../components/ui/card.js';
import { FilterTabs } from '../../components/ui/filter-tabs.js';
import { Page } from '../../components/ui/page.js';
import { Loaded, Notice } from '../../components/ui/states.js';
import { Time } from '../../components/ui/time.js';
import { counted } from '../../lib/counted.js';
import { receiverBadge } from '../../lib/receivers.js';
import { duration } from '../../lib/time.js';
import { bounded, errorRate, milliseconds, windows } from './format.js';
import { PauseButton } from './pause-button.js';
import { receiverQuery, type ReceiverDetail } from './queries.js';
import { RetrySince } from './retry-since.js';

const route = getRouteApi('/shell/receivers/$receiverId');

/** One receiver: its state, figures and actions. */
export function ReceiverPage() {
  const { receiverId } = route.useParams();
  const { window = '24h' } = route.useSearch();
  const navigate = useNavigate({ from: '/receivers/$receiverId' });
  const receiver = useQuery(receiverQuery(receiverId, window));
  const name = receiver.data?.destination ?? receiverId.replace(':', '://');
  return (
    <Page
      title={name}
      back={{ to: '/receivers', label: 'Receivers' }}
      actions={
        receiver.data && (
          <>
            <RetrySince receiver={receiver.data} />
            <PauseButton receiver={receiver.data} />
          </>
        )
      }
    >
      <Loaded query={receiver}>
        {(data) => (
          <>
            <State receiver={data} />
            <FilterTabs
              label="Time"
              value={window}
              options={windows}
              onChoose={(next) => void navigate({ search: next === '24h' ? {} : { window: next }, replace: true })}
            />
            <Figures receiver={data} />
            <LastAttempt receiver={data} />
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
          {paused_by === null
            ? 'Deliveries to this receiver were paused'
            : `${paused_by} paused deliveries to this receiver`}{' '}
          <Time at={paused_at} />. They stay in the queue with the attempts that they have left, and none of them fails
          or is deleted meanwhile.
        </Notice>
      )}
      {state === 'failing' && (
        <Notice tone={receiverBadge(receiver).tone === 'bad' ? 'bad' : 'wait'}>
          <p>
            The first failure was <Time at={failing_since} />, and no attempt has succeeded since:{' '}
            {counted(failed_attempts, 'failed attempt', 'failed attempts')}.
          </p>
          {last_error !== null && <p className="wrap-anywhere">Last error: {last_error}</p>}
        </Notice>
      )}
    </>
  );
}

function Figures({ receiver }: Props) {
  const url = receiver.destination;
  const figures = [
    ['Error rate', errorRate(receiver), `of ${counted(receiver.attempts, 'attempt', 'attempts')}`],
    ['p50', milliseconds(receiver.p50_ms), 'half of the attempts were faster'],
    ['p95', milliseconds(receiver.p95_ms), '95 % of the attempts were faster'],
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
          {bounded(receiver.pending_count)} in queue
        </Link>
        <Link to="/deliveries" search={{ url, state: 'dead' }} className={buttonLook('secondary', 'small')}>
          {bounded(receiver.dead_count)} failed
        </Link>
        <Link to="/deliveries" search={{ url }} className={buttonLook('secondary', 'small')}>
          All deliveries
        </Link>
      </div>
    </>
  );
}

function LastAttempt({ receiver: { last_attempt: last } }: Props) {
  return (
    <Card title="Last attempt">
      {last === null ? (
        <p className="text-sm text-soft">No attempt has finished yet.</p>
      ) : (
        <Facts>
          <Fact name="Response">
            <Badge tone={last.error === null ? 'good' : 'bad'}>{last.status ?? 'No response'}</Badge>
          </Fact>
          <Fact name="Started">
            <Time at={last.started_at} />
          </Fact>
          <Fact name="Duration">{duration(last.duration_ms)}</Fact>
          {last.error !== null && <Fact name="Error">{last.error}</Fact>}
        </Facts>
      )}
    </Card>
  );
}
