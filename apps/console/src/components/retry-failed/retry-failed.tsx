import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../../lib/session/session.js';
import { toast } from '../../lib/page/toast.js';
import { useSave } from '../../lib/forms/use-save.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Filled } from '../ui/form/filled.js';
import { Loaded } from '../ui/list/loaded.js';
import { Failure, Skeleton } from '../ui/list/states.js';
import { t } from './texts.js';

/** The button that opens a `RetryFailedDialog`. */
export function RetryFailedButton({ onClick }: { readonly onClick: () => void }) {
  const may = useMay('deliveries:write');
  return (
    <Button disabledReason={may ? null : t.denied} onClick={onClick}>
      <RotateCcw className="size-4" aria-hidden />
      {t.open}
    </Button>
  );
}

interface DialogProps {
  /** How many deliveries `retry` retries. */
  readonly count: UseQueryResult<number>;
  readonly retry: () => Promise<{ readonly retried: number }>;
  /** What the dialog says when there are none. */
  readonly none: string;
  /** What it says below their number. */
  readonly notes: ReactNode;
  readonly onClose: () => void;
  /** Fields that change which deliveries are retried. */
  readonly children?: ReactNode;
}

/** Retries failed deliveries, after a confirmation with their number. */
export function RetryFailedDialog({ count, retry, none, notes, onClose, children }: DialogProps) {
  const retrying = useSave(retry, {
    resources: ['deliveries', 'receivers', 'audit'],
    onSaved: ({ retried }) => {
      toast.success(t.done(retried));
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={t.title}>
      <div className="grid gap-4 text-sm">
        {children}
        <Loaded query={count} loading={<Skeleton className="h-5 w-3/4" />}>
          {(dead) =>
            dead === 0 ? (
              <p>{none}</p>
            ) : (
              <>
                <p>
                  <Filled
                    text={t.text(dead)}
                    parts={{ deliveries: <strong className="font-semibold">{t.count(dead)}</strong> }}
                  />
                </p>
                {notes}
              </>
            )
          }
        </Loaded>
        {retrying.isError && <Failure error={retrying.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            look="primary"
            busy={retrying.isPending}
            disabledReason={count.data ? null : t.nothing}
            onClick={() => retrying.mutate()}
          >
            {t.action(count.data ?? 0)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
