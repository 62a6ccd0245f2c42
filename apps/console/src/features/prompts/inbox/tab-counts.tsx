import { limits } from '@gateway/contract';

type Counts = Partial<Record<'pending' | 'answered' | 'expired', number>> | undefined;

/** Undefined: not known. */
export function countOf(tab: keyof NonNullable<Counts> | 'waiting' | 'all', counts: Counts): number | undefined {
  if (!counts || tab === 'waiting') return undefined;
  if (tab !== 'all') return counts[tab];
  const { pending = 0, answered = 0, expired = 0 } = counts;
  return pending + answered + expired;
}

export function Counted({ label, count }: { readonly label: string; readonly count: number | undefined }) {
  if (count === undefined) return label;
  const isMore = count >= limits.promptsCounted;
  return (
    <>
      {label} <span className="text-soft tabular-nums">{isMore ? `${limits.promptsCounted - 1}+` : count}</span>
    </>
  );
}
