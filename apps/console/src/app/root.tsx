import { Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { Failure } from '../components/ui/list/states.js';
import { isReachable, PageUnreachable } from '../lib/load/lazy-page.js';
import { areToastsWanted, watchToasts } from '../lib/page/toast.js';

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
  const isUnreachable = error instanceof PageUnreachable;
  useEffect(() => (isUnreachable ? reloadLater() : undefined), [isUnreachable]);
  return (
    <div className="mx-auto max-w-2xl p-6">
      <Failure error={error} retry={() => (isUnreachable ? reloadIfReachable() : router.invalidate())} />
    </div>
  );
}

/** A reload is needed because browsers remember failed module imports. */
async function reloadIfReachable(isWanted = () => true): Promise<void> {
  if ((await isReachable()) && isWanted()) location.reload();
}

const RETRY_MS = 2000;

/** Reloads the window when the gateway responds again. Returns the function that stops it. */
function reloadLater(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const wait = () => {
    if (!isStopped) timer = setTimeout(() => void reloadIfReachable(() => !isStopped).then(wait), RETRY_MS);
  };
  wait();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
