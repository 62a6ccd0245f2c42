import { Navigate, Outlet, useRouter } from '@tanstack/react-router';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { controls } from '../components/ui/form/controls.js';
import { SkeletonRows } from '../components/ui/list/states.js';
import { LiveStateContext } from '../lib/live/live-state.js';
import { useRoomForSidebar } from '../lib/records/media.js';
import { sessionQuery } from '../lib/session/session.js';
import { whenIdle } from '../lib/load/when-idle.js';
import { t } from './texts.js';
import { useBackground } from './use-background.js';

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
  const { live, background } = useBackground();
  const { status } = live;
  const hasSidebar = useRoomForSidebar();
  useEffect(() => whenIdle(() => void controls.load().catch(() => undefined)), []);
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[14.5rem_minmax(0,1fr)] print:block">
      <a
        href="#page"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-accent-fill px-3 py-2 text-on-accent focus:translate-y-0"
      >
        {t.skip}
      </a>
      {hasSidebar && background && <background.Sidebar status={status} />}
      <main id="page" tabIndex={-1} className="min-w-0 pb-20 outline-none md:col-start-2 md:pb-0">
        {background ? (
          <background.Background live={live} />
        ) : (
          status === 'lost' && (
            <p role="status" className="bg-wait-tint px-5 py-2 text-sm text-wait">
              {t.incomplete}
            </p>
          )
        )}
        <Suspense fallback={<SkeletonRows />}>
          <LiveStateContext value={live}>
            <Outlet />
          </LiveStateContext>
        </Suspense>
      </main>
      {background && !hasSidebar && <background.PhoneBar status={status} />}
    </div>
  );
}
