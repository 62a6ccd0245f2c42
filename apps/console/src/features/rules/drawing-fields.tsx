import { fieldForms, ruleLimits } from '@gateway/contract/values';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { Button, IconButton } from '../../components/ui/button.js';
import { Field, Input, Select, Textarea } from '../../components/ui/form/field.js';
import { emptyField, type RuleBody, type RuleValues } from './draft.js';
import { t as texts } from './texts.js';

const t = texts.drawing;

type RuleForm = UseFormReturn<RuleValues, unknown, RuleBody>;

interface Props {
  readonly form: RuleForm;
  readonly errorAt: (field: string) => string | undefined;
}

/** The title and the arguments that are drawn first. */
export function DrawingFields({ form, errorAt }: Props) {
  const { fields, append, remove, swap } = useFieldArray({ control: form.control, name: 'then.fields' });
  const isFull = fields.length >= ruleLimits.fields;
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">{t.title}</legend>
      <Field label={t.titleLabel} optional help={t.titleHelp} error={errorAt('then.title')}>
        <Input autoComplete="off" maxLength={ruleLimits.title} {...form.register('then.title')} />
      </Field>
      <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <legend className="mb-1.5 text-sm font-medium">
          {t.fields} <span className="font-normal text-soft">{t.fieldsHint}</span>
        </legend>
        {fields.map(({ id }, index) => (
          <FieldRow
            key={id}
            index={index}
            isLast={index === fields.length - 1}
            form={form}
            errorAt={errorAt}
            onSwap={(other) => swap(index, other)}
            onRemove={() => remove(index)}
          />
        ))}
        <Button
          size="small"
          className="w-fit"
          disabledReason={isFull ? t.full(ruleLimits.fields) : null}
          onClick={() => append(emptyField)}
        >
          <Plus className="size-4" aria-hidden />
          {t.add}
        </Button>
      </fieldset>
    </fieldset>
  );
}

interface RowProps extends Props {
  readonly index: number;
  readonly isLast: boolean;
  readonly onSwap: (other: number) => void;
  readonly onRemove: () => void;
}

function FieldRow({ index, isLast, form: { register }, errorAt, onSwap, onRemove }: RowProps) {
  const name = `then.fields.${index}` as const;
  const number = index + 1;
  return (
    <div
      role="group"
      aria-label={t.field(number)}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-control border border-line px-3 py-3"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t.path(number)} error={errorAt(`${name}.path`)}>
          <Input
            className="font-mono"
            autoComplete="off"
            spellCheck={false}
            placeholder="customer.id"
            {...register(`${name}.path`)}
          />
        </Field>
        <Field label={t.label(number)} error={errorAt(`${name}.label`)}>
          <Input autoComplete="off" {...register(`${name}.label`)} />
        </Field>
        <Field label={t.as(number)} error={errorAt(`${name}.as`)}>
          <Select {...register(`${name}.as`)}>
            {fieldForms.map((form) => (
              <option key={form} value={form}>
                {t.forms[form]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t.names(number)} optional help={t.namesHelp} error={errorAt(`${name}.names`)}>
          <Textarea className="font-mono" rows={2} spellCheck={false} {...register(`${name}.names`)} />
        </Field>
      </div>
      <div className="flex justify-end gap-1">
        <IconButton
          label={t.up(number)}
          disabledReason={index === 0 ? t.up(number) : null}
          onClick={() => onSwap(index - 1)}
        >
          <ArrowUp className="size-4" aria-hidden />
        </IconButton>
        <IconButton
          label={t.down(number)}
          disabledReason={isLast ? t.down(number) : null}
          onClick={() => onSwap(index + 1)}
        >
          <ArrowDown className="size-4" aria-hidden />
        </IconButton>
        <IconButton label={t.remove(number)} onClick={onRemove}>
          <X className="size-4" aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}
