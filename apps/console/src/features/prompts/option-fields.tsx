import { limits } from '@gateway/contract';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import type { FieldError, Merge } from 'react-hook-form';
import { Button, IconButton } from '../../components/ui/button.js';
import { Field, Input } from '../../components/ui/field.js';
import { sentence } from '../../lib/form-errors.js';

interface Props {
  readonly options: readonly string[];
  readonly max: number;
  readonly errors: Merge<FieldError, (FieldError | undefined)[]> | undefined;
  readonly onChange: (options: readonly string[]) => void;
}

/** One field per option label. Enter adds another. */
export function OptionFields({ options, max, errors, onChange }: Props) {
  const group = useRef<HTMLFieldSetElement>(null);
  const isFull = options.length >= max;
  const add = () => {
    if (isFull) return;
    onChange([...options, '']);
    // The new field exists after the next render.
    setTimeout(() => group.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus());
  };
  const issue = (index: number) => {
    const message = errors?.[index]?.message;
    if (message !== undefined)
      return options[index] === '' ? 'Enter a label or remove this option.' : sentence(message);
    return undefined;
  };
  return (
    <fieldset ref={group} className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">
        Options <span className="font-normal text-soft">(up to {max}, shown as buttons)</span>
      </legend>
      {options.length > 0 && (
        <ol className="grid gap-2">
          {options.map((option, index) => (
            // The index is the only identity of an option.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="flex items-start gap-2">
              <Field label={`Option ${index + 1}`} bare error={issue(index)} className="flex-1">
                <Input
                  value={option}
                  maxLength={limits.optionLabel}
                  placeholder={`Option ${index + 1}`}
                  onChange={(event) => onChange(options.with(index, event.target.value))}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                    event.preventDefault();
                    add();
                  }}
                />
              </Field>
              <IconButton
                label={`Remove option ${index + 1}`}
                size="normal"
                onClick={() => onChange(options.toSpliced(index, 1))}
              >
                <X className="size-4" aria-hidden />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      {errors?.root?.message !== undefined || typeof errors?.message === 'string' ? (
        <p role="alert" className="text-[0.8125rem] text-bad">
          Options {errors.root?.message ?? errors.message}.
        </p>
      ) : null}
      <Button
        size="small"
        className="w-fit"
        disabledReason={isFull ? `The platform of this channel allows ${max} options` : null}
        onClick={add}
      >
        <Plus className="size-4" aria-hidden />
        Add option
      </Button>
    </fieldset>
  );
}
