import type { ReplyOf } from '@gateway/contract';
import type { getChannel } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Filled } from '../../components/ui/form/filled.js';
import { Notice } from '../../components/ui/notice.js';
import { Time } from '../../components/ui/time.js';
import { useMay } from '../../lib/session/session.js';
import { useNotStored } from '../../lib/storage/not-stored.js';
import { settingsQuery } from './queries.js';
import { t } from './texts.js';

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
      <Filled
        text={t.notices.promptChannel}
        parts={{
          link: (
            <Link to="/prompts" search={{ channel: channel.channel_id, state: 'all' }} className="underline">
              {t.notices.showPrompts}
            </Link>
          ),
        }}
      />
    </Notice>
  );
}

function useHealth({ is_active, health, channel_id }: Channel): ReactNode {
  const toChannel = (
    <Link to="/channels/$channelId" params={{ channelId: channel_id }} className="underline">
      {t.notices.openChannel}
    </Link>
  );
  if (!is_active) {
    return (
      <Notice key="health" tone="wait">
        {t.notices.inactive} {toChannel}
      </Notice>
    );
  }
  if (health.state !== 'failing') return null;
  return (
    <Notice key="health" tone="bad">
      {health.detail ?? t.notices.failing} {toChannel}
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
        {notStoredText(inbound, outbound)}{' '}
        <Link to="/retention" className="underline">
          {t.notices.retention}
        </Link>
      </p>
      {notStored && (
        <p role="status" className="mt-1 font-medium">
          <Filled
            text={notStored.count === 1 ? t.notices.arrivedOne : t.notices.arrivedMany(notStored.count)}
            parts={{ time: <Time at={notStored.lastAt} /> }}
          />
        </p>
      )}
    </Notice>
  );
}

function notStoredText(inbound: boolean, outbound: boolean): string {
  if (inbound && outbound) return t.notices.noneStored;
  return inbound ? t.notices.inboundNotStored : t.notices.outboundNotStored;
}
