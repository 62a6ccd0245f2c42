import { t } from '../language/texts.js';

const isMac = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '');

/** How a key is shown: `j`, `Ctrl K`, `⌘K`, `g p`. */
export function shortcutText(key: string, control = false, afterG = false): string {
  return control ? `${isMac ? '⌘' : `${t.control} `}${key.toUpperCase()}` : `${afterG ? 'g ' : ''}${key}`;
}
