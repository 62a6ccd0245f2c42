import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { lazyDialog } from '../../lib/load/lazy-dialog.js';
import { useMay } from '../../lib/session/session.js';
import type { ReceiverDetail } from './queries.js';
import { t } from './texts.js';

const NameDialog = lazyDialog(async () => (await import('./name-dialog.js')).NameDialog);

/** Names a receiver, or changes its name. */
export function NameButton({ receiver }: { readonly receiver: ReceiverDetail }) {
  const [open, setOpen] = useState(false);
  const may = useMay('deliveries:write');
  return (
    <>
      <Button disabledReason={may ? null : t.name.denied} onClick={() => setOpen(true)}>
        <Pencil className="size-4" aria-hidden />
        {receiver.name === null ? t.name.add : t.name.change}
      </Button>
      {open && <NameDialog receiver={receiver} onClose={() => setOpen(false)} />}
    </>
  );
}
