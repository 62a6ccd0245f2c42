import { lazy, Suspense } from 'react';
import { Skeleton } from '../ui/list/states.js';
import type { MarkdownProps } from './markdown-text.js';

const MarkdownText = lazy(async () => ({ default: (await import('./markdown-text.js')).MarkdownText }));

/** Markdown with tables, rendered without raw HTML. The renderer is loaded on first use. */
export function Markdown(props: MarkdownProps) {
  return (
    <Suspense
      fallback={
        <div className="grid gap-3" aria-busy="true">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton />
          <Skeleton className="h-4 w-4/5" />
        </div>
      }
    >
      <MarkdownText {...props} />
    </Suspense>
  );
}
