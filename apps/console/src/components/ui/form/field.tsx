import {
  createContext,
  useContext,
  useId,
  useMemo,
  useState,
  type FormEvent,
  type InputHTMLAttributes,
  type Ref,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import { classes } from '../classes.js';
import { t as pages } from '../../../lib/language/page-texts/texts.js';
import { t } from '../texts.js';

const { values } = pages;

interface Wiring {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}
const FieldContext = createContext<Wiring | null>(null);

interface FieldProps {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  /** The error of the value, shown and announced with the field. */
  readonly error?: string | undefined;
  readonly optional?: boolean;
  /** The label is for screen readers only. */
  readonly bare?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A control with its label, help and error. The child is one Input, Textarea or Select. */
export function Field({ label, help, error, optional = false, bare = false, className, children }: FieldProps) {
  const id = useId();
  const [missing, setMissing] = useState<string>();
  const shown = error ?? missing;
  const describedBy = classes(help !== undefined && `${id}-help`, shown !== undefined && `${id}-error`) || undefined;
  const invalid = shown !== undefined;
  const wiring = useMemo(() => ({ id, describedBy, invalid }), [id, describedBy, invalid]);
  return (
    <FieldContext value={wiring}>
      <div
        className={classes('grid content-start gap-1.5', className)}
        onInvalidCapture={(event) => setMissing(explain(event))}
        onChangeCapture={() => setMissing(undefined)}
      >
        <label htmlFor={id} className={bare ? 'sr-only' : 'text-sm font-medium'}>
          {label}
          {optional && <span className="font-normal text-soft"> {t.optional}</span>}
        </label>
        {children}
        {help !== undefined && (
          <div id={`${id}-help`} className="text-[0.8125rem] text-soft">
            {help}
          </div>
        )}
        {shown !== undefined && (
          <p id={`${id}-error`} className="text-[0.8125rem] text-bad" role="alert">
            {shown}
          </p>
        )}
      </div>
    </FieldContext>
  );
}

/** The message of a value that the form cannot send, instead of the browser's own one. Focuses the first such control. */
function explain(event: FormEvent): string {
  event.preventDefault();
  const control = event.target as HTMLInputElement;
  if (control.form?.querySelector(':is(input, select, textarea):invalid') === control) control.focus();
  const { rangeUnderflow, rangeOverflow } = control.validity;
  if (rangeUnderflow) return values.tooSmall(control.min);
  return rangeOverflow ? values.tooLarge(control.max) : values.enterValue;
}

function useWiring() {
  const wiring = useContext(FieldContext);
  return wiring === null
    ? {}
    : { id: wiring.id, 'aria-describedby': wiring.describedBy, 'aria-invalid': wiring.invalid || undefined };
}

const box =
  'w-full rounded-control border border-edge bg-raised px-3 text-base text-ink sm:text-sm placeholder:text-soft ' +
  'aria-invalid:border-bad disabled:bg-sunken disabled:text-soft';

export function Input({
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { readonly ref?: Ref<HTMLInputElement> }) {
  return (
    <input dir="auto" {...useWiring()} {...rest} className={classes(box, 'min-h-9 read-only:bg-sunken', className)} />
  );
}

export function Textarea({
  className,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { readonly ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <textarea
      rows={4}
      dir="auto"
      {...useWiring()}
      {...rest}
      className={classes(box, 'py-2 read-only:bg-sunken', className)}
    />
  );
}

/** The native select, which works on phones, with a keyboard and with screen readers. */
export function Select({
  className,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { readonly ref?: Ref<HTMLSelectElement> }) {
  return <select {...useWiring()} {...rest} className={classes(box, 'min-h-9 pr-8', className)} />;
}

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: ReactNode;
  readonly help?: ReactNode;
}

/** A checkbox with its label. */
export function Check({ label, help, className, ...rest }: CheckProps) {
  const id = useId();
  return (
    <div className={classes('flex gap-2.5', className)}>
      <input
        type="checkbox"
        id={id}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        {...rest}
        className="mt-0.5 size-4.5 shrink-0 accent-accent-fill"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {help !== undefined && (
          <p id={`${id}-help`} className="text-[0.8125rem] text-soft">
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
