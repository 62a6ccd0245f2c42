import { newPerson, type GroupRecord, type PersonRecord } from '@gateway/contract';
import { createPerson, updatePerson } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { operatorNamesQuery } from '../../lib/records/actors.js';
import { call } from '../../lib/api.js';
import { useSchemaForm } from '../../lib/forms/zod/use-schema-form.js';
import { NamedFields } from '../named-fields.js';
import { Field, Select } from '../ui/form/field.js';
import { FormDialog } from '../ui/form/form-dialog.js';
import { IdentityFields } from './identity-fields.js';
import { SeveralField } from './several-field.js';
import { t } from './texts.js';
import { useChange } from './use-change.js';

interface Props {
  /** Null: a new person. */
  readonly person: PersonRecord | null;
  /** What a new person begins with. */
  readonly start?: Pick<PersonRecord, 'person_id' | 'name' | 'identities' | 'operator_id'>;
  readonly groups: readonly GroupRecord[];
  readonly onClose: () => void;
}

const { person_id, name } = newPerson.shape;
const identity = z.object({ platform: z.string(), user_id: z.string() });
const schema = z.object({
  person_id,
  name,
  identities: z.array(identity),
  operator_id: z.string().nullable(),
  groups: z.array(z.string()),
});

export function PersonDialog({ person, start, groups, onClose }: Props) {
  const shown = person ?? start;
  const { data: operators = [] } = useQuery(operatorNamesQuery);
  const save = useChange(
    ({ person_id: id, ...body }: z.output<typeof schema>) =>
      person
        ? call(updatePerson, { params: { id: person.person_id }, body })
        : call(createPerson, { body: { person_id: id, ...body } }),
    onClose,
  );
  const { form, errorAt, failure, submit } = useSchemaForm({
    schema,
    start: {
      person_id: shown?.person_id ?? '',
      name: shown?.name ?? '',
      identities: shown?.identities ?? [],
      operator_id: shown?.operator_id ?? null,
      groups: person?.groups ?? [],
    },
    shown: ['person_id', 'name'],
    save,
  });
  const { control } = form;
  return (
    <FormDialog
      title={person ? t.change(person.name) : t.add}
      action={person ? t.save : t.submit}
      busy={save.isPending}
      error={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <NamedFields id={person ? null : form.register('person_id')} name={form.register('name')} errorAt={errorAt} />
      <Controller
        control={control}
        name="identities"
        render={({ field }) => <IdentityFields identities={field.value} onChange={field.onChange} />}
      />
      <Controller
        control={control}
        name="operator_id"
        render={({ field }) => (
          <Field label={t.operator} optional help={t.operatorHelp}>
            <Select value={field.value ?? ''} onChange={(event) => field.onChange(event.target.value || null)}>
              <option value="">{t.noOperator}</option>
              {operators.map((operator) => (
                <option key={operator.id} value={operator.id}>
                  {operator.name}
                </option>
              ))}
            </Select>
          </Field>
        )}
      />
      <Controller
        control={control}
        name="groups"
        render={({ field }) => (
          <SeveralField label={t.groups} groups={groups} chosen={field.value} onChange={field.onChange} />
        )}
      />
    </FormDialog>
  );
}
