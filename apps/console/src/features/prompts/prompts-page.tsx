import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query';
import { getRouteApi, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { MessageCircleQuestionMark, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { exportPrompts } from '@gateway/contract/values';
import { ExportMenu } from '../../components/export-menu.js';
import { SavedViews } from '../../components/saved-views/saved-views.js';
import { Button } from '../../components/ui/button.js';
import { FilterTabs } from '../../components/ui/list/filter-tabs.js';
import { SearchInput } from '../../components/ui/form/search-input.js';
import { Split } from '../../components/ui/list/split.js';
import { Empty } from '../../components/ui/list/empty.js';
import { Missing } from '../../components/ui/list/missing.js';
import { issuesOf } from '../../lib/api.js';
import { search as searchOf } from '../../lib/search.js';
import { useMay } from '../../lib/session/session.js';
import { useShortcuts } from '../../lib/page/shortcuts.js';
import { useHasBeenIdle } from '../../lib/load/when-idle.js';
import { listQueryOf, ofTab, promptFilter, queryOf, type PromptSearch } from './list/filter.js';
import { FilterChips } from './list/filter-chips.js';
import { MoreFilters } from './list/more-filters.js';
import { PromptList } from './list/prompt-list.js';
import { BatchBar } from './batch/batch-bar.js';
import { useTicks } from './batch/ticks.js';
import { AnsweringMenu } from './inbox/answering-menu.js';
import { InboxContext } from './inbox/inbox-context.js';
import { countOf, Counted } from './inbox/tab-counts.js';
import { UndoBar } from './inbox/undo-bar.js';
import { UnsentNotice } from './inbox/unsent-notice.js';
import { useAdvance } from './inbox/use-advance.js';
import { countsQuery, promptsQuery, waitingCountQuery } from './queries.js';
import { t } from './texts.js';
import { OwnPersonNote } from './waiting/own-person.js';

const AskDialog = lazy(async () => ({ default: (await import('./ask/ask-dialog.js')).AskDialog }));
const route = getRouteApi('/shell/prompts');
const readFilter = searchOf(promptFilter);

type Tab = keyof typeof t.tabs;
const tabs = Object.keys(t.tabs) as Tab[];

/** Starts the first requests of the page before it is rendered. */
export function prefetch(client: QueryClient, search: PromptSearch): void {
  const list = promptsQuery(listQueryOf(search));
  // Data that is there is refreshed by the page.
  if (client.getQueryData(list.queryKey) !== undefined) return;
  void client.prefetchInfiniteQuery(list);
  void client.prefetchQuery(countsQuery);
}

export function PromptsPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/prompts' });
  const { num } = useParams({ strict: false });
  const state = search.state ?? 'pending';
  const isOpenTab = state === 'pending' || state === 'waiting';
  const filter = queryOf(search);
  const isFiltered = Object.keys(filter).length > 1;
  const ordered = listQueryOf(search);
  const prompts = useInfiniteQuery(promptsQuery(ordered));
  const isUnknown = namesUnknownPerson(search, prompts.error);
  const rows = useMemo(() => prompts.data?.pages.flatMap(({ items }) => items) ?? [], [prompts.data]);
  const mayAnswer = useMay('prompts:write');
  const ticks = useTicks(rows);
  const inbox = useAdvance(rows, { isOpenTab, isShown: !prompts.isPlaceholderData, open: num ?? null });
  // The list shows its empty state, so the placeholder for an open prompt is hidden.
  const hasNone = isUnknown || prompts.data?.pages.every(({ items }) => items.length === 0);
  const counts = useQuery(countsQuery).data;
  const waiting = useQuery({ ...waitingCountQuery, enabled: useHasBeenIdle() && mayAnswer }).data;
  const searchField = useRef<HTMLInputElement>(null);
  useShortcuts([{ key: '/', label: t.search, run: () => searchField.current?.focus() }]);

  const change = (changes: Partial<typeof search>) =>
    void navigate({ to: '.', search: (now) => ({ ...now, ...changes }), replace: true });

  return (
    <>
      <Split
        title={t.title}
        actions={
          <>
            <AnsweringMenu />
            <ExportMenu route={exportPrompts} scope="prompts:read" query={filter} what="prompts" />
            <Button
              look="primary"
              size="small"
              disabledReason={mayAnswer ? null : t.cannotCreate}
              onClick={() => change({ ask: true })}
            >
              <Plus className="size-4" aria-hidden />
              {t.create}
            </Button>
          </>
        }
        filters={
          <>
            <FilterTabs
              label={t.state}
              value={state}
              onChoose={(value) => change(ofTab(value === 'pending' ? undefined : value))}
              options={tabs.map((value) => ({
                value,
                // The counts cover all prompts, so they are hidden while a filter is active.
                label: <Counted label={t.tabs[value]} count={isFiltered ? null : countOf(value, counts, waiting)} />,
              }))}
            />
            <div className="flex flex-wrap items-center gap-2">
              <SearchInput
                ref={searchField}
                label={t.search}
                value={search.q ?? ''}
                onSearch={(q) => change({ q: q || undefined })}
                wide
              />
              <MoreFilters search={search} onChange={change} />
              <SavedViews page="prompts" filter={readFilter(search)} compact />
            </div>
            <FilterChips search={search} found={rows} onChange={change} />
          </>
        }
        list={
          <>
            <UnsentNotice />
            {state === 'waiting' && <OwnPersonNote />}
            {isUnknown ? (
              <Missing
                title={t.filters.unknownPerson}
                list={{ to: '/prompts', search: { state: 'all' }, label: t.detail.allPrompts }}
              />
            ) : (
              <PromptList
                queryKey={promptsQuery(ordered).queryKey}
                query={prompts}
                selected={num === undefined ? null : Number(num)}
                isPendingOnly={isOpenTab}
                ticks={isOpenTab && mayAnswer ? ticks : null}
                empty={<NoPrompts state={state} isFiltered={isFiltered} onClear={() => change(unfiltered)} />}
              />
            )}
          </>
        }
        footer={isOpenTab && <BatchBar ticks={ticks} onAnswered={inbox.openOther} />}
        open={num}
        detail={
          num !== undefined ? (
            <InboxContext value={inbox}>
              <Outlet />
            </InboxContext>
          ) : hasNone ? null : (
            <NothingOpen />
          )
        }
      />
      <UndoBar open={num === undefined ? null : Number(num)} onUndoneTogether={ticks.set} />
      {search.ask && (
        <Suspense>
          <AskDialog channel={search.channel} onClose={() => change({ ask: undefined })} />
        </Suspense>
      )}
    </>
  );
}

const unfiltered: PromptSearch = {
  channel: undefined,
  correlation: undefined,
  key: undefined,
  by: undefined,
  since: undefined,
  until: undefined,
  q: undefined,
};

/** Whether the gateway refused the filter because there is no such person. */
const namesUnknownPerson = ({ by }: PromptSearch, error: unknown): boolean =>
  by?.startsWith('person:') === true && issuesOf(error).some(({ path }) => path[0] === 'answered_by');

function NothingOpen() {
  return (
    <div className="grid h-full content-center">
      <Empty icon={MessageCircleQuestionMark} title={t.empty.noneOpen}>
        <p>{t.empty.noneOpenHelp}</p>
      </Empty>
    </div>
  );
}

function NoPrompts({
  state,
  isFiltered,
  onClear,
}: {
  readonly state: Tab;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}) {
  if (isFiltered) {
    return (
      <Empty icon={MessageCircleQuestionMark} title={t.empty.noMatch}>
        <p>{t.empty.noMatchHelp[state]}</p>
        <Button size="small" onClick={onClear}>
          {t.empty.clearFilters}
        </Button>
      </Empty>
    );
  }
  return (
    <Empty icon={MessageCircleQuestionMark} title={t.empty.title[state]}>
      <p>{t.empty.help[state]}</p>
    </Empty>
  );
}
