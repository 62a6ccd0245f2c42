import { Navigate, Outlet, useRouter } from '@tanstack/react-router';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { SkeletonRows } from '../components/ui/states.js';
import { LiveStream, type LiveState } from '../lib/live.js';
import { LiveStateContext } from '../lib/live-state.js';
import { sessionQuery } from '../lib/session.js';
import { usePendingCount } from '../lib/pending.js';
import { clockTime, dayOf, exactTime } from '../lib/time.js';
import { usePendingInTitle } from '../lib/title.js';
import { liveQueries } from './live-queries.js';
import { PhoneBar } from './phone-bar.js';
import { ShortcutKeys } from './shortcut-keys.js';
import { Sidebar } from './sidebar.js';
import { t } from './texts.js';
import { soundFor, useNotifications } from './use-notifications.js';

/** The frame around every page: the navigation and the state of the live connection. */
export function Shell() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  if (session.state === 'setup') return <Navigate to="/setup" />;
  if (session.operator === null) return <Ended />;
  return <Frame />;
}

/**
 * The session ended while a page was open. Redirects to the sign-in, which leads back to that page. Reads the location once:
 * an effect that follows the location would redirect again for each change that the redirect makes.
 */
function Ended() {
  const router = useRouter();
  useEffect(() => {
    const { href } = router.latestLocation;
    void router.navigate({ to: '/login', search: { returnTo: href, ended: true }, replace: true });
  }, [router]);
  return null;
}

function Frame() {
  const live = useLiveStream();
  const { status } = live;
  usePendingInTitle(usePendingCount());
  useNotifications();
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[14.5rem_minmax(0,1fr)]">
      <a
        href="#page"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-accent-fill px-3 py-2 text-on-accent focus:translate-y-0"
      >
        {t.navigation.skip}
      </a>
      <Sidebar status={status} />
      <main id="page" tabIndex={-1} className="min-w-0 pb-20 outline-none md:pb-0">
        {status === 'lost' && (
          <p role="status" className="sticky top-0 z-30 bg-wait-tint px-5 py-2 text-sm text-wait">
            {t.live.outage(timeOf(live.since))}
          </p>
        )}
        <Suspense fallback={<SkeletonRows />}>
          <LiveStateContext value={live}>
            <Outlet />
          </LiveStateContext>
        </Suspense>
      </main>
      <PhoneBar status={status} />
      <ShortcutKeys />
    </div>
  );
}

/** Includes the date when it is not today. */
function timeOf(ms: number): string {
  const at = new Date(ms).toISOString();
  return dayOf(at) === dayOf(new Date().toISOString()) ? clockTime(at) : exactTime(at);
}

function useLiveStream(): LiveState {
  const client = useQueryClient();
  const [stream] = useState(() => {
    const refresh = liveQueries(client);
    return new LiveStream(
      (event) => {
        refresh(event);
        soundFor(event);
      },
      () => void client.invalidateQueries(sessionQuery),
      (wasLost) => void client.invalidateQueries({}, { cancelRefetch: wasLost }),
    );
  });
  useEffect(() => stream.start(), [stream]);
  return useSyncExternalStore(stream.watch, () => stream.state);
}
