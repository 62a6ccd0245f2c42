import { deleteGroup, deletePerson } from '@gateway/contract/values';
import { Confirm } from '../../components/ui/dialog.js';
import { call } from '../../lib/api.js';
import { useChange } from '../../components/people/use-change.js';
import { t } from './texts.js';

interface Props {
  readonly kind: 'person' | 'group';
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function DeleteDialog({ kind, id, name, onClose }: Props) {
  const input = { params: { id } };
  const remove = useChange(() => (kind === 'person' ? call(deletePerson, input) : call(deleteGroup, input)), onClose);
  return (
    <Confirm
      open
      onClose={onClose}
      title={t.deleteQuestion(name)}
      action={t.delete}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>{kind === 'person' ? t.people.deletion : t.groups.deletion}</p>
    </Confirm>
  );
}
