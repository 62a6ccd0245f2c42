import { Check } from '../ui/form/field.js';

interface Props {
  readonly label: string;
  /** Shown without options. */
  readonly none: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A checkbox for each option. Chosen ids that are not among the options are kept. */
export function CheckList({ label, none, options, chosen, onChange }: Props) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {options.length === 0 && <p className="text-[0.8125rem] text-soft">{none}</p>}
      <div className="grid max-h-48 gap-2 overflow-y-auto">
        {options.map(({ id, name }) => (
          <Check
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </div>
    </fieldset>
  );
}
