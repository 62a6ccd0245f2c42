import { createGroup, updateGroup, type GroupRecord, type PersonRecord } from '@gateway/contract';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Failure } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import { CheckList } from '../../components/people/check-list.js';
import { isAtNamedField, NamedFields } from '../../components/named-fields.js';
import { useChange } from '../../components/people/use-change.js';
import { t } from './texts.js';

interface Props {
  /** Null: a new group. */
  readonly group: GroupRecord | null;
  readonly people: readonly PersonRecord[];
  readonly onClose: () => void;
}

export function GroupDialog({ group, people, onClose }: Props) {
  const [id, setId] = useState('');
  const [name, setName] = useState(group?.name ?? '');
  const [members, setMembers] = useState<readonly string[]>(group?.members ?? []);
  const save = useChange(() => {
    const body = { name, members: [...members] };
    return group
      ? call(updateGroup, { params: { id: group.group_id }, body })
      : call(createGroup, { body: { group_id: id, ...body } });
  }, onClose);
  return (
    <Dialog open onClose={onClose} title={group ? t.groups.change(group.name) : t.groups.add}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) save.mutate();
        }}
      >
        <NamedFields
          idField="group_id"
          id={group ? null : id}
          name={name}
          error={save.error}
          onId={setId}
          onName={setName}
        />
        <CheckList
          label={t.groups.members}
          none={t.groups.noPeople}
          options={people.map((person) => ({ id: person.person_id, name: person.name }))}
          chosen={members}
          onChange={setMembers}
        />
        {save.isError && !isAtNamedField(save.error) && <Failure bare error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {group ? t.save : t.add}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
