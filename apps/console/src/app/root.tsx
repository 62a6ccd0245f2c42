import { Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore, type ComponentType } from 'react';
import { Failure } from '../components/ui/states.js';
import { PageUnreachable, reloadWhenReachable } from '../lib/lazy-page.js';
import { areToastsWanted, watchToasts } from '../lib/toast.js';

// Without its file, the console shows no toasts.
const Toaster = lazy((): Promise<{ default: ComponentType }> =>
  import('./deferred/toaster.js').then(
    ({ Toaster: loaded }) => ({ default: loaded }),
    () => ({ default: () => null }),
  ),
);

/** The current page, with the toasts above it. */
export function Root() {
  return (
    <>
      <Outlet />
      {useSyncExternalStore(watchToasts, areToastsWanted) && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </>
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
