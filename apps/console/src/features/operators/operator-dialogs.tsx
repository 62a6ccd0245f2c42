import { createPasswordLink, removeOperator, updateOperator, type OperatorRecord, type Role } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Confirm, Dialog } from '../../components/ui/dialog.js';
import { Filled } from '../../components/ui/filled.js';
import { Failure } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import { sessionQuery } from '../../lib/session.js';
import { OneTimeLink } from './one-time-link.js';
import { RoleChoice } from './role-choice.js';
import { t } from './texts.js';

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
    <Dialog open onClose={onClose} title={t.role.title(operator.name)}>
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
        {own && role !== operator.role && <p className="text-sm text-wait">{t.role.own}</p>}
        {change.isError && <Failure bare error={change.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            type="submit"
            look="primary"
            busy={change.isPending}
            disabledReason={role === operator.role ? t.role.same : null}
          >
            {t.role.change}
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
      title={t.removal.question(operator.name)}
      action={own ? t.list.removeMyself : t.list.remove}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>
        <Filled text={t.removal.effect} parts={{ name: <strong>{operator.name}</strong>, email: operator.email }} />
      </p>
      <p className="text-soft">{t.removal.kept}</p>
    </Confirm>
  );
}

export function PasswordLinkDialog({ operator, own, onClose }: Props) {
  const make = useMutation({
    mutationFn: () => call(createPasswordLink, { params: { id: operator.id } }),
  });
  if (make.data) {
    return (
      <Dialog open onClose={onClose} dismissible={false} title={t.resetPassword.created}>
        <OneTimeLink
          link={make.data.link}
          expiresAt={make.data.expires_at}
          effect={t.resetPassword.effect(operator.name)}
          onDone={onClose}
        />
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={t.resetPassword.title(operator.name)}>
      <div className="grid gap-4 text-sm">
        <p>{own ? t.resetPassword.ownHelp : t.resetPassword.help}</p>
        {make.isError && <Failure bare error={make.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button look="primary" busy={make.isPending} onClick={() => make.mutate()}>
            {t.createLink}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
