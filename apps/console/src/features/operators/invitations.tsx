import { revokeInvitation } from '@gateway/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Confirm } from '../../components/ui/dialog.js';
import { Loaded, Skeleton } from '../../components/ui/states.js';
import { Time } from '../../components/ui/time.js';
import { call } from '../../lib/api.js';
import { useMay } from '../../lib/session.js';
import { invitationsQuery } from './queries.js';

/** As high as the line that most often comes. */
const InvitationsSkeleton = () => (
  <div className="px-5 pb-5" role="status" aria-busy="true" aria-label="Loading">
    <Skeleton className="h-5 w-80 max-w-full" />
  </div>
);

/** Links that nobody has used yet. */
export function Invitations() {
  const may = useMay('admin');
  return (
    <Card title="Open invitations" flush>
      {may ? <List /> : <p className="px-5 pb-5 text-sm text-soft">Only owners see who is invited.</p>}
    </Card>
  );
}

function List() {
  const client = useQueryClient();
  const [revoking, setRevoking] = useState<{ readonly id: string; readonly whose: string } | null>(null);
  const revoke = useMutation({
    mutationFn: (id: string) => call(revokeInvitation, { params: { id } }),
    onSuccess: () => setRevoking(null),
    // Whoever was quicker, the list tells.
    onSettled: () => client.invalidateQueries({ queryKey: ['invitations'] }),
  });
  return (
    <>
      <Loaded query={useQuery(invitationsQuery)} loading={<InvitationsSkeleton />}>
        {(invitations) =>
          invitations.length === 0 ? (
            <p className="px-5 pb-5 text-sm text-soft">
              None. Who is invited stands here until they join, for a week at most.
            </p>
          ) : (
            <ul>
              {invitations.map(({ id, role, email, created_at, expires_at }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-0"
                >
                  <div className="min-w-0 flex-1 basis-56">
                    <p className="text-sm font-medium break-words">{email ?? 'Whoever has the link'}</p>
                    <p className="text-[0.8125rem] text-soft">
                      As {role}, made <Time at={created_at} />, ends <Time at={expires_at} />
                    </p>
                  </div>
                  <Button
                    size="small"
                    aria-label={`Take back the invitation of ${email ?? 'whoever has the link'}`}
                    onClick={() => setRevoking({ id, whose: email ?? 'whoever has the link' })}
                  >
                    Take back
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Confirm
        open={revoking !== null}
        onClose={() => {
          setRevoking(null);
          revoke.reset();
        }}
        title="Take the invitation back?"
        action="Take back"
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoking && revoke.mutate(revoking.id)}
      >
        <p>
          The link for <strong>{revoking?.whose}</strong> stops working at once. You can make another.
        </p>
      </Confirm>
    </>
  );
}
