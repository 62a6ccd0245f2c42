import { t } from './texts.js';

/** What the elements of Swagger UI lack for screen readers and for the keyboard: attributes by selector. */
const missing: readonly (readonly [selector: string, attribute: string, value: string])[] = [
  // The page has the heading above these.
  ['.opblock-tag', 'aria-level', '2'],
  ['.opblock-title', 'aria-level', '3'],
  ['select.examples-select-element', 'aria-label', t.example],
  ['.body-param textarea', 'aria-label', t.body],
  // It scrolls.
  ['.microlight', 'tabindex', '0'],
];

/** Adds the attributes to what is drawn into an element, now and later. */
export function addNames(element: HTMLElement): void {
  const add = () => {
    for (const [selector, attribute, value] of missing)
      for (const one of element.querySelectorAll(selector)) one.setAttribute(attribute, value);
  };
  new MutationObserver(add).observe(element, { childList: true, subtree: true });
}
