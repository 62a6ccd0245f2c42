import { exactTime, useRelativeTime } from '../../lib/time/time.js';
import { t } from './texts.js';

/** A relative time with the exact time as its title. */
export function Time({ at, none = t.never }: { readonly at: string | null; readonly none?: string }) {
  return at === null ? <span className="text-soft">{none}</span> : <Relative at={at} />;
}

function Relative({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap">
      {useRelativeTime(at)}
    </time>
  );
}
