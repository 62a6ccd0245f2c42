import { exportMessages } from '@gateway/contract/values';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, Settings2 } from 'lucide-react';
import { ExportMenu } from '../../components/export-menu.js';
import { PlatformMark } from '../../components/platform-mark.js';
import { buttonLook } from '../../components/ui/button.js';
import { SearchInput } from '../../components/ui/form/search-input.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Notice } from '../../components/ui/notice.js';
import { Missing } from '../../components/ui/list/missing.js';
import { SkeletonRows } from '../../components/ui/list/states.js';
import { useMay } from '../../lib/session/session.js';
import { useTitle } from '../../lib/page/title.js';
import { Composer } from './composer.js';
import { Notices } from './notices.js';
import { channelQuery, messagesQuery } from './queries.js';
import { Thread } from './thread-view.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/conversations/$channelId');

export function Conversation() {
  const { channelId } = route.useParams();
  useTitle(channelId);
  return (
    // Ends at the phone's navigation bar; the negative margin removes the shell's extra padding.
    <div className="-mb-[1.4rem] flex h-[calc(100dvh-3.6rem-env(safe-area-inset-bottom))] min-h-96 flex-col md:mb-0 md:h-dvh">
      <Header channelId={channelId} />
      <Body key={channelId} channelId={channelId} />
    </div>
  );
}

function Header({ channelId }: { readonly channelId: string }) {
  const { q } = route.useSearch();
  const navigate = useNavigate({ from: '/conversations/$channelId' });
  const channel = useQuery(channelQuery(channelId)).data;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-card px-4 py-3 sm:px-6">
      <Link
        from="/conversations/$channelId"
        to="/conversations"
        search={({ find, waiting }) => ({ find, waiting })}
        aria-label={t.title}
        className={`${buttonLook('ghost', 'small')} -ml-2 !px-1.5 lg:hidden`}
      >
        <ChevronLeft className="size-5" aria-hidden />
      </Link>
      {channel && <PlatformMark id={channel.platform} className="size-7" />}
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-[0.9375rem] leading-tight font-semibold">{channelId}</h2>
        {channel && <p className="truncate text-xs text-soft">{channel.target_chat_id}</p>}
      </div>
      {channel?.channel_type === 'MESSAGE' && (
        <ExportMenu route={exportMessages} scope="messages:read" query={{ channel_id: channelId, q }} what="messages" />
      )}
      <Link
        to="/channels/$channelId"
        params={{ channelId }}
        aria-label={t.header.settings}
        title={t.header.settings}
        className={`${buttonLook('ghost', 'small')} aspect-square w-8 !px-0 sm:order-last`}
      >
        <Settings2 className="size-4.5" aria-hidden />
      </Link>
      <div className="flex w-full sm:w-60">
        <SearchInput
          label={t.header.search}
          value={q ?? ''}
          onSearch={(text) =>
            void navigate({
              to: '.',
              search: ({ find, waiting }) => ({ find, waiting, q: text || undefined }),
              replace: true,
            })
          }
          wide
        />
      </div>
    </header>
  );
}

function Body({ channelId }: { readonly channelId: string }) {
  const { q, at } = route.useSearch();
  const channel = useQuery(channelQuery(channelId));
  const mayRead = useMay('messages:read');
  const messages = useInfiniteQuery({ ...messagesQuery(channelId, q, at), enabled: mayRead });
  return (
    <Loaded
      query={channel}
      missing={<Missing title={t.notFound} list={{ to: '/conversations', label: t.allConversations }} />}
    >
      {(record) => (
        <>
          <Notices channel={record} />
          {record.channel_type === 'PROMPT' ? null : mayRead ? (
            <Loaded
              query={messages}
              loading={<div className="flex-1 overflow-hidden">{<SkeletonRows rows={8} />}</div>}
            >
              {() => <Thread key={at} channelId={channelId} query={messages} q={q} at={at} />}
            </Loaded>
          ) : (
            <div className="flex-1 p-4">
              <Notice>{t.thread.mayNotRead}</Notice>
            </div>
          )}
          {record.channel_type === 'MESSAGE' && <Composer channel={record} />}
        </>
      )}
    </Loaded>
  );
}
