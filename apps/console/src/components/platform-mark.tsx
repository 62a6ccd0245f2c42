import { usePlatform } from '../lib/records/platforms.js';
import { useHasBeenIdle } from '../lib/load/when-idle.js';
import { classes } from './ui/classes.js';
import { PlatformIcon } from './ui/platform-icon.js';

/** A platform's icon. Its name is the title and the text for screen readers. */
export function PlatformMark({ id, className }: { readonly id: string; readonly className?: string }) {
  // All icons together are larger than the data of a page, which comes first.
  const platform = usePlatform(id, useHasBeenIdle());
  return (
    <span title={platform?.name ?? id} className="inline-flex shrink-0">
      {platform ? (
        <PlatformIcon svg={platform.icon} {...(className !== undefined && { className })} />
      ) : (
        <span aria-hidden className={classes('rounded bg-line', className ?? 'size-6')} />
      )}
      <span className="sr-only">{platform?.name ?? id}</span>
    </span>
  );
}
