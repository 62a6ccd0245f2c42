import { testChannel } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PlugZap } from 'lucide-react';
import { HealthBadge } from '../../../components/health-badge.js';
import { Button } from '../../../components/ui/button.js';
import { Card } from '../../../components/ui/card.js';
import { Failure, Skeleton } from '../../../components/ui/states.js';
import { Time } from '../../../components/ui/time.js';
import { call } from '../../../lib/api.js';
import { useMay } from '../../../lib/session.js';
import type { ChannelDetail } from '../queries.js';
import { TestResult } from '../test-result.js';

/** How the channel stands, why and since when; and what the platform says when it is asked now. */
export function HealthCard({ channel }: { readonly channel: ChannelDetail }) {
  const { channel_id: id, health } = channel;
  const may = useMay('channels:write');
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => call(testChannel, { params: { id } }),
    // What it found is part of the channel's health.
    onSettled: () => client.invalidateQueries({ queryKey: ['channels'] }),
  });
  return (
    <Card
      title="Health"
      actions={
        <Button
          size="small"
          busy={test.isPending}
          disabledReason={may ? null : 'Your role may not test channels'}
          onClick={() => test.mutate()}
        >
          <PlugZap className="size-4" aria-hidden />
          Test now
        </Button>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <HealthBadge state={health.state} />
          {health.since !== null && (
            <span className="text-soft">
              since <Time at={health.since} />
            </span>
          )}
        </div>
        <p className="text-sm break-words">{health.detail ?? meaning[health.state]}</p>
        <dl className="grid grid-cols-2 gap-4 text-sm">
          <div>
            <dt className="text-soft">Last from the chat</dt>
            <dd>
              <Time at={health.last_inbound_at} none="nothing yet" />
            </dd>
          </div>
          <div>
            <dt className="text-soft">Last into the chat</dt>
            <dd>
              <Time at={health.last_outbound_at} none="nothing yet" />
            </dd>
          </div>
        </dl>
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

const meaning = {
  ok: 'The platform has accepted the connection, or something got through.',
  failing: 'The platform cannot be reached. The log of the gateway tells more.',
  unknown: 'Nothing has shown yet that it works: test it, or write something in the chat.',
  inactive: 'It is out of use: nothing is sent into the chat or taken in from it.',
} as const;
