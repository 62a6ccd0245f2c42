import { listSessions, revokeSession, signOutEverywhere } from '@gateway/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { Badge } from '../../components/ui/badge.js';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Confirm } from '../../components/ui/dialog.js';
import { Loaded, SkeletonRows } from '../../components/ui/states.js';
import { Time } from '../../components/ui/time.js';
import { clearTab } from '../../lib/tab-storage.js';
import { call, reasonOf } from '../../lib/api.js';
import { browserName, isHandheld } from './user-agent.js';

const sessionsQuery = queryOptions({
  queryKey: ['sessions', 'list'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
});

/** Every browser in which the operator is signed in. */
export function Sessions() {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: (id: string) => call(revokeSession, { params: { id } }),
    onError: (error) => toast.error(reasonOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const endAll = useMutation({
    mutationFn: () => call(signOutEverywhere, {}),
    // A full page load, so that nothing this operator saw stays in memory.
    onSuccess: () => {
      clearTab();
      location.assign('/console/login');
    },
  });
  return (
    <Card
      title="Sessions"
      help="If you do not recognise a session, sign it out and change your password."
      flush
      actions={
        <Button size="small" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <Loaded query={useQuery(sessionsQuery)} loading={<SkeletonRows rows={2} />}>
        {(sessions) => (
          <ul>
            {sessions.map((session) => {
              const name = browserName(session.user_agent);
              const Icon = isHandheld(session.user_agent) ? Smartphone : Laptop;
              return (
                <li
                  key={session.id}
                  className="flex items-center gap-3.5 border-b border-line px-5 py-3.5 last:border-0"
                >
                  <Icon className="size-5 shrink-0 text-soft" strokeWidth={1.75} aria-hidden />
                  <div className="min-w-0 flex-1">
                    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
                      <span title={session.user_agent ?? undefined}>{name}</span>
                      {session.current && <Badge tone="good">This browser</Badge>}
                    </p>
                    <p className="text-[0.8125rem] text-soft">
                      {session.address !== null && <span className="break-all">{session.address}, </span>}
                      {session.current ? (
                        'in use now'
                      ) : (
                        <>
                          last used <Time at={session.last_seen_at} />
                        </>
                      )}
                      , signed in <Time at={session.created_at} />, expires <Time at={session.expires_at} /> unless used
                    </p>
                  </div>
                  {!session.current && (
                    <Button
                      size="small"
                      busy={end.isPending && end.variables === session.id}
                      aria-label={`Sign out ${name}`}
                      onClick={() => end.mutate(session.id)}
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </Loaded>
      <Confirm
        open={asking}
        onClose={() => {
          setAsking(false);
          endAll.reset();
        }}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        busy={endAll.isPending || endAll.isSuccess}
        error={endAll.error}
        onConfirm={() => endAll.mutate()}
      >
        <p>Every browser is signed out, including this one. You can sign in again immediately.</p>
      </Confirm>
    </Card>
  );
}
