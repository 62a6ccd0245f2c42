import { lazy, Suspense } from 'react';
import { Skeleton } from '../ui/states.js';
import type { MarkdownProps } from './markdown-text.js';

const MarkdownText = lazy(async () => ({ default: (await import('./markdown-text.js')).MarkdownText }));

/** A guide: Markdown with tables, as safe to show as plain text. What draws it is loaded with the first one. */
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
