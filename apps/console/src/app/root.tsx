import { Link, Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { buttonLook } from '../components/ui/button.js';
import { Failure } from '../components/ui/states.js';
import { PageUnreachable, reloadWhenReachable } from '../lib/lazy-page.js';
import { useTheme } from '../lib/theme.js';
import { useTitle } from '../lib/title.js';
import { t } from './texts.js';

const Toaster = lazy(async () => ({ default: (await import('sonner')).Toaster }));

/** The current page, with the toasts above it. */
export function Root() {
  const theme = useTheme();
  return (
    <>
      <Outlet />
      <Suspense>
        <Toaster
          theme={theme}
          position="bottom-right"
          closeButton
          containerAriaLabel={t.toasts.list}
          // The default of 20 px is less than WCAG 2.2 asks for (2.5.8).
          toastOptions={{ classNames: { closeButton: 'size-6!' }, closeButtonAriaLabel: t.toasts.close }}
          style={{ fontFamily: 'inherit' }}
        />
      </Suspense>
    </>
  );
}

export function NotFound() {
  useTitle(t.notFound.title);
  return (
    <main className="grid min-h-[60dvh] place-content-center justify-items-center gap-3 p-6 text-center">
      <h1 className="text-xl font-semibold">{t.notFound.title}</h1>
      <p className="text-sm text-soft">{t.notFound.help}</p>
      <Link to="/" className={buttonLook('primary')}>
        {t.notFound.link}
      </Link>
    </main>
  );
}

/** Shown instead of a page that failed to load or render: the reason and a retry. The rest of the console stays usable. */
export function PageFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <div className="mx-auto max-w-2xl p-6">
      <Failure
        error={error}
        retry={() => (error instanceof PageUnreachable ? reloadWhenReachable() : router.invalidate())}
      />
    </div>
  );
}
