import type { StreamEventData } from '@gateway/contract';
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { liveQueries } from '../src/app/deferred/live-queries.js';
import { refreshedFromTop, refreshFromTop } from '../src/lib/forms/deep-lists.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A mounted list whose fetches the test completes. */
function slowList() {
  const client = new QueryClient();
  const fetches: { readonly signal: AbortSignal; readonly end: () => void }[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['deliveries', 'list', {}],
    queryFn: ({ signal }) => new Promise<null>((resolve) => fetches.push({ signal, end: () => resolve(null) })),
  });
  const take = liveQueries(client);
  const emit = () => take({ type: 'delivery.updated', data: { id: 'd1' } as StreamEventData<'delivery.updated'> });
  return { fetches, emit, close: observer.subscribe(() => undefined) };
}

it('does not restart a running refresh at further events, and refreshes once more afterwards', async () => {
  const { fetches, emit, close } = slowList();
  fetches[0]?.end();
  await vi.advanceTimersByTimeAsync(1000);
  emit();
  await vi.advanceTimersByTimeAsync(1);
  expect(fetches).toHaveLength(2);

  for (let second = 0; second < 5; second += 1) {
    emit();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(fetches).toHaveLength(2);
  expect(fetches[1]?.signal.aborted).toBe(false);

  fetches[1]?.end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetches).toHaveLength(3);
  fetches[2]?.end();
  await vi.advanceTimersByTimeAsync(5000);
  expect(fetches).toHaveLength(3);
  close();
});

/** A list with the given number of pages of one row each; the first row is `p1`. */
function longList(pages: number) {
  const client = new QueryClient();
  const fetched: number[] = [];
  const queryKey = ['prompts', 'list', {}];
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: async ({ pageParam }) => {
      fetched.push(pageParam);
      return { items: [{ id: `p${pageParam}`, state: 'pending' }], next: null };
    },
    initialPageParam: 1,
    getNextPageParam: (_page, all) => (all.length < pages ? all.length + 1 : null),
    meta: refreshedFromTop,
  });
  const take = liveQueries(client);
  const answer = (id: string) =>
    take({ type: 'prompt.answered', data: { id, state: 'answered' } as StreamEventData<'prompt.answered'> });
  return { client, queryKey, observer, fetched, answer, close: observer.subscribe(() => undefined) };
}

it('updates only the changed row of a deep list, and refetches its first page at the top', async () => {
  const { client, queryKey, observer, fetched, answer, close } = longList(6);
  await vi.advanceTimersByTimeAsync(1);
  for (let page = 2; page <= 6; page += 1) await observer.fetchNextPage();
  expect(fetched).toEqual([1, 2, 3, 4, 5, 6]);

  answer('p5');
  await vi.advanceTimersByTimeAsync(5000);
  expect(fetched).toHaveLength(6);
  expect(observer.getCurrentResult().data?.pages[4]?.items).toEqual([{ id: 'p5', state: 'answered' }]);

  refreshFromTop(client, queryKey);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toEqual([1, 2, 3, 4, 5, 6, 1]);
  expect(observer.getCurrentResult().data?.pages).toHaveLength(1);
  close();
});

it('refetches all pages of a short list', async () => {
  const { observer, fetched, answer, close } = longList(3);
  await vi.advanceTimersByTimeAsync(1);
  for (let page = 2; page <= 3; page += 1) await observer.fetchNextPage();
  answer('p2');
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched).toEqual([1, 2, 3, 1, 2, 3]);
  close();
});

it('refreshes the count of what waits for the operator at most every 5 seconds', async () => {
  const client = new QueryClient();
  let fetches = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['waiting', 'count'],
    queryFn: () => Promise.resolve({ waiting: (fetches += 1) }),
  });
  const close = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  const take = liveQueries(client);
  for (let second = 0; second < 11; second += 1) {
    take({ type: 'prompt.voted', data: { id: 'p1' } as StreamEventData<'prompt.voted'> });
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(fetches, 'at first, and after 0, 5 and 10 s').toBe(4);
  close();
});
