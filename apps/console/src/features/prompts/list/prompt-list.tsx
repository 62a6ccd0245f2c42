import type { Page, PromptRecord } from '@gateway/contract';
import type { InfiniteData, QueryKey, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { classes } from '../../../components/ui/classes.js';
import { ListTop } from '../../../components/ui/list/list-top.js';
import { MoreRows } from '../../../components/ui/list/more-rows.js';
import { Loaded } from '../../../components/ui/list/loaded.js';
import { useShortcuts } from '../../../lib/page/shortcuts.js';
import { tickRefusal } from '../batch/alike.js';
import type { Ticks } from '../batch/ticks.js';
import { useHeld } from '../inbox/held-answers.js';
import { heldAnswers } from '../inbox/sending.js';
import { PromptRow } from './prompt-row.js';
import { t } from '../texts.js';

interface Props {
  readonly queryKey: QueryKey;
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<PromptRecord[]>>>;
  /** Number of the prompt that is open. */
  readonly selected: number | null;
  readonly empty: ReactNode;
  /** All prompts of the list are pending, so the rows do not say it. */
  readonly isPendingOnly: boolean;
  /** Null: the rows cannot be ticked. */
  readonly ticks: Ticks | null;
}

const ignore = () => undefined;

export function PromptList({ queryKey, query, selected, empty, isPendingOnly, ticks }: Props) {
  const prompts = query.data?.pages.flatMap((page) => page.items) ?? [];
  const sending = new Set(useHeld(heldAnswers).flatMap(({ num, phase }) => (phase === 'failed' ? [] : [num])));
  const router = useRouter();
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate({ from: '/prompts' });
  const open = useCallback(
    (num: number, replace: boolean) =>
      void navigate({ to: '/prompts/$num', params: { num: String(num) }, search: (now) => now, replace }),
    [navigate],
  );
  const follow = useCallback((num: number) => open(num, false), [open]);

  // The last index of the open prompt. It leaves the list when it is answered; the next prompt then has this index.
  const lastIndex = useRef(-1);
  const index = prompts.findIndex((prompt) => prompt.prompt_num === selected);
  useEffect(() => {
    if (index >= 0) lastIndex.current = index;
  }, [index]);

  const showOpen = useCallback(
    () => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    [],
  );
  // A prompt opened by its URL may be far down the list.
  const isListed = index >= 0;
  const first = useRef(true);
  useEffect(() => {
    if (!isListed || !first.current) return;
    first.current = false;
    showOpen();
  }, [isListed, showOpen]);
  // So may be the next one. The router restores the scroll position of the list before.
  useEffect(() => router.subscribe('onRendered', showOpen), [router, showOpen]);

  const move = (by: 1 | -1) => {
    const next = index >= 0 ? index + by : by === 1 ? Math.max(lastIndex.current, 0) : lastIndex.current - 1;
    const prompt = prompts[Math.min(Math.max(next, 0), prompts.length - 1)];
    if (!prompt) return;
    if (next >= prompts.length && query.hasNextPage) void query.fetchNextPage();
    open(prompt.prompt_num, selected !== null);
    list.current?.querySelector<HTMLElement>(`[data-num="${prompt.prompt_num}"]`)?.focus({ preventScroll: true });
  };
  useShortcuts([
    { key: 'j', label: t.list.next, run: () => move(1) },
    { key: 'k', label: t.list.previous, run: () => move(-1) },
    ...(ticks && selected !== null
      ? [{ key: 'x', label: t.list.select, run: () => ticks.toggle(selected, false) }]
      : []),
  ]);

  return (
    <Loaded query={query}>
      {() =>
        prompts.length === 0 && !query.hasNextPage ? (
          empty
        ) : (
          <>
            <ListTop queryKey={queryKey} />
            {/* Plain links, because thousands of router links would each subscribe to the location. */}
            <div
              role="list"
              ref={list}
              aria-label={t.title}
              aria-busy={query.isPlaceholderData || undefined}
              className={classes('divide-y divide-line', query.isPlaceholderData && 'opacity-60')}
            >
              {/* One element per page, so that the browser skips the rendering of invisible pages. */}
              {query.data?.pages.map(({ items }, page) => (
                <div
                  // A new prompt shifts all rows by one, so keys from the first row would remount every page.
                  // oxlint-disable-next-line react/no-array-index-key
                  key={page}
                  className="row-lazy divide-y divide-line"
                  style={{ containIntrinsicBlockSize: `auto ${items.length * 5}rem` }}
                >
                  {items.map((prompt) => (
                    <PromptRow
                      key={prompt.prompt_num}
                      prompt={prompt}
                      href={`${router.basepath}/prompts/${prompt.prompt_num}${searchStr}`}
                      isSelected={prompt.prompt_num === selected}
                      isSending={sending.has(prompt.prompt_num)}
                      showsState={!isPendingOnly || prompt.state !== 'pending'}
                      isTicked={ticks?.has(prompt.prompt_num) ?? null}
                      refusal={ticks && tickRefusal(prompt, ticks.opened)}
                      onOpen={follow}
                      onTick={ticks?.toggle ?? ignore}
                    />
                  ))}
                </div>
              ))}
            </div>
            <MoreRows query={query} />
          </>
        )
      }
    </Loaded>
  );
}
