import { GatewayError } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Card, Fact, Facts } from '../../components/ui/card.js';
import { classes } from '../../components/ui/classes.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Page } from '../../components/ui/page.js';
import { Time } from '../../components/ui/time.js';
import { reasonOf } from '../../lib/api.js';
import { useLiveState } from '../../lib/live/live-state.js';
import { brokenPlatformsQuery } from '../../lib/records/platforms.js';
import { useSession } from '../../lib/session/session.js';
import { useNow } from '../../lib/time/time.js';
import { AlertsCard } from './alerts-card.js';
import { CheckRow, StateIcon } from './check-row.js';
import { checksOf, summaryOf, type Check, type Findings } from './checks.js';
import { InstallationChecks } from './installation-checks.js';
import { Metrics } from './metrics.js';
import { readinessQuery, statisticsQuery, statusQuery } from './queries.js';
import { FailingChannels } from './failing-channels.js';
import { t } from './texts.js';

const backgrounds: Record<Check['state'], string> = {
  good: 'bg-good-tint',
  note: 'bg-info-tint',
  wait: 'bg-wait-tint',
  bad: 'bg-bad-tint',
  unknown: 'bg-sunken',
};

export function HealthPage() {
  const { gateway } = useSession();
  const readiness = useQuery(readinessQuery);
  const status = useQuery(statusQuery);
  const statistics = useQuery(statisticsQuery);
  const live = useLiveState();
  const ready = readyOf(readiness);
  const checks = checksOf({
    ready,
    status: status.isError ? undefined : status.data,
    statistics: statistics.isError ? undefined : statistics.data,
    brokenAdapters: useQuery(brokenPlatformsQuery).data,
    live,
    gateway,
    now: useNow(),
  });
  const summary = summaryOf(checks);
  const askedAt = Math.max(readiness.dataUpdatedAt, readiness.errorUpdatedAt);
  return (
    <Page title={t.title} help={t.help}>
      <div
        role="status"
        className={classes('flex items-center gap-3 rounded-card px-5 py-4', backgrounds[summary.state])}
      >
        <StateIcon state={summary.state} className="size-6" />
        <p className="min-w-0 flex-1 font-semibold">{summary.text}</p>
        {askedAt > 0 && (
          <p className="text-[0.8125rem] text-soft" aria-live="off">
            <Filled text={t.checked} parts={{ time: <Time at={new Date(askedAt).toISOString()} /> }} />
          </p>
        )}
      </div>
      <Card title={t.checksTitle} flush>
        <ul>
          {checks.map((check) => (
            <CheckRow key={check.name} check={check} />
          ))}
        </ul>
      </Card>
      <InstallationChecks />
      <AlertsCard />
      <FailingChannels channels={statistics.data?.channels.troubled ?? []} />
      <Metrics status={status.data} statistics={statistics.data} old={status.isError || statistics.isError} />
      <Card title={t.gateway.title}>
        <Facts>
          <Fact name={t.gateway.version}>{gateway.version}</Fact>
          <Fact name={t.gateway.consoleUrl}>
            <code className="break-all">{location.origin}</code>
          </Fact>
          <Fact name={t.gateway.publicUrl}>
            {gateway.public_url === null ? t.gateway.notSet : <code className="break-all">{gateway.public_url}</code>}
          </Fact>
          <Fact name={t.gateway.keys}>{gateway.auth ? t.gateway.required : t.gateway.notRequired}</Fact>
          <Fact name={t.gateway.reference}>{gateway.docs ? <code>/docs</code> : t.gateway.noReference}</Fact>
          <Fact name={t.gateway.monitoring}>
            <code>/healthz</code>, <code>/readyz</code>, <code>/metrics</code>
          </Fact>
        </Facts>
      </Card>
    </Page>
  );
}

function readyOf({ isError, error, data }: ReturnType<typeof useQuery<unknown>>): Findings['ready'] {
  if (isError) return { ok: false, answered: error instanceof GatewayError, reason: reasonOf(error) };
  return data === undefined ? null : { ok: true };
}
