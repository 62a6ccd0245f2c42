import type { Role } from '@gateway/contract';
import { createInvitation } from '@gateway/contract/values';
import { useState } from 'react';
import { Dialog } from '../../components/ui/dialog.js';
import { Field, Input } from '../../components/ui/form/field.js';
import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { call, issuesOf } from '../../lib/api.js';
import { sentence } from '../../lib/forms/form-errors.js';
import { t as common } from '../../lib/language/texts.js';
import { useSave } from '../../lib/forms/use-save.js';
import { OneTimeLink } from './one-time-link.js';
import { RoleChoice } from './role-choice.js';
import { t } from './texts.js';

/** Creates an invitation and shows its link once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [role, setRole] = useState<Role>('operator');
  const [email, setEmail] = useState('');
  const invite = useSave(() => call(createInvitation, { body: { role, email: email.trim() === '' ? null : email } }), {
    resources: ['invitations'],
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
    <FormDialog
      noValidate
      title={t.invite.title}
      help={t.invite.help}
      action={t.invite.submit}
      busy={invite.isPending}
      error={issue ? null : invite.error}
      onClose={onClose}
      onSubmit={() => invite.mutate()}
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
    </FormDialog>
  );
}
