import { limits } from '@gateway/contract';
import { formatNumber } from '../../../lib/locale.js';

type Counts = Partial<Record<'pending' | 'answered' | 'expired', number>> | undefined;

/**
 * Undefined: not known. What waits for the operator has no count: approvers, votes and groups are compared prompt by prompt, so no
 * index counts it, and each event of a prompt would read hundreds of prompts with their terms for each open console.
 */
export function countOf(tab: keyof NonNullable<Counts> | 'waiting' | 'all', counts: Counts): number | undefined {
  if (!counts || tab === 'waiting') return undefined;
  if (tab !== 'all') return counts[tab];
  const { pending = 0, answered = 0, expired = 0 } = counts;
  return pending + answered + expired;
}

/** A tab with its count below, so that all tabs fit the narrowest list. Null: the tabs have no counts, and no place for them. */
export function Counted({ label, count }: { readonly label: string; readonly count: number | undefined | null }) {
  if (count === null) return label;
  const isMore = count !== undefined && count >= limits.promptsCounted;
  return (
    <span className="grid py-1 leading-tight lg:max-xl:-mx-0.5 lg:max-xl:text-xs">
      {label}{' '}
      <span className="min-h-[1.25em] text-xs font-normal text-soft tabular-nums">
        {isMore ? `${formatNumber(limits.promptsCounted - 1)}+` : count !== undefined && formatNumber(count)}
      </span>
    </span>
  );
}
