import { useId, type ReactNode } from 'react';
import { classes } from '../classes.js';

interface Props {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** A toggle with a label and help text. */
export function Switch({ label, help, checked, onChange, disabled = false }: Props) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label id={`${id}-label`} htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {help !== undefined && (
          <div id={`${id}-help`} className="text-[0.8125rem] text-soft">
            {help}
          </div>
        )}
      </div>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        onClick={() => onChange(!checked)}
        disabled={disabled}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        className={classes(
          'relative h-6 w-10.5 shrink-0 rounded-full border transition-colors disabled:cursor-not-allowed disabled:opacity-50',
          checked ? 'border-accent-fill bg-accent-fill' : 'border-edge bg-sunken',
        )}
      >
        <span
          aria-hidden
          className={classes(
            'block size-4.5 rounded-full transition-transform',
            checked ? 'translate-x-5 bg-on-accent' : 'translate-x-0.5 bg-edge',
          )}
        />
      </button>
    </div>
  );
}
