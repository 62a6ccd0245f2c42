import { retryDelivery, shownText } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { Attempts } from '../../components/attempts.js';
import { Badge } from '../../components/ui/badge.js';
import { Button } from '../../components/ui/button.js';
import { Fact, Facts } from '../../components/ui/card.js';
import { Copyable } from '../../components/ui/copy.js';
import { Drawer } from '../../components/ui/dialog.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Missing } from '../../components/ui/list/missing.js';
import { Notice } from '../../components/ui/notice.js';
import { Failure } from '../../components/ui/list/states.js';
import { Time } from '../../components/ui/time.js';
import { call } from '../../lib/api.js';
import { deliveryBadges } from '../../lib/records/delivery-badges.js';
import { useReceiverName } from '../../lib/records/receiver-names.js';
import { receiverIdOf } from '../../lib/records/receivers.js';
import { useMay } from '../../lib/session/session.js';
import { useSave } from '../../lib/forms/use-save.js';
import { deliveryQuery, type Delivery } from './queries.js';
import { RequestView } from './request-view.js';
import { CurlButton } from './curl-button.js';
import { eventName } from './format.js';
import { NextAttempt } from './next-attempt.js';
import { t } from './texts.js';

/** The details of one delivery. */
export function DeliveryDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const delivery = useQuery(deliveryQuery(id));
  return (
    <Drawer open onClose={onClose} title={delivery.data ? eventName(delivery.data.event_type) : t.drawer.title}>
      <Loaded
        query={delivery}
        missing={
          <Missing retained title={t.drawer.notFound} list={{ to: '/deliveries', label: t.drawer.allDeliveries }} />
        }
      >
        {(data) => <Details delivery={data} />}
      </Loaded>
    </Drawer>
  );
}

function Details({ delivery }: { readonly delivery: Delivery }) {
  const name = useReceiverName(delivery.url);
  return (
    <div className="grid gap-6">
      <State delivery={delivery} />
      <Facts>
        <Fact name={t.drawer.receiver}>
          {name !== null && <bdi className="block wrap-anywhere">{shownText(name)}</bdi>}
          <Copyable text={delivery.url} label={t.drawer.copyUrl} />
          <Link
            to="/receivers/$receiverId"
            params={{ receiverId: receiverIdOf(delivery.url) }}
            className="mt-1 inline-block text-accent underline-offset-2 hover:underline"
          >
            {t.drawer.receiverPage}
          </Link>
        </Fact>
        <Fact name={t.drawer.eventId}>
          <Copyable text={delivery.event_id} label={t.drawer.copyEventId} />
        </Fact>
        <Fact name={t.drawer.channel}>
          <Link
            to="/channels/$channelId"
            params={{ channelId: delivery.channel_id }}
            className="text-accent underline-offset-2 hover:underline"
          >
            {delivery.channel_id}
          </Link>
        </Fact>
        {delivery.prompt_id !== null && (
          <Fact name={t.drawer.prompt}>
            <Link
              to="/prompts/$num"
              params={{ num: delivery.prompt_id.replace('#', '') }}
              className="text-accent underline-offset-2 hover:underline"
            >
              {delivery.prompt_id}
            </Link>
          </Fact>
        )}
        {delivery.message_id !== null && (
          <Fact name={t.drawer.message}>
            <code className="break-all">{delivery.message_id}</code>
          </Fact>
        )}
        <Fact name={t.drawer.created}>
          <Time at={delivery.created_at} />
        </Fact>
      </Facts>
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">{t.drawer.attempts}</h3>
        {delivery.attempts.length === 0 ? (
          <p className="text-sm text-soft">{t.drawer.noAttempts}</p>
        ) : (
          <Attempts attempts={delivery.attempts} />
        )}
      </section>
      <RequestView delivery={delivery} />
      <CurlButton id={delivery.id} />
    </div>
  );
}

/** The state of the delivery and the retry button. */
function State({ delivery }: { readonly delivery: Delivery }) {
  const may = useMay('deliveries:write');
  const retry = useSave(() => call(retryDelivery, { params: { id: delivery.id } }), {
    resources: ['deliveries', 'audit'],
  });
  const { label, tone } = deliveryBadges[delivery.state];
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex flex-wrap items-center gap-2.5 text-sm">
          <Badge tone={tone}>{label}</Badge>
          <span className="text-soft">
            <When delivery={delivery} />
          </span>
        </p>
        <Button
          size="small"
          busy={retry.isPending}
          disabledReason={may ? null : t.retry.denied}
          onClick={() => retry.mutate()}
        >
          <RotateCcw className="size-4" aria-hidden />
          {t.retry.one}
        </Button>
      </div>
      {delivery.state !== 'delivered' && delivery.last_error !== null && (
        <Notice tone={delivery.state === 'dead' ? 'bad' : 'wait'}>{delivery.last_error}</Notice>
      )}
      {retry.isError && <Failure error={retry.error} />}
    </div>
  );
}

function When({ delivery }: { readonly delivery: Delivery }) {
  const { delivered_at, dead_at, next_attempt_at } = delivery;

  const ended = delivered_at ?? dead_at;
  if (ended !== null) return <Time at={ended} />;
  return next_attempt_at === null ? t.next.inProgress : <NextAttempt delivery={delivery} />;
}
