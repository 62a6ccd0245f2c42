import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Link, Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { buttonLook } from '../components/ui/button.js';
import { Failure } from '../components/ui/states.js';
import { PageUnreachable, reloadWhenReachable } from '../lib/lazy-page.js';
import { useTheme } from '../lib/theme.js';

const Toaster = lazy(async () => ({ default: (await import('sonner')).Toaster }));

export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFound,
});

function Root() {
  const theme = useTheme();
  return (
    <>
      <Outlet />
      <Suspense>
        <Toaster theme={theme} position="bottom-right" closeButton style={{ fontFamily: 'inherit' }} />
      </Suspense>
    </>
  );
}

function NotFound() {
  useEffect(() => {
    document.title = 'There is no such page · Gateway';
  }, []);
  return (
    <main className="grid min-h-[60dvh] place-content-center justify-items-center gap-3 p-6 text-center">
      <h1 className="text-xl font-semibold">There is no such page</h1>
      <p className="text-sm text-soft">The address may be mistyped, or what it showed has been removed.</p>
      <Link to="/" className={buttonLook('primary')}>
        To the overview
      </Link>
    </main>
  );
}

/** A page that failed to load or to draw: the reason, and another try without losing the rest of the console. */
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
