import { listDeliveries, listMessages, listPrompts, plainText, shownText } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../../components/ui/badge.js';
import { Card } from '../../../components/ui/card.js';
import { Loaded } from '../../../components/ui/list/loaded.js';
import { SkeletonRows } from '../../../components/ui/list/states.js';
import { Time } from '../../../components/ui/time.js';
import { call } from '../../../lib/api.js';
import { deliveryBadges } from '../../../lib/records/delivery-badges.js';
import { promptBadge } from '../../../lib/records/prompt-badge.js';
import { useMay } from '../../../lib/session/session.js';
import type { ChannelDetail } from '../queries.js';
import { t } from './texts.js';

const SHOWN = '5';

/** The latest prompts or messages and deliveries of the channel, each with a link to the full list. */
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
      title={t.recent.prompts.title}
      actions={<All to="/prompts" search={{ state: 'all', channel: channelId }} label={t.recent.prompts.all} />}
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} />}>
        {(prompts) =>
          prompts.length === 0 ? (
            <None>{t.recent.prompts.none}</None>
          ) : (
            <ul>
              {prompts.map(({ id, prompt_num, text, state, closed_reason, withdrawn_at, answer, created_at }) => (
                <Row
                  key={id}
                  link={{ to: '/prompts/$num', params: { num: String(prompt_num) } }}
                  at={created_at}
                  look={promptBadge({ state, closed_reason, withdrawn_at })}
                  note={answer === null ? null : t.recent.quoted(shownText(answer))}
                >
                  {plainText(text)}
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
      title={t.recent.messages.title}
      actions={<All to="/conversations/$channelId" params={{ channelId }} label={t.recent.messages.all} />}
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} />}>
        {(messages) =>
          messages.length === 0 ? (
            <None>{t.recent.messages.none}</None>
          ) : (
            <ul>
              {messages.map(({ id, direction, text, from_name, from_user, status, created_at }) => (
                <Row
                  key={id}
                  at={created_at}
                  look={
                    direction === 'inbound'
                      ? { label: shownText(from_name ?? from_user ?? '') || t.recent.messages.received, tone: 'info' }
                      : status === 'failed'
                        ? { label: t.recent.messages.notDelivered, tone: 'bad' }
                        : { label: t.recent.messages.sent, tone: 'plain' }
                  }
                >
                  {shownText(text)}
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
      title={t.recent.deliveries.title}
      actions={<All to="/deliveries" search={{ channel: channelId }} label={t.recent.deliveries.all} />}
    >
      <Loaded query={query} loading={<SkeletonRows rows={3} />}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <None>{t.recent.deliveries.none}</None>
          ) : (
            <ul>
              {deliveries.map(({ id, state, event_type, url, last_status, created_at }) => (
                <Row
                  key={id}
                  link={{ to: '/deliveries', search: { channel: channelId, id } }}
                  at={created_at}
                  look={deliveryBadges[state]}
                  note={last_status === null ? url : t.recent.deliveries.status(last_status, url)}
                >
                  {event_type}
                </Row>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function None({ children }: { readonly children: ReactNode }) {
  return <p className="px-5 pb-5 text-sm text-soft">{children}</p>;
}

function All({ label, ...link }: Pick<LinkProps, 'to' | 'params' | 'search'> & { readonly label: string }) {
  return (
    <Link {...link} aria-label={label} className="text-sm text-accent hover:underline">
      {t.recent.all}
    </Link>
  );
}

interface RowProps {
  readonly link?: Pick<LinkProps, 'to' | 'params' | 'search'>;
  readonly at: string;
  /** The state badge. */
  readonly look: { readonly label: string; readonly tone: Tone };
  /** A secondary line. */
  readonly note?: string | null;
  readonly children: string;
}

function Row({ link, at, look, note = null, children }: RowProps) {
  const content = (
    <>
      <span className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate">{children}</span>
        <Badge tone={look.tone}>{look.label}</Badge>
      </span>
      <span className="flex items-center gap-3 text-xs text-soft">
        <span className="min-w-0 flex-1 truncate">{note}</span>
        <Time at={at} />
      </span>
    </>
  );
  const frame = 'grid grid-cols-1 gap-1 px-5 py-2.5 text-sm';
  return (
    <li className="border-t border-line">
      {link === undefined ? (
        <span className={frame}>{content}</span>
      ) : (
        <Link {...link} className={`${frame} -outline-offset-2 hover:bg-hover`}>
          {content}
        </Link>
      )}
    </li>
  );
}
