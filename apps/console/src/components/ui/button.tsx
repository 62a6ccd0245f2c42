import { LoaderCircle } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classes } from './classes.js';

export type ButtonLook = 'primary' | 'secondary' | 'ghost' | 'danger';
type Size = 'small' | 'normal';

const pale = 'disabled:opacity-50 aria-disabled:opacity-50';
/** A filled button loses its colour: half of it would look like another colour. */
const off =
  'disabled:bg-line disabled:text-soft aria-disabled:bg-line aria-disabled:text-soft aria-disabled:hover:bg-line';
/** Forced colours take the filling away, and show the border. */
const filled = 'border border-transparent';
const looks: Record<ButtonLook, string> = {
  primary: classes(filled, 'bg-accent-fill text-on-accent hover:bg-accent-fill-hover', off),
  secondary: classes('border border-line bg-raised text-ink hover:bg-hover', pale),
  ghost: classes('text-soft hover:bg-hover hover:text-ink', pale),
  danger: classes(filled, 'bg-bad-fill text-white hover:opacity-90', off),
};
const sizes: Record<Size, string> = {
  small: 'min-h-8 px-2.5 text-[0.8125rem]',
  normal: 'min-h-9 px-3.5 text-sm',
};

/** Class names of a button, also for links that look like buttons. */
export function buttonLook(look: ButtonLook = 'secondary', size: Size = 'normal'): string {
  return classes(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap transition-colors',
    'disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
    looks[look],
    sizes[size],
  );
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: ButtonLook;
  readonly size?: Size;
  /** The action is pending: shows a spinner and ignores clicks. */
  readonly busy?: boolean;
  /** Why the button is disabled; null when it is enabled. The button stays focusable, so that the reason can be read. */
  readonly disabledReason?: string | null;
}

export function Button({
  look,
  size,
  busy = false,
  disabledReason = null,
  className,
  children,
  onClick,
  ...rest
}: Props) {
  const inactive = busy || disabledReason !== null;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={inactive || undefined}
      title={disabledReason ?? rest.title}
      className={classes(buttonLook(look, size), className)}
      onClick={(event) => {
        if (inactive) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy && <LoaderCircle className="size-4 animate-spin" aria-hidden />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<Props, 'children'> {
  /** The accessible name and the title. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A square button with an icon only, at least 32 px. */
export function IconButton({ label, look = 'ghost', size = 'small', className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      look={look}
      size={size}
      aria-label={label}
      title={label}
      className={classes('aspect-square !px-0', size === 'small' ? 'w-8' : 'w-9', className)}
    />
  );
}
