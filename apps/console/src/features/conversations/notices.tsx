import type { getChannel, ReplyOf } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Notice } from '../../components/ui/states.js';
import { Time } from '../../components/ui/time.js';
import { useMay } from '../../lib/session.js';
import { useNotStored } from '../../lib/not-stored.js';
import { settingsQuery } from './queries.js';

type Channel = ReplyOf<typeof getChannel>;

/** What somebody has to know before they trust what they see here. */
export function Notices({ channel }: { readonly channel: Channel }) {
  const all: readonly ReactNode[] = [useKind(channel), useHealth(channel), useRetention(channel)].filter(Boolean);
  if (all.length === 0) return null;
  return <div className="grid gap-2 border-b border-line px-4 py-3 sm:px-6">{all}</div>;
}

function useKind(channel: Channel): ReactNode {
  if (channel.channel_type === 'MESSAGE') return null;
  return (
    <Notice key="kind">
      This channel asks questions and carries no conversation.{' '}
      <Link to="/prompts" search={{ channel: channel.channel_id, state: 'all' }} className="underline">
        Its prompts
      </Link>
    </Notice>
  );
}

function useHealth({ is_active, health, channel_id }: Channel): ReactNode {
  const toChannel = (
    <Link to="/channels/$channelId" params={{ channelId: channel_id }} className="underline">
      To the channel
    </Link>
  );
  if (!is_active) {
    return (
      <Notice key="health" tone="wait">
        This channel is inactive: nothing arrives, and nothing can be sent. {toChannel}
      </Notice>
    );
  }
  if (health.state !== 'failing') return null;
  return (
    <Notice key="health" tone="bad">
      {health.detail ?? 'The platform does not take or bring messages at the moment.'} {toChannel}
    </Notice>
  );
}

function useRetention({ channel_id }: Channel): ReactNode {
  const mayRead = useMay('settings:read');
  const settings = useQuery({ ...settingsQuery, enabled: mayRead }).data;
  const notStored = useNotStored(channel_id);
  const inbound = settings?.messages_inbound_zero_retention ?? notStored !== undefined;
  const outbound = settings?.messages_outbound_zero_retention ?? false;
  if (!inbound && !outbound) return null;
  return (
    <Notice key="retention">
      <p>
        Zero retention is on: {whichOf(inbound, outbound)}, so this is not the whole conversation.{' '}
        <Link to="/retention" className="underline">
          Retention
        </Link>
      </p>
      {notStored && (
        <p role="status" className="mt-1 font-medium">
          {notStored.count === 1 ? 'A message' : `${notStored.count} messages`} arrived while you were here, the latest{' '}
          <Time at={notStored.lastAt} />.
        </p>
      )}
    </Notice>
  );
}

function whichOf(inbound: boolean, outbound: boolean): string {
  if (inbound && outbound) return 'what people write and what is sent to them is kept nowhere here';
  return inbound ? 'what people write goes to the agent and is kept nowhere here' : 'what is sent is kept nowhere here';
}
