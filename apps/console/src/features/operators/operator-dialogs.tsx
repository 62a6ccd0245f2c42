import type { OperatorRecord, Role } from '@gateway/contract';
import { createPasswordLink, removeOperator, updateOperator } from '@gateway/contract/values';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Confirm, Dialog } from '../../components/ui/dialog.js';
import { Filled } from '../../components/ui/form/filled.js';
import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { useSave } from '../../lib/forms/use-save.js';
import { OneTimeLink } from './one-time-link.js';
import { RoleChoice } from './role-choice.js';
import { t } from './texts.js';

interface Props {
  readonly operator: OperatorRecord;
  readonly own: boolean;
  readonly onClose: () => void;
}

export function RoleDialog({ operator, own, onClose }: Props) {
  const [role, setRole] = useState<Role>(operator.role);
  const change = useSave(() => call(updateOperator, { params: { id: operator.id }, body: { role } }), {
    resources: own ? ['operators', 'session'] : ['operators'],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t.role.title(operator.name)}
      action={t.role.change}
      busy={change.isPending}
      disabledReason={role === operator.role ? t.role.same : null}
      error={change.error}
      onClose={onClose}
      onSubmit={() => change.mutate()}
    >
      <RoleChoice
        value={role}
        onChoose={(next) => {
          setRole(next);
          change.reset();
        }}
      />
      {own && role !== operator.role && <p className="text-sm text-wait">{t.role.own}</p>}
    </FormDialog>
  );
}

export function RemoveDialog({ operator, own, onClose }: Props) {
  const remove = useSave(() => call(removeOperator, { params: { id: operator.id } }), {
    resources: [own ? 'session' : 'operators'],
    onSaved: onClose,
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
  const make = useSave(() => call(createPasswordLink, { params: { id: operator.id } }), { resources: [] });
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
