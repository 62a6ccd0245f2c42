import { useEffect } from 'react';
import { t } from '../language/texts.js';

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

/** Sets the number of pending prompts in the title of the browser tab. */
export function setPendingInTitle(count: number): void {
  pending = count;
  show();
}
