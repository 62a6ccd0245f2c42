import { listSessions, revokeSession, signOutEverywhere } from '@gateway/contract/values';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SessionRow } from '../../components/session-row.js';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Confirm } from '../../components/ui/dialog.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { SkeletonRows } from '../../components/ui/list/states.js';
import { clearTab } from '../../lib/storage/tab-storage.js';
import { call, reasonOf } from '../../lib/api.js';
import { browserName } from '../../lib/session/user-agent.js';
import { t } from './texts.js';
import { toast } from '../../lib/page/toast.js';
import { useSave } from '../../lib/forms/use-save.js';

const sessionsQuery = queryOptions({
  queryKey: ['sessions', 'list'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
});

/** Every browser in which the operator is signed in. */
export function Sessions() {
  const [asking, setAsking] = useState(false);
  const end = useSave((id: string) => call(revokeSession, { params: { id } }), {
    resources: ['sessions'],
    refreshAlways: true,
    onFailed: (error) => toast.error(reasonOf(error)),
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
      title={t.sessions.title}
      help={t.sessions.help}
      flush
      actions={
        <Button size="small" onClick={() => setAsking(true)}>
          {t.sessions.signOutEverywhere}
        </Button>
      }
    >
      <Loaded query={useQuery(sessionsQuery)} loading={<SkeletonRows rows={2} />}>
        {(sessions) => (
          <ul>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session}>
                {!session.current && (
                  <Button
                    size="small"
                    busy={end.isPending && end.variables === session.id}
                    aria-label={t.sessions.signOutOf(browserName(session.user_agent))}
                    onClick={() => end.mutate(session.id)}
                  >
                    {t.sessions.signOut}
                  </Button>
                )}
              </SessionRow>
            ))}
          </ul>
        )}
      </Loaded>
      <Confirm
        open={asking}
        onClose={() => {
          setAsking(false);
          endAll.reset();
        }}
        title={t.sessions.question}
        action={t.sessions.signOutEverywhere}
        busy={endAll.isPending || endAll.isSuccess}
        error={endAll.error}
        onConfirm={() => endAll.mutate()}
      >
        <p>{t.sessions.effect}</p>
      </Confirm>
    </Card>
  );
}
