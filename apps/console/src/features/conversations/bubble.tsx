import type { DeliveryRecord, MessageRecord } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { Check, CheckCheck, CircleX, Clock } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { LinkedText } from '../../components/rich-text/rich-text.js';
import { classes } from '../../components/ui/classes.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Time } from '../../components/ui/time.js';
import { clockTime, exactTime } from '../../lib/time/time.js';
import { t } from './texts.js';

interface Props {
  readonly message: MessageRecord;
  /** The delivery of the message to the agent. */
  readonly callback: DeliveryRecord | undefined;
  /** Whether the conversation is shown around this message. */
  readonly isMarked: boolean;
  /** Whether it is a result of a search, which leads to the messages around it. */
  readonly isResult: boolean;
  /** The name of its writer. Absent: same as for the message above. */
  readonly name?: string;
  /** The writer's user name on the platform. */
  readonly user?: string | null;
}

export const Bubble = memo(function Bubble({ message, callback, isMarked, isResult, name, user = null }: Props) {
  const isInbound = message.direction === 'inbound';
  return (
    <li
      ref={isMarked ? scrollTo : undefined}
      aria-current={isMarked || undefined}
      className={classes(
        'grid grid-cols-[minmax(0,1fr)]',
        isInbound ? 'justify-items-start' : 'justify-items-end',
        name === undefined ? 'mt-1' : 'mt-3',
      )}
    >
      {name !== undefined && (
        <p className="mb-1 max-w-full truncate px-1 text-xs text-soft">
          <bdi className="font-medium">{name}</bdi>
          {user !== null && (
            <>
              {' '}
              (<bdi>{user}</bdi>)
            </>
          )}
        </p>
      )}
      <div
        dir="auto"
        className={classes(
          'max-w-[85%] rounded-card px-3.5 py-2 text-sm wrap-anywhere whitespace-pre-wrap sm:max-w-[75%]',
          isInbound ? 'border border-line bg-card' : 'bg-selected',
          isMarked && 'outline-2 outline-offset-2 outline-info',
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
        {isResult && (
          <Link
            from="/conversations/$channelId"
            to="."
            search={({ find, waiting }) => ({ find, waiting, at: message.id })}
            className="underline underline-offset-2"
          >
            {t.thread.around}
          </Link>
        )}
        {callback && <DeliveryState callback={callback} />}
        {message.delivery_state !== null && <PostState message={message} />}
      </div>
    </li>
  );
});

/** Once, when the message is first shown. */
function scrollTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}

const callbackStates = {
  delivered: { Icon: Check, tone: 'text-soft' },
  dead: { Icon: CircleX, tone: 'text-bad' },
  pending: { Icon: Clock, tone: 'text-wait' },
} as const;

/** The state of the delivery to the agent. */
function DeliveryState({ callback }: { readonly callback: DeliveryRecord }) {
  const { state, last_error, last_status } = callback;
  const reason = last_error ?? (last_status === null ? undefined : t.delivery.status(last_status));
  const { Icon, tone } = callbackStates[state];
  return (
    <Link
      to="/deliveries"
      search={{ id: callback.id }}
      title={state === 'delivered' ? t.delivery.received : reason}
      className={classes('inline-flex items-center gap-1 underline-offset-2 hover:underline', tone)}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden />
      <span>{stateText(callback)}</span>
    </Link>
  );
}

function stateText({ state, attempt_count: attempts, next_attempt_at: next }: DeliveryRecord): ReactNode {
  if (state === 'delivered') return t.delivery.delivered;
  if (state === 'dead') return t.delivery.failed;
  if (attempts === 0) return t.delivery.pending;
  if (next === null) return t.delivery.pendingAfter(attempts);
  return <Filled text={t.delivery.pendingUntil(attempts)} parts={{ time: <Time at={next} /> }} />;
}

const postStates = {
  accepted: { Icon: Clock, tone: 'text-soft' },
  delivered: { Icon: Check, tone: 'text-soft' },
  read: { Icon: CheckCheck, tone: 'text-soft' },
  failed: { Icon: CircleX, tone: 'text-bad' },
} as const;

/** What the platform reported about a sent message. */
function PostState({ message: { delivery_state, failure } }: { readonly message: MessageRecord }) {
  const state = delivery_state ?? 'accepted';
  const { Icon, tone } = postStates[state];
  return (
    <span className={classes('min-w-0 wrap-anywhere', tone)}>
      <Icon className="mr-1 inline size-3.5 align-text-bottom" aria-hidden />
      {t.post[state]}
      {failure !== null && (
        <>
          : <bdi>{failure}</bdi>
        </>
      )}
    </span>
  );
}
