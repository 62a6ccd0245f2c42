import { GatewayError } from '@gateway/contract/values';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Unreachable } from '../../../lib/api.js';
import { useLiveState } from '../../../lib/live/live-state.js';
import { Failure, SkeletonRows } from './states.js';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly loading?: ReactNode;
  /** Show a failure without a margin, for use outside a card. */
  readonly bare?: boolean;
  /** Shown instead of the failure when the record does not exist. */
  readonly missing?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Renders the data of a query, a skeleton while it loads, and the failure alone or above older data. */
export function Loaded<Data>({ query, loading, bare = false, missing, children }: LoadedProps<Data>) {
  // The banner of the shell already says so, for the whole page.
  const isTold = useLiveState().status === 'lost' && query.error instanceof Unreachable;
  if (query.data === undefined) {
    const isMissing = query.error instanceof GatewayError && query.error.status === 404;
    if (isMissing && missing !== undefined) return missing;
    return query.isError ? (
      <Failure bare={bare} error={query.error} retry={query.refetch} />
    ) : (
      (loading ?? <SkeletonRows />)
    );
  }
  return (
    <>
      {query.isError && !isTold && <Failure bare={bare} error={query.error} retry={query.refetch} />}
      {children(query.data)}
    </>
  );
}
