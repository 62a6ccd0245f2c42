import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../button.js';
import { Failure } from './states.js';
import { t } from '../texts.js';

type Paged = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'> & {
  fetchNextPage: () => Promise<unknown>;
};

/** The end of a paged list. Fetches the next page before the end becomes visible. */
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
      // The margin applies to the root. With the window as the root, a list with its own scroller would have no margin.
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
        {t.more}
      </Button>
    </div>
  );
}

/** The nearest scrolling ancestor; null: the window. */
function scrollerOf(element: Element): Element | null {
  for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around;
  }
  return null;
}
