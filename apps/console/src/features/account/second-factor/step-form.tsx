import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Failure } from '../../../components/ui/list/states.js';
import { t } from './texts.js';

interface Props {
  readonly action: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  /** Null: none, or a field shows it. */
  readonly error: unknown;
  /** Why the form cannot be sent; null: it can. */
  readonly missing: string | null;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
}

/** A form in a dialog: its fields, the error of the request, and the buttons. */
export function StepForm({ action, danger = false, busy, error, missing, children, onClose, onSubmit }: Props) {
  return (
    <form
      noValidate
      className="grid gap-4 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === null && !busy) onSubmit();
      }}
    >
      {children}
      {error != null && <Failure bare error={error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy} disabledReason={missing}>
          {action}
        </Button>
      </div>
    </form>
  );
}
