import { classes } from './classes.js';

/** An adapter's icon. An SVG in an `img` cannot run scripts. */
export function PlatformIcon({ svg, className }: { readonly svg: string; readonly className?: string }) {
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt=""
      className={classes('shrink-0', className ?? 'size-6')}
    />
  );
}
