import { classes } from './classes.js';

/** An id, a name of the API or an address, in the font whose characters cannot be mistaken. The browser does not translate it. */
export function Id({ children, className }: { readonly children: string; readonly className?: string }) {
  return (
    <code translate="no" className={classes('wrap-anywhere', className)}>
      {children}
    </code>
  );
}
