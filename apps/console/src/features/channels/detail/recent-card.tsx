import { listDeliveries, listMessages, listPrompts } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../../components/ui/badge.js';
import { Card } from '../../../components/ui/card.js';
import { Loaded, SkeletonRows } from '../../../components/ui/states.js';
import { Time } from '../../../components/ui/time.js';
import { call } from '../../../lib/api.js';
import { deliveryStanding } from '../../../lib/delivery-standing.js';
import { promptStanding } from '../../../lib/prompt-standing.js';
import { useMay } from '../../../lib/session.js';
import type { ChannelDetail } from '../queries.js';

const SHOWN = '5';

/** The latest of what went through the channel, each list with the way to all of it. */
export function RecentCard({ channel }: { readonly channel: ChannelDetail }) {
  const { channel_id: id, channel_type: type } = channel;
  return (
    <>
      {type === 'PROMPT' ? <Prompts channelId={id} /> : <Messages channelId={id} />}
      <Deliveries channelId={id} />
    </>
  );
}

interface ListProps {
  readonly channelId: string;
}

function Prompts({ channelId }: ListProps) {
  const query = useQuery({
    queryKey: ['prompts', 'of-channel', channelId],
    queryFn: ({ signal }) =>
      call(listPrompts, { query: { channel_id: channelId, state: 'all', limit: SHOWN } }, { signal }),
  });
  return (
    <Card
      flush
      title="Recent prompts"
      actions={<All to="/prompts" search={{ state: 'all', channel: channelId }} of="prompts" />}
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} />}>
        {(prompts) =>
          prompts.length === 0 ? (
            <None>No prompts yet.</None>
          ) : (
            <ul>
              {prompts.map(({ id, prompt_num, text, state, closed_reason, answer, created_at }) => (
                <Row
                  key={id}
                  link={{ to: '/prompts/$num', params: { num: String(prompt_num) } }}
                  at={created_at}
                  note={answer}
                >
                  <Standing look={promptStanding({ state, closed_reason })} />
                  <span className="truncate">{text}</span>
                </Row>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Messages({ channelId }: ListProps) {
  const query = useQuery({
    queryKey: ['messages', 'of-channel', channelId],
    queryFn: ({ signal }) => call(listMessages, { query: { channel_id: channelId, limit: SHOWN } }, { signal }),
  });
  return (
    <Card
      flush
      title="Recent messages"
      actions={<All to="/conversations/$channelId" params={{ channelId }} of="messages" />}
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} />}>
        {(messages) =>
          messages.length === 0 ? (
            <None>No messages are kept.</None>
          ) : (
            <ul>
              {messages.map(({ id, direction, text, from_user, created_at }) => (
                <Row key={id} at={created_at}>
                  <Badge tone={direction === 'inbound' ? 'info' : 'plain'}>
                    {direction === 'inbound' ? (from_user ?? 'In') : 'Sent'}
                  </Badge>
                  <span className="truncate">{text}</span>
                </Row>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Deliveries({ channelId }: ListProps) {
  const may = useMay('deliveries:read');
  const query = useQuery({
    queryKey: ['deliveries', 'of-channel', channelId],
    queryFn: ({ signal }) => call(listDeliveries, { query: { channel_id: channelId, limit: SHOWN } }, { signal }),
    enabled: may,
  });
  if (!may) return null;
  return (
    <Card
      flush
      title="Recent deliveries"
      actions={<All to="/deliveries" search={{ channel: channelId }} of="deliveries" />}
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} />}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <None>Nothing has been delivered yet.</None>
          ) : (
            <ul>
              {deliveries.map(({ id, state, event_type, url, last_status, created_at }) => (
                <Row
                  key={id}
                  link={{ to: '/deliveries', search: { channel: channelId, id } }}
                  at={created_at}
                  note={last_status === null ? url : `${last_status} from ${url}`}
                >
                  <Standing look={deliveryStanding[state]} />
                  <span className="truncate">{event_type}</span>
                </Row>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

type Look = { readonly label: string; readonly tone: Tone };

function Standing({ look }: { readonly look: Look }) {
  return <Badge tone={look.tone}>{look.label}</Badge>;
}

function None({ children }: { readonly children: ReactNode }) {
  return <p className="px-5 pb-5 text-sm text-soft">{children}</p>;
}

function All({ of, ...link }: Pick<LinkProps, 'to' | 'params' | 'search'> & { readonly of: string }) {
  return (
    <Link {...link} className="text-sm text-accent hover:underline">
      All<span className="sr-only"> {of} of this channel</span>
    </Link>
  );
}

interface RowProps {
  readonly link?: Pick<LinkProps, 'to' | 'params' | 'search'>;
  readonly at: string;
  /** What is below it, less in sight. */
  readonly note?: string | null;
  readonly children: ReactNode;
}

function Row({ link, at, note = null, children }: RowProps) {
  const content = (
    <>
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex items-center gap-3 *:min-w-0 *:first:shrink-0">{children}</span>
        {note !== null && <span className="truncate text-[0.8125rem] text-soft">{note}</span>}
      </span>
      <span className="shrink-0 text-xs text-soft">
        <Time at={at} />
      </span>
    </>
  );
  const look = 'flex min-h-11 items-center gap-3 px-5 py-2 text-sm';
  return (
    <li className="border-t border-line">
      {link === undefined ? (
        <span className={look}>{content}</span>
      ) : (
        <Link {...link} className={`${look} -outline-offset-2 hover:bg-hover`}>
          {content}
        </Link>
      )}
    </li>
  );
}
