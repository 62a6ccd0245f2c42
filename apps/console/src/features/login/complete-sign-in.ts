import type { SessionState } from '@gateway/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { sessionQuery, setSession } from '../../lib/session/session.js';
import { clearTab } from '../../lib/storage/tab-storage.js';

/** Stores the new session and opens the requested page, or the sign-in page for the second factor. */
export function useCompleteSignIn(): (session: SessionState, returnTo?: string) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async (session, returnTo = '/') => {
    if (session.second_factor) {
      // Without `clear`: the sign-in page, if it is open, must notice the new state.
      await setSession(client, session);
      return await router.navigate({ to: '/login', search: { returnTo } });
    }
    clearTab();
    client.clear();
    client.setQueryData(sessionQuery.queryKey, session);
    await router.navigate({ href: router.options.basepath + pathOf(returnTo), replace: true });
  };
}

/** A path inside the console. Rejects other origins, to prevent an open redirect. */
function pathOf(returnTo: string): string {
  const url = new URL(returnTo, location.origin);
  if (url.origin !== location.origin) return '/';
  return url.pathname.replace(/^\/console(?=\/|$)/, '') + url.search || '/';
}
