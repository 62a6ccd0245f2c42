import { newInvitation } from '@gateway/contract';
import { createInvitation } from '@gateway/contract/values';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { Dialog } from '../../components/ui/dialog.js';
import { Field, Input } from '../../components/ui/form/field.js';
import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { call } from '../../lib/api.js';
import { t as common } from '../../lib/language/texts.js';
import { useSave } from '../../lib/forms/use-save.js';
import { useSchemaForm } from '../../lib/forms/zod/use-schema-form.js';
import { OneTimeLink } from './one-time-link.js';
import { RoleChoice } from './role-choice.js';
import { t } from './texts.js';

const { role, email } = newInvitation.shape;
const schema = z.object({
  role,
  email: z
    .string()
    .transform((text): string | null | undefined => text.trim() || null)
    .pipe(email),
});

/** Creates an invitation and shows its link once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const invite = useSave((body: z.output<typeof schema>) => call(createInvitation, { body }), {
    resources: ['invitations'],
  });
  const { form, errorAt, failure, submit } = useSchemaForm({
    schema,
    start: { role: 'operator', email: '' },
    save: invite,
  });
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
      error={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <Controller
        control={form.control}
        name="role"
        render={({ field }) => <RoleChoice value={field.value} onChoose={field.onChange} />}
      />
      <Field label={t.invite.email} optional help={t.invite.emailHelp} error={errorAt('email')}>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </Field>
    </FormDialog>
  );
}
