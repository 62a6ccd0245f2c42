import { classes } from '../../components/ui/classes.js';
import { formatNumber } from '../../lib/language/locale.js';
import { usePendingCount } from '../../lib/live/pending.js';
import { t } from './texts.js';

/** The number of pending prompts in the navigation; nothing if there is none. */
export function PendingCount({ className }: { readonly className?: string }) {
  const count = usePendingCount();
  if (count === 0) return null;
  return (
    <span
      className={classes(
        'rounded-control bg-accent-fill px-1.5 text-xs leading-4.5 font-semibold text-on-accent tabular-nums',
        className,
      )}
    >
      {count > 999 ? '999+' : formatNumber(count)}
      <span className="sr-only"> {t.navigation.pending}</span>
    </span>
  );
}
