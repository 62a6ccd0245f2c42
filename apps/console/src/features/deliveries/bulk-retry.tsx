import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '../../components/ui/button.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Failure, Loaded, Skeleton } from '../../components/ui/states.js';
import { useMay } from '../../lib/session.js';
import { counted } from '../../lib/counted.js';
import { deadCountQuery, retryAllDead, type DeliveryFilter } from './queries.js';

/** Sends all callbacks again that were given up and that the filter matches, after saying how many they are. */
export function BulkRetry({ filter }: { readonly filter: DeliveryFilter }) {
  const [open, setOpen] = useState(false);
  const may = useMay('deliveries:write');
  if (filter.state === 'pending' || filter.state === 'delivered') return null;
  return (
    <>
      <Button disabledReason={may ? null : 'Your role may not send callbacks again'} onClick={() => setOpen(true)}>
        <RotateCcw className="size-4" aria-hidden />
        Send all given up again
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
      toast.success(`${counted(retried, 'callback is', 'callbacks are')} due again.`);
      onClose();
      await Promise.all(['deliveries', 'audit'].map((resource) => client.invalidateQueries({ queryKey: [resource] })));
    },
  });
  return (
    <Dialog open onClose={onClose} title="Send what was given up again">
      <div className="grid gap-4 text-sm">
        <Loaded query={count} loading={<Skeleton className="h-5 w-3/4" />}>
          {(dead) =>
            dead === 0 ? (
              <p>Nothing {scopeOf(which)} was given up: there is nothing to send.</p>
            ) : (
              <>
                <p>
                  <strong className="font-semibold">{counted(dead, 'callback', 'callbacks')}</strong> {scopeOf(which)}{' '}
                  that {dead === 1 ? 'was' : 'were'} given up will be sent again, with the same event ids and bodies.
                  Their schedules begin anew.
                </p>
                <p className="text-soft">
                  Each receiver gets them at its own pace. Make sure first that it works again: open one of them and
                  send it alone.
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
            disabledReason={count.data ? null : 'There is nothing to send'}
            onClick={() => retry.mutate()}
          >
            {count.data ? `Send ${counted(count.data, 'callback', 'callbacks')} again` : 'Send again'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function scopeOf({ channel, prompt, event }: DeliveryFilter) {
  const parts = [
    channel !== undefined && `of channel ${channel}`,
    prompt !== undefined && `of prompt ${prompt.startsWith('#') ? prompt : `#${prompt}`}`,
    event !== undefined && `with event id ${event}`,
  ].filter(Boolean);
  return parts.length === 0 ? 'of all channels' : parts.join(' ');
}
