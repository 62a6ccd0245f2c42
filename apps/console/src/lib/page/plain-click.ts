import type { MouseEvent } from 'react';

/**
 * For links that the page handles itself: prevents the default of a plain click and returns true. Clicks with another button or
 * a modifier stay with the browser (new tab, download, menu).
 */
export function takePlainClick(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  event.preventDefault();
  return true;
}
