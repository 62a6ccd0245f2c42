import { limits } from '@gateway/contract/values';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, Input } from './ui/form/field.js';
import { t } from './texts.js';

interface Props {
  /** Null: the record exists, and its id cannot be changed. */
  readonly id: UseFormRegisterReturn | null;
  readonly name: UseFormRegisterReturn;
  readonly errorAt: (field: string) => string | undefined;
}

/** Name and id of a person, a group or a policy. */
export function NamedFields({ id, name, errorAt }: Props) {
  return (
    <>
      <Field label={t.namedFields.name} error={errorAt(name.name)}>
        <Input required maxLength={limits.displayName} autoComplete="off" {...withoutRules(name)} />
      </Field>
      {id !== null && (
        <Field label={t.namedFields.id} help={t.namedFields.idHelp} error={errorAt(id.name)}>
          <Input required maxLength={limits.channelId} autoComplete="off" spellCheck={false} {...withoutRules(id)} />
        </Field>
      )}
    </>
  );
}

/** What a field needs. The schema has the rules. */
const withoutRules = ({ name, ref, onBlur, onChange }: UseFormRegisterReturn) => ({ name, ref, onBlur, onChange });
