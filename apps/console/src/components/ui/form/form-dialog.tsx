import type { FormEvent, ReactNode } from 'react';
import { Button, type ButtonLook } from '../button.js';
import { Dialog } from '../dialog.js';
import { Failure } from '../list/states.js';
import { t } from '../texts.js';

interface FormProps {
  /** The browser does not check the fields. */
  readonly noValidate?: boolean;
  /** The label of the button that sends the form. */
  readonly action: string;
  readonly look?: ButtonLook;
  readonly busy: boolean;
  /** Why the form cannot be sent; null: it can. */
  readonly disabledReason?: string | null;
  /** The error of the request that no field shows; null: none. */
  readonly error: unknown;
  readonly children: ReactNode;
  readonly onClose: () => void;
  /** Not called while the form is being sent or cannot be. */
  readonly onSubmit: (event: FormEvent) => void;
}

interface Props extends FormProps {
  readonly title: ReactNode;
  readonly help?: ReactNode;
  readonly wide?: boolean;
}

/** A dialog with a form. */
export function FormDialog({ title, help, wide = false, ...form }: Props) {
  return (
    <Dialog open wide={wide} onClose={form.onClose} title={title} help={help}>
      <DialogForm {...form} />
    </Dialog>
  );
}

/** The form of a dialog: its fields, the error of the request, and the buttons. */
export function DialogForm(props: FormProps) {
  const { noValidate = false, action, look = 'primary', busy, disabledReason = null } = props;
  const { error, children, onClose, onSubmit } = props;
  return (
    <form
      noValidate={noValidate}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (disabledReason === null && !busy) onSubmit(event);
      }}
    >
      {children}
      {error != null && <Failure bare error={error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" look={look} busy={busy} disabledReason={disabledReason}>
          {action}
        </Button>
      </div>
    </form>
  );
}
