import { createInvitation, type Role } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Field, Input } from '../../components/ui/field.js';
import { Failure } from '../../components/ui/states.js';
import { call, issuesOf } from '../../lib/api.js';
import { sentence } from '../../lib/form-errors.js';
import { t as common } from '../../lib/texts.js';
import { OneTimeLink } from './one-time-link.js';
import { RoleChoice } from './role-choice.js';
import { t } from './texts.js';

/** Creates an invitation and shows its link once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const [role, setRole] = useState<Role>('operator');
  const [email, setEmail] = useState('');
  const invite = useMutation({
    mutationFn: () => call(createInvitation, { body: { role, email: email.trim() === '' ? null : email } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['invitations'] }),
  });
  const issue = issuesOf(invite.error).find(({ path }) => path[0] === 'email');
  if (invite.data) {
    const { link, expires_at, email: address } = invite.data;
    return (
      <Dialog open onClose={onClose} dismissible={false} title={t.invite.created}>
        <OneTimeLink
          link={link}
          expiresAt={expires_at}
          effect={t.invite.effect(address, common.roles[invite.data.role])}
          onDone={onClose}
        />
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={t.invite.title} help={t.invite.help}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!invite.isPending) invite.mutate();
        }}
      >
        <RoleChoice value={role} onChoose={setRole} />
        <Field label={t.invite.email} optional help={t.invite.emailHelp} error={issue && sentence(issue.message)}>
          <Input
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              invite.reset();
            }}
          />
        </Field>
        {invite.isError && !issue && <Failure bare error={invite.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" look="primary" busy={invite.isPending}>
            {t.invite.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
