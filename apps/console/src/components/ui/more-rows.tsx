import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from './button.js';
import { Failure } from './states.js';

type Paged = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'> & {
  fetchNextPage: () => Promise<unknown>;
};

/** The end of a list that goes on: fetches the next page shortly before it comes into sight. */
export function MoreRows({ query }: { readonly query: Paged }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const ready = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!ready || !end.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void fetchNextPage();
      },
      // The margin is around what scrolls: around the window, a list that scrolls by itself would have none.
      { root: scrollerOf(end.current), rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [ready, fetchNextPage]);
  if (isFetchNextPageError) return <Failure error={query.error} retry={fetchNextPage} />;
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="grid justify-items-center p-3">
      <Button look="ghost" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}

/** What scrolls an element; null: the window. */
function scrollerOf(element: Element): Element | null {
  for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around;
  }
  return null;
}
