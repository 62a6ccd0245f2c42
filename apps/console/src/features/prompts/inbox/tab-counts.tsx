import type { ReplyOf } from '@gateway/contract';
import { limits, type countPrompts, type countWaitingPrompts } from '@gateway/contract/values';
import { formatNumber } from '../../../lib/language/locale.js';

/** The number on a tab. `isMore`: at least so many. */
export interface TabCount {
  readonly count: number;
  readonly isMore: boolean;
}

type Tab = 'pending' | 'waiting' | 'answered' | 'expired' | 'all';

/** Undefined: not known. */
export function countOf(
  tab: Tab,
  counts: ReplyOf<typeof countPrompts> | undefined,
  waiting: ReplyOf<typeof countWaitingPrompts> | undefined,
): TabCount | undefined {
  if (tab === 'waiting') return waiting && { count: waiting.waiting, isMore: waiting.is_more };
  if (!counts) return undefined;
  const count = tab === 'all' ? counts.pending + counts.answered + counts.expired : counts[tab];
  const isMore = count >= limits.promptsCounted;
  return { count: isMore ? limits.promptsCounted - 1 : count, isMore };
}

/** A tab with its count below, so that all tabs fit the narrowest list. Null: the tabs have no counts, and no place for them. */
export function Counted({ label, count }: { readonly label: string; readonly count: TabCount | undefined | null }) {
  if (count === null) return label;
  return (
    <span className="grid py-1 leading-tight lg:max-xl:-mx-0.5 lg:max-xl:text-xs">
      {label}{' '}
      <span className="min-h-[1.25em] text-xs font-normal text-soft tabular-nums">
        {count && `${formatNumber(count.count)}${count.isMore ? '+' : ''}`}
      </span>
    </span>
  );
}
