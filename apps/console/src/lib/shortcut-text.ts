import { t } from './texts.js';

const isMac = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '');

/** How a key is shown: `j`, `Ctrl K`, `⌘K`. */
export function shortcutText(key: string, control = false): string {
  return control ? `${isMac ? '⌘' : `${t.control} `}${key.toUpperCase()}` : key;
}
