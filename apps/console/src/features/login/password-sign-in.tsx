import { credentials, type SessionState } from '@gateway/contract';
import { signIn } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/ui/button.js';
import { Field, Input } from '../../components/ui/form/field.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Notice } from '../../components/ui/notice.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { useSchemaForm } from '../../lib/forms/zod/use-schema-form.js';
import { t } from './texts.js';

interface Props {
  /** Whether a session has just ended. */
  readonly ended: boolean;
  readonly onDone: (session: SessionState) => Promise<void>;
}

/** E-mail and password. */
export function PasswordSignIn({ ended, onDone }: Props) {
  const attempt = useMutation({
    mutationFn: (body: { email: string; password: string }) => call(signIn, { body }),
    onSuccess: onDone,
    onError: () => {
      form.setFocus('password', { shouldSelect: true });
    },
  });
  const { form, errorAt, failure, submit } = useSchemaForm({
    schema: credentials,
    start: { email: '', password: '' },
    save: attempt,
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {ended && failure === null && <Notice tone="wait">{t.signIn.ended}</Notice>}
      <Field label={t.email} error={errorAt('email')}>
        <Input type="email" autoComplete="username" autoFocus {...form.register('email')} />
      </Field>
      <Field label={t.password} error={errorAt('password') && t.signIn.passwordMissing}>
        <Input type="password" autoComplete="current-password" {...form.register('password')} />
      </Field>
      {failure !== null && <Failure error={failure} />}
      <Button type="submit" look="primary" busy={attempt.isPending}>
        {t.signIn.title}
      </Button>
      <p className="text-[0.8125rem] text-soft">
        <Filled text={t.signIn.forgotten} parts={{ command: <code>npm run operator -- reset-password</code> }} />
      </p>
    </form>
  );
}
