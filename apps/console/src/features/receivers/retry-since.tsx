import { retryReceiver } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RetryFailedButton, RetryFailedDialog } from '../../components/retry-failed/retry-failed.js';
import { Field, Input } from '../../components/ui/field.js';
import { call } from '../../lib/api.js';
import { isoOf, localOf } from '../../lib/local-time.js';
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
  const count = useQuery({
    queryKey: ['deliveries', 'dead-of-receiver', receiver.id, from],
    queryFn: async ({ signal }) =>
      (await call(retryReceiver, { params, body: { ...body, dry_run: true } }, { signal })).retried,
    staleTime: 0,
    gcTime: 0,
  });
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
    </RetryFailedDialog>
  );
}
