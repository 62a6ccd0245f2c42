import type { ReactNode } from 'react';
import { useTitle } from '../../../lib/page/title.js';
import { classes } from '../classes.js';

interface Props {
  /** The heading of the list, and the title of the browser tab while nothing is open. */
  readonly title: string;
  readonly actions?: ReactNode;
  /** Tabs and search above the list. They do not scroll. */
  readonly filters?: ReactNode;
  readonly list: ReactNode;
  /** Below the list. It does not scroll. */
  readonly footer?: ReactNode;
  /** Which detail is open; undefined: none. On a narrow window it replaces the list. Each has a scroll position of its own. */
  readonly open: string | undefined;
  /** The open detail or a placeholder. */
  readonly detail: ReactNode;
}

/** List and detail side by side with separate scrolling. A phone shows one of them. */
export function Split({ title, actions, filters, list, footer, open, detail }: Props) {
  const isOpen = open !== undefined;
  const narrow = isOpen ? 'max-lg:hidden' : '';
  useTitle(isOpen ? null : title);
  return (
    <div className="lg:grid lg:h-[calc(100dvh-var(--notice-height,0px))] lg:grid-cols-[clamp(20rem,32vw,27rem)_minmax(0,1fr)] print:block print:h-auto">
      <section
        aria-label={title}
        className={classes(
          'flex min-h-0 min-w-0 flex-col bg-card max-lg:min-h-full lg:border-r lg:border-line',
          isOpen && 'print:hidden',
        )}
      >
        <header className={classes('grid gap-3 px-4 lg:pb-3', isOpen ? 'lg:pt-5' : 'pt-5 pb-3')}>
          <div className="flex items-center justify-between gap-3">
            <h1
              className={classes(
                'text-[1.375rem] leading-tight font-semibold tracking-tight',
                isOpen && 'max-lg:sr-only',
              )}
            >
              {title}
            </h1>
            {actions !== undefined && <div className={classes('flex items-center gap-2', narrow)}>{actions}</div>}
          </div>
          {filters !== undefined && <div className={classes('grid gap-2.5', narrow)}>{filters}</div>}
        </header>
        <div
          data-scroll-restoration-id={`split-${title}`}
          className={classes('min-h-0 flex-1 border-t border-line lg:overflow-y-auto', narrow)}
        >
          {list}
        </div>
        {footer !== undefined && <div className={isOpen ? 'max-lg:hidden' : 'max-lg:contents'}>{footer}</div>}
      </section>
      <div
        key={open}
        data-scroll-restoration-id={`detail-${title}-${open}`}
        className={classes('min-h-0 min-w-0 lg:overflow-y-auto print:overflow-visible', !isOpen && 'max-lg:hidden')}
      >
        {detail}
      </div>
    </div>
  );
}
