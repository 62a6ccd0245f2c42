import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useRef } from 'react';
import { buttonLook } from '../../components/ui/button.js';
import { FilterTabs } from '../../components/ui/list/filter-tabs.js';
import { SearchInput } from '../../components/ui/form/search-input.js';
import { Split } from '../../components/ui/list/split.js';
import { Empty } from '../../components/ui/list/empty.js';
import { useShortcuts } from '../../lib/page/shortcuts.js';
import { ConversationList } from './conversation-list.js';
import { conversationsQuery } from './queries.js';
import { t } from './texts.js';

const route = getRouteApi('/shell/conversations');

export function ConversationsPage() {
  const { find, waiting = false } = route.useSearch();
  const navigate = useNavigate({ from: '/conversations' });
  const { channelId } = useParams({ strict: false });
  const query = useInfiniteQuery(conversationsQuery(find, waiting));
  // The list shows its empty state, so the placeholder for an open conversation is hidden.
  const hasNone = !waiting && query.data?.pages[0]?.items.length === 0;
  const searchField = useRef<HTMLInputElement>(null);
  useShortcuts([{ key: '/', label: t.list.searchShortcut, run: () => searchField.current?.focus() }]);
  return (
    <Split
      title={t.title}
      filters={
        <>
          <SearchInput
            ref={searchField}
            label={t.list.search}
            value={find ?? ''}
            onSearch={(text) =>
              void navigate({ to: '.', search: (now) => ({ ...now, find: text || undefined }), replace: true })
            }
            wide
          />
          <FilterTabs
            label={t.list.filter}
            value={waiting ? 'waiting' : 'all'}
            options={[
              { value: 'all', label: t.list.all },
              { value: 'waiting', label: t.list.waiting },
            ]}
            onChoose={(value) =>
              void navigate({
                to: '.',
                search: (now) => ({ ...now, waiting: value === 'waiting' || undefined }),
                replace: true,
              })
            }
          />
        </>
      }
      list={
        <ConversationList
          query={query}
          selected={channelId}
          empty={
            waiting ? (
              <Empty icon={MessagesSquare} title={t.list.noneWaiting}>
                <p>{t.list.noneWaitingHelp}</p>
              </Empty>
            ) : find === undefined ? (
              <Empty icon={MessagesSquare} title={t.list.noneYet}>
                <p>{t.list.noneYetHelp}</p>
                <Link to="/channels/+new" className={buttonLook('primary', 'small')}>
                  {t.list.addChannel}
                </Link>
              </Empty>
            ) : (
              <Empty icon={MessagesSquare} title={t.list.noMatch}>
                <p>{t.list.noMatchHelp(find)}</p>
              </Empty>
            )
          }
        />
      }
      open={channelId}
      detail={
        channelId !== undefined ? (
          <Outlet />
        ) : hasNone ? null : (
          <div className="grid h-full content-center">
            <Empty icon={MessagesSquare} title={t.list.noneSelected}>
              <p>{t.list.noneSelectedHelp}</p>
            </Empty>
          </div>
        )
      }
    />
  );
}
