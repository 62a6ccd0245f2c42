import type { MouseEvent } from 'react';

/**
 * For a link that the page follows itself: whether a click is a plain one, which it then takes from the browser. With another
 * button or a modifier it stays the browser's: a new tab, a download, a menu.
 */
export function takePlainClick(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  event.preventDefault();
  return true;
}
