import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, Radio } from 'lucide-react';
import { Button } from '../../../components/ui/button.js';
import { channelQuery, type ChannelDetail } from '../queries.js';
import { t } from './texts.js';

/** Polled in addition to the event stream, so that the first event is never missed. */
const POLL_INTERVAL_MS = 3000;

/** Waits for the first event from the chat of a new channel. */
export function FirstEvent({ channel }: { readonly channel: ChannelDetail }) {
  const { channel_id, channel_type, health } = channel;
  const hasArrived = health.last_inbound_at !== null;
  const navigate = useNavigate({ from: '/channels/$channelId' });
  useQuery({ ...channelQuery(channel_id), refetchInterval: hasArrived ? false : POLL_INTERVAL_MS });
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card px-5 py-4 ${hasArrived ? 'bg-good-tint' : 'bg-info-tint'}`}
    >
      {hasArrived ? (
        <CircleCheck className="size-6 shrink-0 text-good" aria-hidden />
      ) : (
        <Radio className="size-6 shrink-0 animate-pulse text-info" aria-hidden />
      )}
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{hasArrived ? t.firstEvent.arrived : t.firstEvent.waiting}</p>
        <p className="text-sm text-soft">
          {hasArrived
            ? health.last_outbound_at === null
              ? t.firstEvent.receives
              : t.firstEvent.complete
            : channel_type === 'PROMPT'
              ? t.firstEvent.answerPrompt
              : t.firstEvent.writeMessage}
        </p>
      </div>
      <Button size="small" onClick={() => void navigate({ search: {}, replace: true })}>
        {hasArrived ? t.firstEvent.done : t.firstEvent.skip}
      </Button>
    </div>
  );
}
