import type { DeliveryRecord, MessageRecord } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { Check, CheckCheck, CircleX, Clock } from 'lucide-react';
import { memo } from 'react';
import { LinkedText } from '../../components/rich-text/rich-text.js';
import { classes } from '../../components/ui/classes.js';
import { Time } from '../../components/ui/time.js';
import { clockTime, exactTime } from '../../lib/time.js';

interface Props {
  readonly message: MessageRecord;
  /** The delivery of the message to the agent. */
  readonly callback: DeliveryRecord | undefined;
  /** Null: same as for the message above. */
  readonly writer: string | null;
}

export const Bubble = memo(function Bubble({ message, callback, writer }: Props) {
  const isInbound = message.direction === 'inbound';
  return (
    <li
      className={classes(
        'grid grid-cols-[minmax(0,1fr)]',
        isInbound ? 'justify-items-start' : 'justify-items-end',
        writer === null ? 'mt-1' : 'mt-3',
      )}
    >
      {writer !== null && (
        <p dir="auto" className="mb-1 max-w-full truncate px-1 text-xs font-medium text-soft">
          {writer}
        </p>
      )}
      <div
        dir="auto"
        className={classes(
          'max-w-[85%] rounded-card px-3.5 py-2 text-sm wrap-anywhere whitespace-pre-wrap sm:max-w-[75%]',
          isInbound ? 'border border-line bg-card' : 'bg-selected',
        )}
      >
        <LinkedText text={message.text} />
      </div>
      <div
        className={classes(
          'mt-0.5 flex max-w-[85%] flex-wrap items-center gap-x-2 px-1 text-xs text-soft',
          !isInbound && 'justify-end text-right',
        )}
      >
        <time dateTime={message.created_at} title={exactTime(message.created_at)}>
          {clockTime(message.created_at)}
        </time>
        {callback && <DeliveryState callback={callback} />}
        {message.delivery_state !== null && <PostState message={message} />}
      </div>
    </li>
  );
});

/** The state of the delivery to the agent. */
function DeliveryState({ callback }: { readonly callback: DeliveryRecord }) {
  const { state, attempt_count: attempts, last_error, last_status } = callback;
  const reason = last_error ?? (last_status === null ? undefined : `The receiver answered ${last_status}.`);
  const [Icon, tone, label] =
    state === 'delivered'
      ? ([Check, 'text-soft', 'delivered'] as const)
      : state === 'dead'
        ? ([CircleX, 'text-bad', 'dead'] as const)
        : ([Clock, 'text-wait', attempts === 0 ? 'pending' : `pending after ${attempts} attempts`] as const);
  return (
    <Link
      to="/deliveries"
      search={{ id: callback.id }}
      title={state === 'delivered' ? 'The agent received this message' : reason}
      className={classes('inline-flex items-center gap-1 underline-offset-2 hover:underline', tone)}
    >
      <Icon className="size-3.5" aria-hidden />
      {label}
      {state === 'pending' && attempts > 0 && callback.next_attempt_at !== null && (
        <>
          , next attempt <Time at={callback.next_attempt_at} />
        </>
      )}
    </Link>
  );
}

const postStates = {
  accepted: { Icon: Clock, tone: 'text-soft', label: 'accepted' },
  delivered: { Icon: Check, tone: 'text-soft', label: 'delivered' },
  read: { Icon: CheckCheck, tone: 'text-soft', label: 'read' },
  failed: { Icon: CircleX, tone: 'text-bad', label: 'not delivered' },
} as const;

/** What the platform reported about a sent message. */
function PostState({ message: { delivery_state, failure } }: { readonly message: MessageRecord }) {
  const { Icon, tone, label } = postStates[delivery_state ?? 'accepted'];
  return (
    <span className={classes('min-w-0 wrap-anywhere', tone)}>
      <Icon className="mr-1 inline size-3.5 align-text-bottom" aria-hidden />
      {label}
      {failure !== null && (
        <>
          : <bdi>{failure}</bdi>
        </>
      )}
    </span>
  );
}
