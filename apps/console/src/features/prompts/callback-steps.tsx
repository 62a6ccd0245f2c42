import type { DeliveryRecord } from '@gateway/contract';
import { retryDelivery } from '@gateway/contract/values';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { Attempts } from '../../components/attempts.js';
import { Badge, type Tone } from '../../components/ui/badge.js';
import { Button } from '../../components/ui/button.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Failure, Skeleton } from '../../components/ui/list/states.js';
import { Time } from '../../components/ui/time.js';
import { call } from '../../lib/api.js';
import { deliveryBadges } from '../../lib/records/delivery-badges.js';
import { useMay } from '../../lib/session/session.js';
import { callbackQuery } from './queries.js';
import { Step } from './step.js';
import { t as texts } from './texts.js';

const t = texts.callback;

function badgeOf({ state, attempt_count: attempts }: DeliveryRecord): {
  readonly label: string;
  readonly tone: Tone;
} {
  return state === 'pending' && attempts > 0 ? { label: t.retrying, tone: 'wait' } : deliveryBadges[state];
}

/** A callback with its attempts and the retry button. */
export function CallbackSteps({ callback }: { readonly callback: DeliveryRecord }) {
  const client = useQueryClient();
  const detail = useQuery(callbackQuery(callback.id));
  const may = useMay('deliveries:write');
  const retry = useMutation({
    mutationFn: () => call(retryDelivery, { params: { id: callback.id } }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  const { label, tone } = badgeOf(callback);
  return (
    <Step
      icon={BellRing}
      isOpen={callback.state === 'pending'}
      title={
        <span className="inline-flex flex-wrap items-center gap-2">
          <span>
            <Filled text={t.title} parts={{ event: <code>{callback.event_type}</code> }} />
          </span>
          <Badge tone={tone}>{label}</Badge>
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
          <Filled text={t.nextAttempt} parts={{ time: <Time at={callback.next_attempt_at} /> }} />
        </p>
      )}
      {retry.isError && <Failure error={retry.error} />}
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <Button
          size="small"
          busy={retry.isPending}
          disabledReason={may ? null : t.cannotRetry}
          onClick={() => retry.mutate()}
        >
          {callback.state === 'pending' ? t.retryNow : t.retry}
        </Button>
        <Link
          to="/deliveries"
          search={{ id: callback.id }}
          className="text-[0.8125rem] text-accent underline-offset-2 hover:underline"
        >
          {t.details}
        </Link>
      </div>
    </Step>
  );
}
