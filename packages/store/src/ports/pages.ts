import type { Page } from '@gateway/core';

/** Continues a newest-first list that is ordered by `seq`; undefined asks for its first page. */
export function olderThanSeq({ before }: Page): { lt: number } | undefined {
  return before === null ? undefined : { lt: before };
}
