import { revokeInvitation } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Confirm } from '../../components/ui/dialog.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Skeleton } from '../../components/ui/list/states.js';
import { Time } from '../../components/ui/time.js';
import { call } from '../../lib/api.js';
import { useMay } from '../../lib/session/session.js';
import { t as common } from '../../lib/language/texts.js';
import { useSave } from '../../lib/forms/use-save.js';
import { invitationsQuery } from './queries.js';
import { t } from './texts.js';

/** As high as the most common content, to avoid a layout shift. */
const InvitationsSkeleton = () => (
  <div className="px-5 pb-5" role="status" aria-busy="true" aria-label={t.invitations.loading}>
    <Skeleton className="h-5 w-80 max-w-full" />
  </div>
);

/** Invitations that have not been accepted. */
export function Invitations() {
  const may = useMay('admin');
  return (
    <Card title={t.invitations.title} flush>
      {may ? <List /> : <p className="px-5 pb-5 text-sm text-soft">{t.invitations.ownersOnly}</p>}
    </Card>
  );
}

function List() {
  const [revoking, setRevoking] = useState<{ readonly id: string; readonly email: string | null } | null>(null);
  const revoke = useSave((id: string) => call(revokeInvitation, { params: { id } }), {
    resources: ['invitations'],
    // Another owner may have revoked it.
    refreshAlways: true,
    onSaved: () => setRevoking(null),
  });
  return (
    <>
      <Loaded query={useQuery(invitationsQuery)} loading={<InvitationsSkeleton />}>
        {(invitations) =>
          invitations.length === 0 ? (
            <p className="px-5 pb-5 text-sm text-soft">{t.invitations.none}</p>
          ) : (
            <ul>
              {invitations.map(({ id, role, email, created_at, expires_at }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-0"
                >
                  <div className="min-w-0 flex-1 basis-56">
                    <p className="text-sm font-medium wrap-anywhere">{email ?? t.invitations.anyone}</p>
                    <p className="text-[0.8125rem] text-soft">
                      <Filled
                        text={t.invitations.facts}
                        parts={{
                          role: common.roles[role],
                          created: <Time at={created_at} />,
                          expires: <Time at={expires_at} />,
                        }}
                      />
                    </p>
                  </div>
                  <Button
                    size="small"
                    aria-label={t.invitations.revokeOf(email)}
                    onClick={() => setRevoking({ id, email })}
                  >
                    {t.invitations.revoke}
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
        title={t.invitations.question}
        action={t.invitations.submit}
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoking && revoke.mutate(revoking.id)}
      >
        <p>
          <Filled
            text={revoking?.email == null ? t.invitations.effectForAnyone : t.invitations.effect}
            parts={{ recipient: <strong>{revoking?.email}</strong> }}
          />
        </p>
      </Confirm>
    </>
  );
}
