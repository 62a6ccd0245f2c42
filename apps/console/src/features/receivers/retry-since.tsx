import { getReceiver, retryReceiver } from '@gateway/contract/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RetryFailedButton, RetryFailedDialog } from '../../components/retry-failed/retry-failed.js';
import { Button } from '../../components/ui/button.js';
import { Field, Input } from '../../components/ui/form/field.js';
import { Notice } from '../../components/ui/notice.js';
import { call } from '../../lib/api.js';
import { timeZone } from '../../lib/language/locale.js';
import { isoOf, localOf } from '../../lib/time/local-time.js';
import { DeadDays } from './dead-days.js';
import type { ReceiverDetail } from './queries.js';
import { t } from './texts.js';

/** Retries the failed deliveries of a receiver since a time. */
export function RetrySince({ receiver }: { readonly receiver: ReceiverDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <RetryFailedButton onClick={() => setOpen(true)} />
      {open && <RetrySinceDialog receiver={receiver} onClose={() => setOpen(false)} />}
    </>
  );
}

function RetrySinceDialog({ receiver, onClose }: { readonly receiver: ReceiverDetail; readonly onClose: () => void }) {
  // The failure of the receiver is what an operator retries after.
  const [since, setSince] = useState(receiver.failing_since === null ? '' : localOf(receiver.failing_since));
  const params = { id: receiver.id };
  const from = isoOf(since);
  const body = from === undefined ? {} : { since: from };
  const count = useQuery(countQuery(receiver.id, from));
  const all = useQuery({ ...countQuery(receiver.id, undefined), enabled: from !== undefined }).data;
  const older = from === undefined ? 0 : (all ?? 0) - (count.data ?? all ?? 0);
  return (
    <RetryFailedDialog
      count={count}
      retry={() => call(retryReceiver, { params, body })}
      none={t.retry.none}
      notes={receiver.paused_at !== null && <p>{t.retry.whenResumed}</p>}
      onClose={onClose}
    >
      <Field label={t.retry.since} optional>
        <Input type="datetime-local" value={since} onChange={(event) => setSince(event.target.value)} />
      </Field>
      <DeadDays days={useQuery(daysQuery(receiver.id)).data ?? []} since={since} onChoose={setSince} />
      {older > 0 && (
        <Notice tone="wait">
          <p role="status">{t.retry.older(older)}</p>
          <Button size="small" className="mt-2" onClick={() => setSince('')}>
            {t.retry.includeOlder}
          </Button>
        </Notice>
      )}
    </RetryFailedDialog>
  );
}

/** How many deliveries a retry since a time would retry. Undefined: of all times. */
const countQuery = (id: string, since: string | undefined) =>
  queryOptions({
    queryKey: ['deliveries', 'dead-of-receiver', id, since],
    queryFn: async ({ signal }) => {
      const body = { ...(since !== undefined && { since }), dry_run: true };
      return (await call(retryReceiver, { params: { id }, body }, { signal })).retried;
    },
    staleTime: 0,
    gcTime: 0,
  });

/** The failed deliveries by day, in the time zone of the console. */
const daysQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', 'dead-days-of-receiver', id, timeZone()],
    queryFn: async ({ signal }) => {
      const query = { window: '1h', time_zone: timeZone() } as const;
      return (await call(getReceiver, { params: { id }, query }, { signal })).dead_by_day ?? [];
    },
    staleTime: 0,
    gcTime: 0,
  });
