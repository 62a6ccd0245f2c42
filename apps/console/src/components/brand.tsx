import { t } from '../lib/language/texts.js';
import { classes } from './ui/classes.js';

/** The mark and the name of the product. */
export function Brand({ large = false }: { readonly large?: boolean }) {
  return (
    <span className={classes('flex items-center', large ? 'gap-3' : 'gap-2.5')}>
      <img src="/console/icon.svg" alt="" className={large ? 'size-9' : 'size-7'} />
      <span className={classes('font-bold tracking-tight', large ? 'text-xl' : 'text-base')}>{t.product}</span>
    </span>
  );
}
