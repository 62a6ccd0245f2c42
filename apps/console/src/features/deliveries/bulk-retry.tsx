import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RetryFailedButton, RetryFailedDialog } from '../../components/retry-failed/retry-failed.js';
import type { DeliveryFilter } from './filter.js';
import { scopeOf } from './filter-text.js';
import { deadCountQuery, retryAllDead } from './queries.js';
import { t } from './texts.js';

/** Retries all dead deliveries that match the filter. */
export function BulkRetry({ filter: { state, ...which } }: { readonly filter: DeliveryFilter }) {
  const [open, setOpen] = useState(false);
  if (state === 'pending' || state === 'delivered') return null;
  return (
    <>
      <RetryFailedButton onClick={() => setOpen(true)} />
      {open && <BulkRetryDialog filter={which} onClose={() => setOpen(false)} />}
    </>
  );
}

function BulkRetryDialog({ filter, onClose }: { readonly filter: DeliveryFilter; readonly onClose: () => void }) {
  const scope = scopeOf(filter);
  return (
    <RetryFailedDialog
      count={useQuery(deadCountQuery(filter))}
      retry={() => retryAllDead(filter)}
      none={t.retry.none(scope)}
      notes={
        <>
          <p className="wrap-anywhere">{t.retry.scope(scope)}</p>
          <p className="text-soft">{t.retry.advice}</p>
        </>
      }
      onClose={onClose}
    />
  );
}
