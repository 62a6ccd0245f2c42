import { useState } from 'react';
import { Skeleton } from '../../components/ui/states.js';
import { useSession } from '../../lib/session.js';

/** The API reference that the gateway serves. Requests from it run with the session of the signed-in operator. */
export function Reference() {
  const { operator } = useSession();
  const [loaded, setLoaded] = useState(false);
  return (
    <div className="grid gap-3">
      <p className="text-sm text-soft">
        Requests from this page are executed as {operator.name} with the permissions of the role {operator.role}.
      </p>
      <div className="relative h-[calc(100dvh-13rem)] min-h-[30rem] overflow-hidden rounded-card border border-line bg-card">
        {!loaded && (
          <div aria-hidden className="absolute inset-0 grid content-start gap-5 p-6">
            <Skeleton className="h-8 w-2/5" />
            {[0, 1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} className="h-10 w-full" />
            ))}
          </div>
        )}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the gateway's own page, which calls it with this session */}
        <iframe
          src="/docs/"
          title="API reference"
          onLoad={() => setLoaded(true)}
          className={loaded ? 'size-full' : 'size-full opacity-0'}
        />
      </div>
    </div>
  );
}
