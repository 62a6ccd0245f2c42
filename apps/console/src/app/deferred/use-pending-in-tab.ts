import { useEffect } from 'react';
import { usePendingCount } from '../../lib/live/pending.js';
import { setPendingInTitle } from '../../lib/page/title.js';

/** Shows the number of pending prompts in the title, and a dot on the icon of the browser tab if there are any. */
export function usePendingInTab(): void {
  const count = usePendingCount();
  useEffect(() => {
    setPendingInTitle(count);
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    icon?.setAttribute('href', count > 0 ? '/console/icon-pending.svg' : '/console/icon.svg');
    return () => {
      setPendingInTitle(0);
      icon?.setAttribute('href', '/console/icon.svg');
    };
  }, [count]);
}
