import { X } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { Button, IconButton } from './button.js';
import { classes } from './classes.js';
import { controls } from './form/controls.js';
import { Field, Input } from './form/field.js';
import { Filled } from './form/filled.js';
import { Failure } from './list/states.js';
import { t } from './texts.js';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly help?: ReactNode;
  readonly wide?: boolean;
  /** False: only a button in the content closes it. For values that are shown once. */
  readonly dismissible?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog. Escape and a click outside close it; the focus then returns to the opener. */
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

/** A panel at the right edge; on a phone the whole window. */
export function Drawer(props: Props) {
  return <Sheet {...props} place="inset-y-0 right-0 w-full sm:max-w-xl sm:rounded-l-card" />;
}

type SheetProps = Props & { readonly place: string };

function Sheet(props: SheetProps) {
  if (!props.open) return null;
  return (
    <Suspense>
      <OpenSheet {...props} />
    </Suspense>
  );
}

function OpenSheet(props: SheetProps) {
  const { Dialog: Radix } = controls.read();
  return (
    <Radix.Root open onOpenChange={(next) => !next && props.onClose()}>
      <Radix.Portal>
        <SheetContent {...props} />
      </Radix.Portal>
    </Radix.Root>
  );
}

function SheetContent({ onClose, title, help, dismissible = true, place, children }: SheetProps) {
  const { Dialog: Radix } = controls.read();
  // Read before anything in the dialog takes the focus.
  const [opener] = useState(() => document.activeElement);
  const keepOpen = (event: Event) => {
    if (!dismissible) event.preventDefault();
  };
  // Escape closes the open list of a combobox first. Radix hears the key before the field does.
  const closeOnEscape = (event: Event) => {
    if (document.activeElement?.matches('[role=combobox][aria-expanded=true]')) event.preventDefault();
    else keepOpen(event);
  };
  // Radix would focus the close button.
  const focusFirstField = (event: Event) => {
    const field = event.target instanceof HTMLElement ? firstField(event.target) : null;
    if (field === null) return;
    event.preventDefault();
    field.focus();
  };
  // Radix returns the focus to its own trigger element, which is not used here.
  const restoreFocus = (event: Event) => {
    event.preventDefault();
    // What the dialog led to may have taken it.
    if (document.activeElement !== document.body) return;
    const target = opener?.isConnected && opener !== document.body ? opener : document.getElementById('page');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
  return (
    <>
      <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
      <Radix.Content
        className={classes('fixed z-50 flex flex-col overflow-hidden bg-raised shadow-pop ring-1 ring-line', place)}
        onEscapeKeyDown={closeOnEscape}
        onPointerDownOutside={keepOpen}
        onOpenAutoFocus={focusFirstField}
        onCloseAutoFocus={restoreFocus}
        {...(help === undefined && { 'aria-describedby': undefined })}
      >
        <header className="flex items-start justify-between gap-3 border-b border-line px-5 py-4">
          <div className="min-w-0">
            <Radix.Title className="text-base font-semibold wrap-anywhere">{title}</Radix.Title>
            {help !== undefined && <Radix.Description className="mt-1 text-sm text-soft">{help}</Radix.Description>}
          </div>
          {dismissible && (
            <IconButton label={t.close} onClick={onClose}>
              <X className="size-4.5" aria-hidden />
            </IconButton>
          )}
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4 wrap-anywhere">{children}</div>
      </Radix.Content>
    </>
  );
}

/** The first field of a form; null on a touch screen, where the on-screen keyboard would cover the form. */
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
  /** What the action affects, with names and numbers. */
  readonly children: ReactNode;
  readonly action: string;
  /** Text to type before the action is enabled, for actions that cannot be undone. */
  readonly typed?: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
}

/** Asks for confirmation of a destructive action. */
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
            label={<Filled text={t.confirm.type} parts={{ name: <code className="wrap-anywhere">{typed}</code> }} />}
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
          <Button onClick={close}>{t.confirm.back}</Button>
          <Button type="submit" look="danger" busy={busy} disabledReason={ready ? null : t.confirm.missing}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
