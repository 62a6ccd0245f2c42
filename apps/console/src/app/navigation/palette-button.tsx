import { Search } from 'lucide-react';
import { shortcutText } from '../../lib/page/shortcut-text.js';
import { showPalette } from '../../lib/page/palette-state.js';
import { t } from './texts.js';

/** Opens the command palette; looks like a search field. */
export function PaletteButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => showPalette(true)}
      className="flex min-h-9 items-center gap-2.5 rounded-control border border-line px-2.5 text-sm text-soft hover:bg-hover hover:text-ink"
    >
      <Search className="size-4 shrink-0" aria-hidden />
      {t.navigation.search}
      <kbd className="ml-auto text-xs">{shortcutText('k', true)}</kbd>
    </button>
  );
}
