import type { ReactNode } from 'react';
import { classes } from './classes.js';

interface Props {
  readonly title?: ReactNode;
  readonly help?: ReactNode;
  readonly actions?: ReactNode;
  /** Without padding, for lists that reach the edges. */
  readonly flush?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A bordered group with an optional heading. */
export function Card({ title, help, actions, flush = false, className, children }: Props) {
  return (
    <section className={classes('min-w-0 rounded-card border border-line bg-card', className)}>
      {(title !== undefined || actions !== undefined) && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4">
          <div className="min-w-0">
            {title !== undefined && <h2 className="text-[0.9375rem] font-semibold">{title}</h2>}
            {help !== undefined && <p className="mt-0.5 text-sm text-soft">{help}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? classes((title ?? actions) !== undefined && 'pt-3') : 'p-5'}>{children}</div>
    </section>
  );
}

/** A list of names and values. On a phone the value is below its name. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-2.5 text-sm sm:grid-cols-[minmax(7rem,auto)_1fr]">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere max-sm:-mt-2 max-sm:mb-1">{children}</dd>
    </>
  );
}
