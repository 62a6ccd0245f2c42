import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { refreshFromTop } from '../../../lib/forms/deep-lists.js';

/** Marks the top of a long list. Refreshes the list when the operator scrolls back to it. */
export function ListTop({ queryKey }: { readonly queryKey: QueryKey }) {
  const client = useQueryClient();
  const top = useRef<HTMLDivElement>(null);
  const refresh = useEffectEvent(() => refreshFromTop(client, queryKey));
  useEffect(() => {
    if (!top.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) refresh();
    });
    observer.observe(top.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={top} className="h-px" aria-hidden />;
}
