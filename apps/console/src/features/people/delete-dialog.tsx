import { deleteGroup, deletePerson } from '@gateway/contract';
import { Confirm } from '../../components/ui/dialog.js';
import { call } from '../../lib/api.js';
import { useChange } from '../../components/people/use-change.js';

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
      title={`Delete ${name}?`}
      action="Delete"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>
        {kind === 'person'
          ? 'This person can no longer answer as an approver. Earlier answers are kept.'
          : 'The group is deleted. Its members are kept.'}
      </p>
    </Confirm>
  );
}
