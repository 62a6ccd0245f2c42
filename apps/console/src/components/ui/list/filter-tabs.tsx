import type { ReactNode } from 'react';
import { classes } from '../classes.js';

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
  readonly onChoose: (value: Value) => void;
}

/** A row of filter buttons of which one is active. The page keeps the value in its URL. */
export function FilterTabs<Value extends string>({ label, value, options, onChoose }: Props<Value>) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex w-fit max-w-full gap-0.5 overflow-x-auto rounded-control bg-sunken p-0.5 ring-1 ring-line ring-inset"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
          className={classes(
            'min-h-7.5 rounded-[0.1875rem] text-[0.8125rem] font-medium whitespace-nowrap',
            // More of them fit the narrowest list only with less space.
            options.length > 4 ? 'min-w-7 px-2 lg:max-xl:px-1' : 'px-3',
            option.value === value ? 'bg-raised text-ink shadow-sm ring-1 ring-line' : 'text-soft hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
