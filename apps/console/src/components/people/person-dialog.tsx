import { createPerson, updatePerson, type GroupRecord, type PersonRecord } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field, Select } from '../ui/field.js';
import { Failure } from '../ui/states.js';
import { operatorNamesQuery } from '../../lib/actors.js';
import { call } from '../../lib/api.js';
import { CheckList } from './check-list.js';
import { IdentityFields, type Identity } from './identity-fields.js';
import { isAtNamedField, NamedFields } from '../named-fields.js';
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

export function PersonDialog({ person, start, groups, onClose }: Props) {
  const shown = person ?? start;
  const [id, setId] = useState(shown?.person_id ?? '');
  const [name, setName] = useState(shown?.name ?? '');
  const [identities, setIdentities] = useState<readonly Identity[]>(shown?.identities ?? []);
  const [operatorId, setOperatorId] = useState(shown?.operator_id ?? null);
  const [memberOf, setMemberOf] = useState<readonly string[]>(person?.groups ?? []);
  const { data: operators = [] } = useQuery(operatorNamesQuery);
  const save = useChange(() => {
    const body = { name, identities: [...identities], operator_id: operatorId, groups: [...memberOf] };
    return person
      ? call(updatePerson, { params: { id: person.person_id }, body })
      : call(createPerson, { body: { person_id: id, ...body } });
  }, onClose);
  return (
    <Dialog open onClose={onClose} title={person ? t.change(person.name) : t.add}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) save.mutate();
        }}
      >
        <NamedFields
          idField="person_id"
          id={person ? null : id}
          name={name}
          error={save.error}
          onId={setId}
          onName={setName}
        />
        <IdentityFields identities={identities} onChange={setIdentities} />
        <Field label={t.operator} optional help={t.operatorHelp}>
          <Select value={operatorId ?? ''} onChange={(event) => setOperatorId(event.target.value || null)}>
            <option value="">{t.noOperator}</option>
            {operators.map((operator) => (
              <option key={operator.id} value={operator.id}>
                {operator.name}
              </option>
            ))}
          </Select>
        </Field>
        <CheckList
          label={t.groups}
          none={t.noGroups}
          options={groups.map((group) => ({ id: group.group_id, name: group.name }))}
          chosen={memberOf}
          onChange={setMemberOf}
        />
        {save.isError && !isAtNamedField(save.error) && <Failure bare error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {person ? t.save : t.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
