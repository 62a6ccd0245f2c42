import { testChannel } from '@gateway/contract/values';
import { PlugZap } from 'lucide-react';
import { HealthBadge } from '../../../components/health-badge.js';
import { Button } from '../../../components/ui/button.js';
import { Card } from '../../../components/ui/card.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { Failure, Skeleton } from '../../../components/ui/list/states.js';
import { Time } from '../../../components/ui/time.js';
import { call } from '../../../lib/api.js';
import { useSave } from '../../../lib/forms/use-save.js';
import { useMay } from '../../../lib/session/session.js';
import type { ChannelDetail } from '../queries.js';
import { TestResult } from '../test-result.js';
import { t as shared } from '../texts.js';
import { isProven } from '../traffic.js';
import { TrafficWeek } from '../traffic-ticks.js';
import { Proofs } from './proofs.js';
import { t } from './texts.js';

/** The health of the channel, and a test against the platform. */
export function HealthCard({ channel }: { readonly channel: ChannelDetail }) {
  const { channel_id: id, health } = channel;
  // A channel that relays messages has to receive one before it is verified.
  const isSilent = channel.channel_type === 'MESSAGE' && health.state === 'unknown' && health.last_inbound_at === null;
  const may = useMay('channels:write');
  // The result updates the channel's health.
  const test = useSave(() => call(testChannel, { params: { id } }), { resources: ['channels'], refreshAlways: true });
  return (
    <Card
      title={t.health.title}
      actions={
        <Button
          size="small"
          busy={test.isPending}
          disabledReason={may ? null : shared.mayNotTest}
          onClick={() => test.mutate()}
        >
          <PlugZap className="size-4" aria-hidden />
          {t.health.test}
        </Button>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <HealthBadge state={health.state} isProven={isProven(channel)} />
          {health.since !== null && (
            <span className="text-soft">
              <Filled text={shared.row.changed} parts={{ time: <Time at={health.since} /> }} />
            </span>
          )}
        </div>
        {isSilent && <p className="text-sm">{t.health.nothingReceived}</p>}
        {(health.detail !== null || !isSilent) && (
          <p className="text-sm wrap-anywhere">{health.detail ?? t.health.meanings[health.state]}</p>
        )}
        <Proofs channel={channel} />
        <TrafficWeek traffic={channel.traffic} />
        {test.isPending && <Skeleton className="h-5 w-1/2" />}
        {test.isError && <Failure bare error={test.error} retry={() => test.mutate()} />}
        {test.data && !test.isPending && (
          <div className="border-t border-line pt-4">
            <TestResult result={test.data} />
          </div>
        )}
      </div>
    </Card>
  );
}
