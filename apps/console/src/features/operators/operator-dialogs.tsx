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
          <p className="text-sm text-wait">This is your own role: you cannot take this back yourself.</p>
        )}
        {change.isError && <Failure bare error={change.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            busy={change.isPending}
            disabledReason={role === operator.role ? 'This is the role already' : null}
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
        <strong>{operator.name}</strong> ({operator.email}) can no longer sign in, and {own ? 'your' : 'their'} open
        sessions end at once.
      </p>
      <p className="text-soft">
        What {own ? 'you' : 'they'} answered and changed stays, with the name, in prompts and in the audit log.
      </p>
    </Confirm>
  );
}

export function PasswordLinkDialog({ operator, own, onClose }: Props) {
  const make = useMutation({
    mutationFn: () => call(createPasswordLink, { params: { id: operator.id } }),
  });
  if (make.data) {
    return (
      <Dialog open onClose={onClose} dismissible={false} title="The link is ready">
        <OneTimeLink
          link={make.data.link}
          expiresAt={make.data.expires_at}
          effect={`Whoever opens it chooses a new password for ${operator.name} and is signed in as them.`}
          onDone={onClose}
        />
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={`A new password for ${operator.name}`}>
      <div className="grid gap-4 text-sm">
        <p>
          You get a link to pass on, with which {own ? 'you choose' : 'they choose'} a new password. It works once,
          within an hour. Until it is used the present password stays, and nobody is signed out.
        </p>
        {make.isError && <Failure bare error={make.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={make.isPending} onClick={() => make.mutate()}>
            Make the link
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
