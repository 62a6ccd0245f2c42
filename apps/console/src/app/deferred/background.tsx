import type { LiveState } from '../../lib/live/live-state.js';
import { clockTime, dayOf, exactTime } from '../../lib/time/time.js';
import { ShortcutKeys } from './shortcut-keys.js';
import { t } from './texts.js';
import { useNotifications } from './use-notifications.js';
import { usePendingInTab } from './use-pending-in-tab.js';

export { startLiveStream } from './live-stream.js';
export { PhoneBar } from '../navigation/phone-bar.js';
export { Sidebar } from '../navigation/sidebar.js';

/** The notice of an outage. Also handles shortcuts and notifications, and shows the pending prompts in the browser tab. */
export function Background({ live }: { readonly live: LiveState }) {
  usePendingInTab();
  useNotifications();
  return (
    <>
      {live.status === 'lost' && (
        <p
          ref={measured}
          role="status"
          className="sticky top-0 z-30 bg-wait-tint px-5 py-2 text-sm text-wait print:hidden"
        >
          {t.outage(timeOf(live.since))}
        </p>
      )}
      <ShortcutKeys />
    </>
  );
}

/** Tells the heads below the notice its height, so that they stay in view. */
function measured(notice: HTMLElement | null): () => void {
  if (!notice) return () => undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--notice-height', `${notice.offsetHeight}px`));
  observer.observe(notice);
  return () => {
    observer.disconnect();
    style.removeProperty('--notice-height');
  };
}

/** Includes the date when it is not today. */
function timeOf(ms: number): string {
  const at = new Date(ms).toISOString();
  return dayOf(at) === dayOf(new Date().toISOString()) ? clockTime(at) : exactTime(at);
}
