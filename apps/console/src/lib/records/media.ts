import { useSyncExternalStore } from 'react';

/** Whether a media query such as `(min-width: 48rem)` matches. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const media = matchMedia(query);
      media.addEventListener('change', notify);
      return () => media.removeEventListener('change', notify);
    },
    () => matchMedia(query).matches,
  );
}

/** Whether a list and its detail stand side by side (`lg`). */
export const useRoomForSplit = (): boolean => useMedia('(min-width: 64rem)');

/** Whether the window is wide enough for tables. Narrower windows show rows. */
export const useRoomForTable = (): boolean => useMedia('(min-width: 60rem)');

/** The same for a table of seven columns (`xl`). */
export const useRoomForWideTable = (): boolean => useMedia('(min-width: 80rem)');

/** Whether the navigation stands at the side (`md`). A phone has it at the bottom. */
export const useRoomForSidebar = (): boolean => useMedia('(min-width: 48rem)');
