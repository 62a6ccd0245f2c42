import { useId, type ReactNode } from 'react';
import { classes } from '../classes.js';

interface Props<Value extends string> {
  /** The legend of the group. */
  readonly label: ReactNode;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly help?: string }[];
}

/** A radio group with an explanation for each option. */
export function Choices<Value extends string>({ label, value, onChoose, options }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classes(
            'flex cursor-pointer gap-2.5 rounded-control border px-3 py-2.5 text-sm',
            option.value === value ? 'border-accent bg-selected' : 'border-line hover:bg-hover',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            className="mt-0.5 size-4.5 shrink-0 accent-accent-fill"
          />
          <span className="min-w-0">
            <span className="block font-medium">{option.label}</span>
            {option.help !== undefined && <span className="block text-[0.8125rem] text-soft">{option.help}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
