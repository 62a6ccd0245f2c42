import type { ListedOperator } from '@gateway/contract';
import { endOperatorSession, endOperatorSessions, listOperatorSessions } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { SessionRow } from '../../components/session-row.js';
import { Button } from '../../components/ui/button.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Failure, SkeletonRows } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { useSave } from '../../lib/forms/use-save.js';
import { browserName } from '../../lib/session/user-agent.js';
import { t } from './texts.js';

/** The sessions of another operator, which an owner can end. */
export function SessionsDialog({
  operator,
  onClose,
}: {
  readonly operator: ListedOperator;
  readonly onClose: () => void;
}) {
  const { id, name } = operator;
  const sessions = useQuery({
    queryKey: ['sessions', 'of-operator', id],
    queryFn: ({ signal }) => call(listOperatorSessions, { params: { id } }, { signal }),
  });
  // A session may have ended meanwhile.
  const stale = { resources: ['sessions', 'audit'], refreshAlways: true };
  const end = useSave(
    (sessionId: string) => call(endOperatorSession, { params: { id, session_id: sessionId } }),
    stale,
  );
  const endAll = useSave(() => call(endOperatorSessions, { params: { id } }), stale);
  const failed = end.error ?? endAll.error;
  return (
    <Dialog open onClose={onClose} title={t.sessions.title(name)} help={t.sessions.help}>
      <div className="grid gap-4">
        <Loaded query={sessions} loading={<SkeletonRows rows={2} />}>
          {(all) =>
            all.length === 0 ? (
              <p className="text-sm text-soft">{t.sessions.none(name)}</p>
            ) : (
              <ul className="rounded-control border border-line">
                {all.map((session) => (
                  <SessionRow key={session.id} session={session}>
                    <Button
                      size="small"
                      busy={end.isPending && end.variables === session.id}
                      aria-label={t.sessions.endOf(browserName(session.user_agent))}
                      onClick={() => end.mutate(session.id)}
                    >
                      {t.sessions.end}
                    </Button>
                  </SessionRow>
                ))}
              </ul>
            )
          }
        </Loaded>
        {failed !== null && <Failure bare error={failed} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.sessions.close}</Button>
          {(sessions.data?.length ?? 0) > 0 && (
            <Button look="danger" busy={endAll.isPending} onClick={() => endAll.mutate()}>
              {t.sessions.endAll}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
