import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { refreshFromTop } from '../../lib/deep-lists.js';

/** The top of a long list. Back in sight, it brings what came while somebody looked further down. */
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
