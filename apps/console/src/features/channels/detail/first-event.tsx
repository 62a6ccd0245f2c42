import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, Radio } from 'lucide-react';
import { Button } from '../../../components/ui/button.js';
import { channelQuery, type ChannelDetail } from '../queries.js';

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
        <p className="font-medium">
          {hasArrived ? 'The first event has arrived' : 'Channel saved. Waiting for the first event…'}
        </p>
        <p className="text-sm text-soft">
          {hasArrived
            ? health.last_outbound_at === null
              ? 'The gateway receives events from the chat. Send something to test the other direction.'
              : 'The channel works in both directions.'
            : channel_type === 'PROMPT'
              ? 'Send a test prompt below and answer it in the chat.'
              : 'Send a message in the chat.'}
        </p>
      </div>
      <Button size="small" onClick={() => void navigate({ search: {}, replace: true })}>
        {hasArrived ? 'Done' : 'Skip'}
      </Button>
    </div>
  );
}
