import { limits } from '@gateway/contract/values';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import type { FieldError, Merge } from 'react-hook-form';
import { Button, IconButton } from '../../../components/ui/button.js';
import { Field, Input } from '../../../components/ui/form/field.js';
import { sentence } from '../../../lib/forms/form-errors.js';
import { t as texts } from '../texts.js';

const t = texts.ask;

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
  const groupIssue = errors?.root?.message ?? errors?.message;
  const isRepeated = new Set(options).size < options.length;
  const issue = (index: number) => {
    const message = errors?.[index]?.message;
    if (message !== undefined) return options[index] === '' ? t.emptyOption : sentence(message);
    return undefined;
  };
  return (
    <fieldset ref={group} className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">
        {t.options} <span className="font-normal text-soft">{t.optionsHelp(max)}</span>
      </legend>
      {options.length > 0 && (
        <ol className="grid gap-2">
          {options.map((option, index) => (
            // The index is the only identity of an option.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="flex items-start gap-2">
              <Field label={t.option(index + 1)} bare error={issue(index)} className="flex-1">
                <Input
                  value={option}
                  maxLength={limits.optionLabel}
                  placeholder={t.option(index + 1)}
                  onChange={(event) => onChange(options.with(index, event.target.value))}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                    event.preventDefault();
                    add();
                  }}
                />
              </Field>
              <IconButton
                label={t.removeOption(index + 1)}
                size="normal"
                onClick={() => onChange(options.toSpliced(index, 1))}
              >
                <X className="size-4" aria-hidden />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      {groupIssue !== undefined && (
        <p role="alert" className="text-[0.8125rem] text-bad">
          {isRepeated ? t.sameOptions : sentence(groupIssue)}
        </p>
      )}
      <Button size="small" className="w-fit" disabledReason={isFull ? t.tooMany(max) : null} onClick={add}>
        <Plus className="size-4" aria-hidden />
        {t.addOption}
      </Button>
    </fieldset>
  );
}
