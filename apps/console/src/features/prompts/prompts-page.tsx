import { promptStates } from '@gateway/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { MessageCircleQuestionMark, Plus } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { Button } from '../../components/ui/button.js';
import { FilterTabs } from '../../components/ui/filter-tabs.js';
import { SearchInput } from '../../components/ui/search-input.js';
import { Split } from '../../components/ui/split.js';
import { Empty } from '../../components/ui/states.js';
import { useMay } from '../../lib/session.js';
import { useShortcuts } from '../../lib/shortcuts.js';
import { MoreFilters } from './more-filters.js';
import { PromptList } from './prompt-list.js';
import { promptsQuery, statusQuery, type PromptFilter } from './queries.js';

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.js')).AskDialog }));
const route = getRouteApi('/shell/prompts');

const labels = { pending: 'Pending', answered: 'Answered', expired: 'Expired', all: 'All' } as const;
const tabs = [...promptStates, 'all'] as const;

export function PromptsPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/prompts' });
  const { num } = useParams({ strict: false });
  const state = search.state ?? 'pending';
  const filter: PromptFilter = {
    state,
    ...(search.channel !== undefined && { channel_id: search.channel }),
    ...(search.correlation !== undefined && { correlation_id: search.correlation }),
    ...(search.q !== undefined && { q: search.q }),
  };
  const isFiltered = Object.keys(filter).length > 1;
  const prompts = useInfiniteQuery(promptsQuery(filter));
  // There is nothing to choose from then, as the list says.
  const hasNone = prompts.data?.pages[0]?.items.length === 0;
  const pending = useQuery(statusQuery).data?.prompts_pending;
  const mayAsk = useMay('prompts:write');
  const searchField = useRef<HTMLInputElement>(null);
  useShortcuts([{ key: '/', label: 'Search the prompts', run: () => searchField.current?.focus() }]);

  const change = (changes: Partial<typeof search>) =>
    void navigate({ to: '.', search: (now) => ({ ...now, ...changes }), replace: true });

  return (
    <>
      <Split
        title="Prompts"
        actions={
          <Button
            look="primary"
            size="small"
            disabledReason={mayAsk ? null : 'Your role may read prompts, but not ask'}
            onClick={() => change({ ask: true })}
          >
            <Plus className="size-4" aria-hidden />
            Ask a question
          </Button>
        }
        filters={
          <>
            <FilterTabs
              label="State"
              value={state}
              onChoose={(value) => change({ state: value === 'pending' ? undefined : value })}
              options={tabs.map((value) => ({
                value,
                // The count is of the whole gateway: beside a filter it would be wrong.
                label:
                  value === 'pending' && pending !== undefined && !isFiltered ? `Pending ${pending}` : labels[value],
              }))}
            />
            <div className="flex items-center gap-2">
              <SearchInput
                ref={searchField}
                label="Search the prompts"
                value={search.q ?? ''}
                onSearch={(q) => change({ q: q || undefined })}
                wide
              />
              <MoreFilters channel={search.channel} correlation={search.correlation} onChange={change} />
            </div>
          </>
        }
        list={
          <PromptList
            queryKey={promptsQuery(filter).queryKey}
            query={prompts}
            selected={num === undefined ? null : Number(num)}
            empty={<NoPrompts state={state} isFiltered={isFiltered} onClear={() => change(unfiltered)} />}
          />
        }
        open={num !== undefined}
        detail={num !== undefined ? <Outlet /> : hasNone ? null : <NothingOpen />}
      />
      {search.ask && (
        <Suspense>
          <AskDialog channel={search.channel} onClose={() => change({ ask: undefined })} />
        </Suspense>
      )}
    </>
  );
}

const unfiltered = { channel: undefined, correlation: undefined, q: undefined };

function NothingOpen() {
  return (
    <div className="grid h-full content-center">
      <Empty icon={MessageCircleQuestionMark} title="No prompt is open">
        <p>Choose one from the list, or go through them with the keys j and k.</p>
      </Empty>
    </div>
  );
}

const nothing = {
  pending: [
    'Nobody is being waited for',
    'What an agent asks shows up here at once, to be answered here or in the chat.',
  ],
  answered: ['No answers yet', 'Prompts that were answered are listed here, with what became of their callbacks.'],
  expired: ['Nothing has expired', 'Prompts that nobody answered in time, or that were withdrawn, are listed here.'],
  all: ['No prompts yet', 'An agent asks with POST /v1/prompts/new. You can ask one yourself to see how it goes.'],
} as const;

function NoPrompts({
  state,
  isFiltered,
  onClear,
}: {
  readonly state: keyof typeof nothing;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}) {
  if (isFiltered) {
    return (
      <Empty icon={MessageCircleQuestionMark} title="No prompt matches">
        <p>None of the {state === 'all' ? '' : `${labels[state].toLowerCase()} `}prompts fits this search.</p>
        <Button size="small" onClick={onClear}>
          Clear the search
        </Button>
      </Empty>
    );
  }
  const [title, words] = nothing[state];
  return (
    <Empty icon={MessageCircleQuestionMark} title={title}>
      <p>{words}</p>
    </Empty>
  );
}
