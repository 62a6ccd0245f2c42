import type { PromptRecord } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../../components/ui/card.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { Time } from '../../../components/ui/time.js';
import { useActorName } from '../../../lib/records/actors.js';
import { grantQuery } from '../../../lib/records/grants.js';
import { useMay } from '../../../lib/session/session.js';
import { exactTime, useNow } from '../../../lib/time/time.js';
import { canBeTakenBack, isApproval, useBy } from './approval.js';
import { Digest } from './digest.js';
import { TakeBackButton } from './take-back-button.js';
import { t } from './texts.js';

interface Props {
  readonly prompt: PromptRecord;
}

/** What became of the approval of an action: used, taken back, or neither. */
export function ApprovalUse({ prompt }: Props) {
  return isApproval(prompt) ? <Use prompt={prompt} /> : null;
}

function Use({ prompt }: Props) {
  const now = useNow();
  const may = useMay('prompts:write');
  // After Edit, other arguments were approved than those that were asked for.
  const digest = prompt.decision?.action_digest ?? null;
  const button = may && <TakeBackButton prompt={prompt} isPossible={canBeTakenBack(prompt, now)} />;
  return (
    <Card title={t.title} actions={button}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
        <div role="status" className="wrap-anywhere">
          <State prompt={prompt} now={now} />
        </div>
        {digest !== null && digest !== prompt.action_digest && <Digest digest={digest} />}
      </div>
    </Card>
  );
}

function State({ prompt, now }: Props & { readonly now: number }): ReactNode {
  const { consumed_at: usedAt = null, consumed_by: keyId = null, withdrawn_at: takenBackAt = null } = prompt;
  const key = useActorName()({ api_key_id: keyId, operator_id: null });
  const until = useBy(prompt);
  const hasGiverEnded = useHasGiverEnded(prompt);
  if (takenBackAt !== null)
    return (
      <At time={takenBackAt}>
        <span className="text-bad">{t.takenBack}</span>
      </At>
    );
  if (usedAt !== null)
    return (
      <At time={usedAt}>
        {key === null ? t.used : <Filled text={t.usedBy} parts={{ key: <bdi className="font-medium">{key}</bdi> }} />}
      </At>
    );
  if (hasGiverEnded) return <p className="text-bad">{t.giverEnded}</p>;
  if (until !== null && Date.parse(until) < now) return <p className="text-wait">{t.lapsed}</p>;
  return (
    <>
      <p>{t.unused}</p>
      {until !== null && (
        <p className="text-soft">
          {t.until} <time dateTime={until}>{exactTime(until)}</time>
        </p>
      )}
    </>
  );
}

/** Whether the standing approval that gave the approval was ended, which ends the approval, too. Its last use and its time do not. */
function useHasGiverEnded({ grant_id: id, consumed_at: usedAt }: PromptRecord): boolean {
  const isAsked = typeof id === 'string' && usedAt === null;
  const { data } = useQuery({ ...grantQuery(id ?? ''), enabled: isAsked });
  return data?.ended_reason != null && data.ended_reason !== 'expired' && data.ended_reason !== 'used_up';
}

function At({ time, children }: { readonly time: string; readonly children: ReactNode }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-3">
      <span className="min-w-0">{children}</span>
      <span className="text-[0.8125rem] text-soft">
        <Time at={time} />
      </span>
    </p>
  );
}
