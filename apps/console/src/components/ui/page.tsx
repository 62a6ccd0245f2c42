import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTitle } from '../../lib/page/title.js';
import { classes } from './classes.js';

interface Props {
  /** Also the title of the browser tab. */
  readonly title: string;
  readonly heading?: ReactNode;
  readonly help?: ReactNode;
  readonly actions?: ReactNode;
  /** The parent page. */
  readonly back?: { readonly to: LinkProps['to']; readonly label: string };
  /** A page of settings: lines of a readable length, at the same left edge. Forms have this width on every page. */
  readonly measure?: boolean;
  readonly children: ReactNode;
}

/** The frame of a page: heading, help text and actions. */
export function Page({ title, heading, help, actions, back, measure = false, children }: Props) {
  useTitle(title);
  return (
    <div
      className={classes(
        'grid grid-cols-1 gap-5 px-4 py-6 sm:px-7 [&_form]:max-w-3xl',
        measure ? 'max-w-[51.5rem]' : 'max-w-[90rem]',
      )}
    >
      <header className="grid gap-1">
        {back && (
          <Link to={back.to} className="-ml-1 inline-flex w-fit items-center gap-0.5 text-sm text-soft hover:text-ink">
            <ChevronLeft className="size-4" aria-hidden />
            {back.label}
          </Link>
        )}
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="min-w-0">
            <h1 className="text-[1.375rem] leading-tight font-semibold tracking-tight wrap-anywhere">
              {heading ?? title}
            </h1>
            {help !== undefined && <p className="mt-1 max-w-prose text-sm text-pretty text-soft">{help}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      </header>
      {children}
    </div>
  );
}
