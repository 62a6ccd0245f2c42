import { newGroup, type GroupRecord, type PersonRecord } from '@gateway/contract';
import { createGroup, updateGroup } from '@gateway/contract/values';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { SeveralField } from '../../components/people/several-field.js';
import { NamedFields } from '../../components/named-fields.js';
import { useChange } from '../../components/people/use-change.js';
import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { call } from '../../lib/api.js';
import { useSchemaForm } from '../../lib/forms/zod/use-schema-form.js';
import { t } from './texts.js';

interface Props {
  /** Null: a new group. */
  readonly group: GroupRecord | null;
  readonly people: readonly PersonRecord[];
  readonly onClose: () => void;
}

const { group_id, name } = newGroup.shape;
const schema = z.object({ group_id, name, members: z.array(z.string()) });

export function GroupDialog({ group, people, onClose }: Props) {
  const save = useChange(
    ({ group_id: id, ...body }: z.output<typeof schema>) =>
      group
        ? call(updateGroup, { params: { id: group.group_id }, body })
        : call(createGroup, { body: { group_id: id, ...body } }),
    onClose,
  );
  const { form, errorAt, failure, submit } = useSchemaForm({
    schema,
    start: { group_id: group?.group_id ?? '', name: group?.name ?? '', members: group?.members ?? [] },
    shown: ['group_id', 'name'],
    save,
  });
  return (
    <FormDialog
      title={group ? t.groups.change(group.name) : t.groups.add}
      action={group ? t.save : t.add}
      busy={save.isPending}
      error={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <NamedFields id={group ? null : form.register('group_id')} name={form.register('name')} errorAt={errorAt} />
      <Controller
        control={form.control}
        name="members"
        render={({ field }) => (
          <SeveralField label={t.groups.members} people={people} chosen={field.value} onChange={field.onChange} />
        )}
      />
    </FormDialog>
  );
}
