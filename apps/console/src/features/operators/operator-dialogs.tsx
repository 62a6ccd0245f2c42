import { createPasswordLink, removeOperator, updateOperator, type OperatorRecord, type Role } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Confirm, Dialog } from '../../components/ui/dialog.js';
import { Failure } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import { sessionQuery } from '../../lib/session.js';
import { OneTimeLink } from './one-time-link.js';
import { RoleChoice } from './role-choice.js';

interface Props {
  readonly operator: OperatorRecord;
  readonly own: boolean;
  readonly onClose: () => void;
}

export function RoleDialog({ operator, own, onClose }: Props) {
  const client = useQueryClient();
  const [role, setRole] = useState<Role>(operator.role);
  const change = useMutation({
    mutationFn: () => call(updateOperator, { params: { id: operator.id }, body: { role } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['operators'] });
      if (own) await client.invalidateQueries(sessionQuery);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={`Role of ${operator.name}`}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (role !== operator.role && !change.isPending) change.mutate();
        }}
      >
        <RoleChoice
          value={role}
          onChoose={(next) => {
            setRole(next);
            change.reset();
          }}
        />
        {own && role !== operator.role && (
          <p className="text-sm text-wait">This is your own role. You cannot undo this change yourself.</p>
        )}
        {change.isError && <Failure bare error={change.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            busy={change.isPending}
            disabledReason={role === operator.role ? 'Choose another role' : null}
          >
            Change role
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function RemoveDialog({ operator, own, onClose }: Props) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(removeOperator, { params: { id: operator.id } }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: own ? sessionQuery.queryKey : ['operators'] });
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Remove ${operator.name}?`}
      action={own ? 'Remove myself' : 'Remove'}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>
        <strong>{operator.name}</strong> ({operator.email}) can no longer sign in, and all sessions end immediately.
      </p>
      <p className="text-soft">Answers and changes keep the name in prompts and in the audit log.</p>
    </Confirm>
  );
}

export function PasswordLinkDialog({ operator, own, onClose }: Props) {
  const make = useMutation({
    mutationFn: () => call(createPasswordLink, { params: { id: operator.id } }),
  });
  if (make.data) {
    return (
      <Dialog open onClose={onClose} dismissible={false} title="Reset link created">
        <OneTimeLink
          link={make.data.link}
          expiresAt={make.data.expires_at}
          effect={`Anyone with the link can set a new password for ${operator.name} and is then signed in as this operator.`}
          onDone={onClose}
        />
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={`Reset the password of ${operator.name}`}>
      <div className="grid gap-4 text-sm">
        <p>
          Creates a link with which {own ? 'you' : 'the operator'} can set a new password. It works once, within one
          hour. The current password and all sessions stay valid until the link is used.
        </p>
        {make.isError && <Failure bare error={make.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={make.isPending} onClick={() => make.mutate()}>
            Create link
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
