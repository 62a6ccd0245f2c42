import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { Button, IconButton } from './button.js';
import { classes } from './classes.js';
import { Field, Input } from './field.js';
import { Failure } from './states.js';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly help?: ReactNode;
  readonly wide?: boolean;
  /** False: only a button of its own closes it, for what is shown once. */
  readonly dismissible?: boolean;
  readonly children: ReactNode;
}

/** A question or a form above the page. Escape and a press outside close it; the focus returns to where it was. */
export function Dialog(props: Props) {
  return (
    <Sheet
      {...props}
      place={classes(
        'max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[92dvh] max-sm:rounded-t-card',
        'sm:top-1/2 sm:left-1/2 sm:max-h-[90dvh] sm:w-[calc(100vw-2rem)] sm:-translate-1/2 sm:rounded-card',
        props.wide ? 'sm:max-w-2xl' : 'sm:max-w-md',
      )}
    />
  );
}

/** Details beside the list they belong to; the whole window on a phone. */
export function Drawer(props: Props) {
  return <Sheet {...props} place="inset-y-0 right-0 w-full sm:max-w-xl sm:rounded-l-card" />;
}

type SheetProps = Props & { readonly place: string };

function Sheet(props: SheetProps) {
  return (
    <Radix.Root open={props.open} onOpenChange={(next) => !next && props.onClose()}>
      <Radix.Portal>
        <OpenSheet {...props} />
      </Radix.Portal>
    </Radix.Root>
  );
}

function OpenSheet({ onClose, title, help, dismissible = true, place, children }: SheetProps) {
  // Taken before anything in here has the focus.
  const [opener] = useState(() => document.activeElement);
  const keep = (event: Event) => {
    if (!dismissible) event.preventDefault();
  };
  // Radix would begin at the button that closes.
  const begin = (event: Event) => {
    const field = event.target instanceof HTMLElement ? firstField(event.target) : null;
    if (field === null) return;
    event.preventDefault();
    field.focus();
  };
  // Radix gives the focus back to a trigger of its own, and there is none.
  const giveBack = (event: Event) => {
    event.preventDefault();
    const target = opener?.isConnected && opener !== document.body ? opener : document.getElementById('page');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
  return (
    <>
      <Radix.Overlay className="fixed inset-0 z-40 bg-[rgb(15_16_25/0.45)]" />
      <Radix.Content
        className={classes('fixed z-50 flex flex-col overflow-hidden bg-raised shadow-pop', place)}
        onEscapeKeyDown={keep}
        onPointerDownOutside={keep}
        onOpenAutoFocus={begin}
        onCloseAutoFocus={giveBack}
        {...(help === undefined && { 'aria-describedby': undefined })}
      >
        <header className="flex items-start justify-between gap-3 border-b border-line px-5 py-4">
          <div className="min-w-0">
            <Radix.Title className="text-base font-semibold break-words">{title}</Radix.Title>
            {help !== undefined && <Radix.Description className="mt-1 text-sm text-soft">{help}</Radix.Description>}
          </div>
          {dismissible && (
            <IconButton label="Close" onClick={onClose}>
              <X className="size-4.5" aria-hidden />
            </IconButton>
          )}
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4 wrap-anywhere">{children}</div>
      </Radix.Content>
    </>
  );
}

/** Where a form begins; null on a touch screen, whose keyboard would hide what the form is about. */
function firstField(form: HTMLElement): HTMLElement | null {
  if (!matchMedia('(pointer: fine)').matches) return null;
  return form.querySelector<HTMLElement>(
    ':is(input:not([type=radio]), input[type=radio]:checked, textarea, select):not(:disabled, details:not([open]) *)',
  );
}

interface ConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will be gone, by name and number. */
  readonly children: ReactNode;
  readonly action: string;
  /** Has to be typed first, for what cannot be undone. */
  readonly typed?: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
}

/** Asks before something is destroyed. */
export function Confirm({ open, onClose, title, children, action, typed, busy, error, onConfirm }: ConfirmProps) {
  const [text, setText] = useState('');
  const ready = typed === undefined || text.trim() === typed;
  const close = () => {
    setText('');
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={title}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) onConfirm();
        }}
      >
        <div className="grid gap-2 text-sm">{children}</div>
        {typed !== undefined && (
          <Field
            label={
              <>
                Type <code className="wrap-anywhere">{typed}</code> to confirm
              </>
            }
          >
            <Input
              value={text}
              onChange={(event) => setText(event.target.value)}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        )}
        {error != null && <Failure bare error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Keep</Button>
          <Button type="submit" look="danger" busy={busy} disabledReason={ready ? null : 'Type the name first'}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
