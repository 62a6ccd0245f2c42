import { useSyncExternalStore } from 'react';

/** Whether the window is as a media query says, such as `(min-width: 48rem)`. */
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

/** Room for a table; below it lists are rows. */
export const useRoomForTable = (): boolean => useMedia('(min-width: 60rem)');
