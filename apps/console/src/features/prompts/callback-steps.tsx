import { retryDelivery, type DeliveryRecord } from '@gateway/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { Attempts } from '../../components/attempts.js';
import { Badge, type Tone } from '../../components/ui/badge.js';
import { Button } from '../../components/ui/button.js';
import { Failure, Skeleton } from '../../components/ui/states.js';
import { Time } from '../../components/ui/time.js';
import { call } from '../../lib/api.js';
import { deliveryBadges } from '../../lib/delivery-badges.js';
import { useMay } from '../../lib/session.js';
import { callbackQuery } from './queries.js';
import { Step } from './step.js';

function standingOf({ state, attempt_count: attempts }: DeliveryRecord): {
  readonly label: string;
  readonly tone: Tone;
} {
  if (state !== 'pending') return deliveryBadges[state];
  return { label: attempts === 0 ? 'On its way' : 'Not taken yet', tone: 'wait' };
}

/** A callback to the agent with all its attempts, and the means to send it again. */
export function CallbackSteps({ callback }: { readonly callback: DeliveryRecord }) {
  const client = useQueryClient();
  const detail = useQuery(callbackQuery(callback.id));
  const may = useMay('deliveries:write');
  const again = useMutation({
    mutationFn: () => call(retryDelivery, { params: { id: callback.id } }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  const { label, tone } = standingOf(callback);
  return (
    <Step
      icon={BellRing}
      isOpen={callback.state === 'pending'}
      title={
        <span className="inline-flex flex-wrap items-center gap-2">
          Callback <code>{callback.event_type}</code> <Badge tone={tone}>{label}</Badge>
        </span>
      }
      at={callback.delivered_at ?? callback.dead_at ?? callback.created_at}
    >
      <p className="text-[0.8125rem] break-all text-soft">{callback.url}</p>
      {detail.isError && <Failure error={detail.error} retry={detail.refetch} />}
      {detail.data
        ? detail.data.attempts.length > 0 && <Attempts attempts={detail.data.attempts} />
        : detail.isPending && callback.attempt_count > 0 && <Skeleton className="mt-1 h-8 w-full" />}
      {callback.next_attempt_at !== null && (
        <p className="text-[0.8125rem] text-wait">
          Next attempt <Time at={callback.next_attempt_at} />
        </p>
      )}
      {again.isError && <Failure error={again.error} />}
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <Button
          size="small"
          busy={again.isPending}
          disabledReason={may ? null : 'Your role may read callbacks, but not send them again'}
          onClick={() => again.mutate()}
        >
          {callback.state === 'pending' ? 'Send now' : 'Send again'}
        </Button>
        <Link
          to="/deliveries"
          search={{ id: callback.id }}
          className="text-[0.8125rem] text-accent underline-offset-2 hover:underline"
        >
          Request and response
        </Link>
      </div>
    </Step>
  );
}
