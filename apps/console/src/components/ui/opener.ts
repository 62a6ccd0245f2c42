import { useState } from 'react';
import { controls } from './form/controls.js';

/** What the trigger of a menu or popover gets until it is first opened. Radix sets the same afterwards. */
export interface TriggerProps {
  readonly 'aria-haspopup'?: 'menu' | 'dialog';
  readonly 'aria-expanded'?: boolean;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
  readonly onClick?: () => void;
}

/** Loads the controls when the trigger may be used soon. `isReady` from the first click on, when they are loaded. */
export function useOpener(popup: 'menu' | 'dialog'): { readonly isReady: boolean; readonly opener: TriggerProps } {
  const [isReady, setReady] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  // The error boundary of the page shows it, as for a page that cannot be loaded.
  if (failure !== null) throw failure;
  const loadEarly = () => void controls.load().catch(() => undefined);
  return {
    isReady,
    opener: {
      'aria-haspopup': popup,
      'aria-expanded': false,
      onPointerEnter: loadEarly,
      onFocus: loadEarly,
      onClick: () => {
        controls.load().then(() => setReady(true), setFailure);
      },
    },
  };
}
