import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Filled } from '../../components/ui/filled.js';
import { Loaded } from '../../components/ui/loaded.js';
import { Failure, Skeleton } from '../../components/ui/states.js';
import { useMay } from '../../lib/session.js';
import type { DeliveryFilter } from './filter.js';
import { scopeOf } from './filter-text.js';
import { deadCountQuery, retryAllDead } from './queries.js';
import { t } from './texts.js';
import { toast } from '../../lib/toast.js';

/** Retries all dead deliveries that match the filter, after a confirmation with their number. */
export function BulkRetry({ filter }: { readonly filter: DeliveryFilter }) {
  const [open, setOpen] = useState(false);
  const may = useMay('deliveries:write');
  if (filter.state === 'pending' || filter.state === 'delivered') return null;
  return (
    <>
      <Button disabledReason={may ? null : t.retry.denied} onClick={() => setOpen(true)}>
        <RotateCcw className="size-4" aria-hidden />
        {t.retry.failed}
      </Button>
      {open && <BulkRetryDialog filter={filter} onClose={() => setOpen(false)} />}
    </>
  );
}

function BulkRetryDialog({ filter, onClose }: { readonly filter: DeliveryFilter; readonly onClose: () => void }) {
  const client = useQueryClient();
  const { state: _, ...which } = filter;
  const count = useQuery(deadCountQuery(which));
  const retry = useMutation({
    mutationFn: () => retryAllDead(which),
    onSuccess: async ({ retried }) => {
      toast.success(t.retry.done(retried));
      onClose();
      await Promise.all(['deliveries', 'audit'].map((resource) => client.invalidateQueries({ queryKey: [resource] })));
    },
  });
  return (
    <Dialog open onClose={onClose} title={t.retry.title}>
      <div className="grid gap-4 text-sm">
        <Loaded query={count} loading={<Skeleton className="h-5 w-3/4" />}>
          {(dead) =>
            dead === 0 ? (
              <p>{t.retry.none(scopeOf(which))}</p>
            ) : (
              <>
                <p>
                  <Filled
                    text={t.retry.text(dead)}
                    parts={{ deliveries: <strong className="font-semibold">{t.retry.count(dead)}</strong> }}
                  />
                </p>
                <p className="wrap-anywhere">{t.retry.scope(scopeOf(which))}</p>
                <p className="text-soft">{t.retry.advice}</p>
              </>
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
