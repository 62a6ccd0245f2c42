import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '../../components/ui/button.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Failure, Loaded, Skeleton } from '../../components/ui/states.js';
import { useMay } from '../../lib/session.js';
import { counted } from '../../lib/counted.js';
import type { DeliveryFilter } from './filter.js';
import { scopeOf } from './filter-text.js';
import { deadCountQuery, retryAllDead } from './queries.js';

/** Retries all dead deliveries that match the filter, after a confirmation with their number. */
export function BulkRetry({ filter }: { readonly filter: DeliveryFilter }) {
  const [open, setOpen] = useState(false);
  const may = useMay('deliveries:write');
  if (filter.state === 'pending' || filter.state === 'delivered') return null;
  return (
    <>
      <Button disabledReason={may ? null : 'Your role cannot retry deliveries'} onClick={() => setOpen(true)}>
        <RotateCcw className="size-4" aria-hidden />
        Retry failed
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
      toast.success(`Retrying ${counted(retried, 'delivery', 'deliveries')}.`);
      onClose();
      await Promise.all(['deliveries', 'audit'].map((resource) => client.invalidateQueries({ queryKey: [resource] })));
    },
  });
  return (
    <Dialog open onClose={onClose} title="Retry failed deliveries">
      <div className="grid gap-4 text-sm">
        <Loaded query={count} loading={<Skeleton className="h-5 w-3/4" />}>
          {(dead) =>
            dead === 0 ? (
              <p>There are no failed deliveries {scopeOf(which)}.</p>
            ) : (
              <>
                <p>
                  <strong className="font-semibold">{counted(dead, 'failed delivery', 'failed deliveries')}</strong>{' '}
                  {scopeOf(which)} will be retried with the same event {dead === 1 ? 'id and body' : 'ids and bodies'}.
                  The retry schedule starts again.
                </p>
                <p className="text-soft">
                  Make sure that the receiver works again: open one delivery and retry it first.
                </p>
              </>
            )
          }
        </Loaded>
        {retry.isError && <Failure error={retry.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={retry.isPending}
            disabledReason={count.data ? null : 'There is nothing to retry'}
            onClick={() => retry.mutate()}
          >
            {count.data ? `Retry ${counted(count.data, 'delivery', 'deliveries')}` : 'Retry'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
