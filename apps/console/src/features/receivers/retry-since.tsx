import { retryReceiver } from '@gateway/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Field, Input } from '../../components/ui/field.js';
import { Filled } from '../../components/ui/filled.js';
import { Loaded } from '../../components/ui/loaded.js';
import { Failure, Skeleton } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import { isoOf, localOf } from '../../lib/local-time.js';
import { useMay } from '../../lib/session.js';
import type { ReceiverDetail } from './queries.js';
import { t } from './texts.js';
import { toast } from '../../lib/toast.js';

/** Retries the failed deliveries of a receiver since a time, after a confirmation with their number. */
export function RetrySince({ receiver }: { readonly receiver: ReceiverDetail }) {
  const [open, setOpen] = useState(false);
  const may = useMay('deliveries:write');
  return (
    <>
      <Button disabledReason={may ? null : t.retry.denied} onClick={() => setOpen(true)}>
        <RotateCcw className="size-4" aria-hidden />
        {t.retry.open}
      </Button>
      {open && <RetryDialog receiver={receiver} onClose={() => setOpen(false)} />}
    </>
  );
}

function RetryDialog({ receiver, onClose }: { readonly receiver: ReceiverDetail; readonly onClose: () => void }) {
  const client = useQueryClient();
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
  const retry = useMutation({
    mutationFn: () => call(retryReceiver, { params, body }),
    onSuccess: async ({ retried }) => {
      toast.success(t.retry.done(retried));
      onClose();
      await Promise.all(
        ['deliveries', 'receivers', 'audit'].map((name) => client.invalidateQueries({ queryKey: [name] })),
      );
    },
  });
  return (
    <Dialog open onClose={onClose} title={t.retry.title}>
      <div className="grid gap-4 text-sm">
        <Field label={t.retry.since} optional>
          <Input type="datetime-local" value={since} onChange={(event) => setSince(event.target.value)} />
        </Field>
        <Loaded query={count} loading={<Skeleton className="h-5 w-3/4" />}>
          {(dead) =>
            dead === 0 ? (
              <p>{t.retry.none}</p>
            ) : (
              <p>
                <Filled
                  text={t.retry.text(dead)}
                  parts={{ deliveries: <strong className="font-semibold">{t.retry.count(dead)}</strong> }}
                />
                {receiver.paused_at !== null && ` ${t.retry.whenResumed}`}
              </p>
            )
          }
        </Loaded>
        {retry.isError && <Failure error={retry.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.retry.cancel}</Button>
          <Button
            look="primary"
            busy={retry.isPending}
            disabledReason={count.data ? null : t.retry.nothing}
            onClick={() => retry.mutate()}
          >
            {t.retry.action(count.data ?? 0)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
