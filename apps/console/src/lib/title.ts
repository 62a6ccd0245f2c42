import { useEffect } from 'react';
import { t } from './texts.js';

let page = '';
let pending = 0;

function show(): void {
  document.title = `${pending > 0 ? `(${pending}) ` : ''}${page === '' ? '' : `${page} · `}${t.product}`;
}

/** Sets the title of the browser tab, with the number of pending prompts before it. Null: another component sets it. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    page = title;
    show();
  }, [title]);
}

/** Shows the number of pending prompts in the title, and a dot on the icon of the browser tab if there are any. */
export function usePendingInTitle(count: number): void {
  useEffect(() => {
    pending = count;
    show();
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    icon?.setAttribute('href', count > 0 ? '/console/icon-pending.svg' : '/console/icon.svg');
    return () => {
      pending = 0;
      show();
      icon?.setAttribute('href', '/console/icon.svg');
    };
  }, [count]);
}
