import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, Radio } from 'lucide-react';
import { Button } from '../../../components/ui/button.js';
import { channelQuery, type ChannelDetail } from '../queries.js';

/** A check beside the event stream: what the wait is for must not be missed. */
const LOOK_MS = 3000;

/** After a channel was registered: waits for the first thing that comes from its chat. */
export function FirstEvent({ channel }: { readonly channel: ChannelDetail }) {
  const { channel_id, channel_type, health } = channel;
  const hasCome = health.last_inbound_at !== null;
  const navigate = useNavigate({ from: '/channels/$channelId' });
  useQuery({ ...channelQuery(channel_id), refetchInterval: hasCome ? false : LOOK_MS });
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card px-5 py-4 ${hasCome ? 'bg-good-tint' : 'bg-info-tint'}`}
    >
      {hasCome ? (
        <CircleCheck className="size-6 shrink-0 text-good" aria-hidden />
      ) : (
        <Radio className="size-6 shrink-0 animate-pulse text-info" aria-hidden />
      )}
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">
          {hasCome ? 'The first event has arrived' : 'Saved. Waiting for the first event …'}
        </p>
        <p className="text-sm text-soft">
          {hasCome
            ? health.last_outbound_at === null
              ? 'The gateway hears the chat. Send something to try the other way.'
              : 'The channel works in both directions.'
            : channel_type === 'PROMPT'
              ? 'Send a test prompt below and answer it in the chat.'
              : 'Write something in the chat.'}
        </p>
      </div>
      <Button size="small" onClick={() => void navigate({ search: {}, replace: true })}>
        {hasCome ? 'Done' : 'Do not wait'}
      </Button>
    </div>
  );
}
