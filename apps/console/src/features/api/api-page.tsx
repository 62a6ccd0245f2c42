import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { SearchInput } from '../../components/ui/search-input.js';
import { Split } from '../../components/ui/split.js';
import { Loaded } from '../../components/ui/loaded.js';
import { SkeletonRows } from '../../components/ui/states.js';
import { useSession } from '../../lib/session.js';
import { useShortcuts } from '../../lib/shortcuts.js';
import { OperationList } from './operation-list.js';
import { documentQuery } from './queries.js';
import { t } from './texts.js';

const TopicPage = lazy(async () => ({ default: (await import('./topic-page.js')).TopicPage }));
const route = getRouteApi('/shell/api');

/** The operations of the API, and next to them the one that is open. */
export function ApiPage() {
  const { q = '' } = route.useSearch();
  const navigate = useNavigate({ from: '/api' });
  const { topic } = useParams({ strict: false });
  const { gateway } = useSession();
  const query = useQuery(documentQuery(gateway.docs));
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ key: '/', label: t.search, run: () => field.current?.focus() }]);
  return (
    <Split
      title={t.title}
      filters={
        <SearchInput
          ref={field}
          label={t.search}
          value={q}
          onSearch={(text) =>
            void navigate({ to: '.', search: { q: text || undefined }, replace: true, resetScroll: false })
          }
          wide
        />
      }
      list={
        <Loaded query={query} loading={<SkeletonRows rows={10} />}>
          {(document) => <OperationList document={document} search={q} topic={topic ?? null} />}
        </Loaded>
      }
      open={topic}
      detail={
        topic === undefined ? (
          <Suspense fallback={<SkeletonRows />}>
            <TopicPage />
          </Suspense>
        ) : (
          <Outlet />
        )
      }
    />
  );
}
