import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LiveState } from '../lib/live/live-state.js';

const RETRY_MS = 2000;

/**
 * What is loaded after the first view: the navigation, the event stream, the notice of an outage, the shortcuts and the
 * notifications.
 */
type Background = Pick<typeof import('./deferred/background.js'), 'Background' | 'PhoneBar' | 'Sidebar'>;

/** Loads the background after the first render, and starts the event stream. */
export function useBackground(): { readonly live: LiveState; readonly background: Background | undefined } {
  const client = useQueryClient();
  const [live, setLive] = useState<LiveState>(() => ({ status: 'connecting', since: Date.now() }));
  const [background, setBackground] = useState<Background>();
  useEffect(() => {
    let isStopped = false;
    let stop = () => {};
    let retry: ReturnType<typeof setTimeout> | undefined;
    const since = Date.now();
    const load = () =>
      import('./deferred/background.js').then(
        ({ startLiveStream, Background, PhoneBar, Sidebar }) => {
          if (isStopped) return;
          stop = startLiveStream(client, setLive);
          setBackground({ Background, PhoneBar, Sidebar });
        },
        () => {
          if (isStopped) return;
          setLive({ status: 'lost', since });
          retry = setTimeout(load, RETRY_MS);
        },
      );
    void load();
    return () => {
      isStopped = true;
      clearTimeout(retry);
      stop();
    };
  }, [client]);
  return { live, background };
}
