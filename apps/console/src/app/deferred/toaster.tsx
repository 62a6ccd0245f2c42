import './toaster.css';
import { useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { useTheme } from '../../lib/page/theme.js';
import { startToasts } from '../../lib/page/toast.js';
import { t } from './texts.js';

/** The area of the toasts. */
export function Toaster() {
  const theme = useTheme();
  // Runs after the effect with which Sonner subscribes to toasts: it does not show earlier ones.
  useEffect(() => startToasts(toast), []);
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      closeButton
      containerAriaLabel={t.toasts.list}
      // The default of 20 px is less than WCAG 2.2 asks for (2.5.8).
      toastOptions={{ classNames: { closeButton: 'size-6!' }, closeButtonAriaLabel: t.toasts.close }}
      style={{ fontFamily: 'inherit' }}
    />
  );
}
