import { limits, resetPassword } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { Button } from '../../components/ui/button.js';
import { Field, Input } from '../../components/ui/form/field.js';
import { Notice } from '../../components/ui/notice.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { useSchemaForm } from '../../lib/forms/zod/use-schema-form.js';
import { passwordError } from '../../lib/session/password-error.js';
import { useCompleteSignIn } from './complete-sign-in.js';
import { Frame } from './frame.js';
import { t } from './texts.js';
import { useLinkToken } from './token.js';

export function ResetPage() {
  const token = useLinkToken();
  return (
    <Frame title={t.reset.title}>
      {token === null ? <Notice>{t.incompleteLink}</Notice> : <ResetForm token={token} />}
    </Frame>
  );
}

/** The other rules of a password need the operator: the gateway checks them. */
const schema = z.object({ password: z.string().min(limits.passwordMin) });

function ResetForm({ token }: { readonly token: string }) {
  const completeSignIn = useCompleteSignIn();
  const attempt = useMutation({
    mutationFn: ({ password }: z.output<typeof schema>) => call(resetPassword, { body: { token, password } }),
    onSuccess: (session) => completeSignIn(session),
  });
  const { form, errorAt, failure, submit } = useSchemaForm({ schema, start: { password: '' }, save: attempt });
  const error = errorAt('password');
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Field label={t.reset.password} error={error && passwordError(error)} help={t.reset.help(limits.passwordMin)}>
        <Input type="password" autoComplete="new-password" autoFocus {...form.register('password')} />
      </Field>
      {failure !== null && <Failure error={failure} />}
      <Button type="submit" look="primary" busy={attempt.isPending}>
        {t.reset.submit}
      </Button>
    </form>
  );
}
