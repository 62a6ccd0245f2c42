import { useSyncExternalStore } from 'react';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const changed = new EventTarget();

function current(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Sets the theme of this browser. public/theme.js applies it before the first paint of the next load. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Storage may be blocked. The choice then lasts until the page is closed.
  }
  changed.dispatchEvent(new Event('change'));
}

export function useTheme(): Theme {
  return useSyncExternalStore((notify) => {
    changed.addEventListener('change', notify);
    return () => changed.removeEventListener('change', notify);
  }, current);
}
