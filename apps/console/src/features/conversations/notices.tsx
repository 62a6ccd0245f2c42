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

/** Conditions that affect what the conversation shows. */
export function Notices({ channel }: { readonly channel: Channel }) {
  const all: readonly ReactNode[] = [useKind(channel), useHealth(channel), useRetention(channel)].filter(Boolean);
  if (all.length === 0) return null;
  return <div className="grid gap-2 border-b border-line px-4 py-3 sm:px-6">{all}</div>;
}

function useKind(channel: Channel): ReactNode {
  if (channel.channel_type === 'MESSAGE') return null;
  return (
    <Notice key="kind">
      This is a prompt channel. It has no conversation.{' '}
      <Link to="/prompts" search={{ channel: channel.channel_id, state: 'all' }} className="underline">
        Show its prompts
      </Link>
    </Notice>
  );
}

function useHealth({ is_active, health, channel_id }: Channel): ReactNode {
  const toChannel = (
    <Link to="/channels/$channelId" params={{ channelId: channel_id }} className="underline">
      Open channel
    </Link>
  );
  if (!is_active) {
    return (
      <Notice key="health" tone="wait">
        This channel is inactive: it neither sends nor receives messages. {toChannel}
      </Notice>
    );
  }
  if (health.state !== 'failing') return null;
  return (
    <Notice key="health" tone="bad">
      {health.detail ?? 'The channel is failing. Messages may not be sent or received.'} {toChannel}
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
        Zero retention is on: {whichOf(inbound, outbound)} not stored, so this conversation is incomplete.{' '}
        <Link to="/retention" className="underline">
          Retention
        </Link>
      </p>
      {notStored && (
        <p role="status" className="mt-1 font-medium">
          {notStored.count === 1 ? 'A message' : `${notStored.count} messages`} arrived while this page was open, the
          latest <Time at={notStored.lastAt} />.
        </p>
      )}
    </Notice>
  );
}

function whichOf(inbound: boolean, outbound: boolean): string {
  if (inbound && outbound) return 'messages are';
  return inbound ? 'inbound messages are' : 'outbound messages are';
}
