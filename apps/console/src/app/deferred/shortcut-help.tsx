import { Dialog } from '../../components/ui/dialog.js';
import { shortcutText } from '../../lib/page/shortcut-text.js';
import { useRegisteredShortcuts } from '../../lib/page/shortcuts.js';
import { t } from './texts.js';

/** The keyboard shortcuts of the current page. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const shortcuts = useRegisteredShortcuts();
  return (
    <Dialog open onClose={onClose} title={t.shortcuts.title}>
      <dl className="grid gap-2 text-sm">
        {shortcuts.map(({ key, control, afterG, label }) => (
          <div key={key + label} className="flex items-center justify-between gap-4">
            <dt className="text-soft">{label}</dt>
            <dd>
              <kbd className="rounded border border-line bg-sunken px-1.5 py-0.5">
                {shortcutText(key, control, afterG)}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
