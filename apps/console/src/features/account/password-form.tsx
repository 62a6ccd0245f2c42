import { zodResolver } from '@hookform/resolvers/zod';
import { passwordChange } from '@gateway/contract';
import { changePassword, limits } from '@gateway/contract/values';
import { useState } from 'react';
import { useForm, type FieldError } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Field } from '../../components/ui/form/field.js';
import { SecretInput } from '../../components/ui/form/secret-input.js';
import { Notice } from '../../components/ui/notice.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { sentence, showIssues } from '../../lib/forms/form-errors.js';
import { passwordError } from '../../lib/session/password-error.js';
import { useSession } from '../../lib/session/session.js';
import { useSave } from '../../lib/forms/use-save.js';
import { t } from './texts.js';

/** The contract's rules, with a message in the language of the console for a short password. */
const values = passwordChange.extend({ next: z.string().min(limits.passwordMin) });
const empty = { current: '', next: '' };

export function PasswordForm() {
  const { operator } = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ resolver: zodResolver(values), defaultValues: empty });
  const { errors } = form.formState;
  const change = useSave((body: typeof empty) => call(changePassword, { body }), {
    resources: ['sessions'],
    onSaved: () => form.reset(empty),
    onFailed: (error) => setFailure(showIssues(form, error)),
  });
  return (
    <Card title={t.password.title} help={t.password.help}>
      <form
        noValidate
        className="grid max-w-md gap-4"
        onSubmit={(event) => {
          setFailure(null);
          change.reset();
          void form.handleSubmit((body) => change.mutate(body))(event);
        }}
      >
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" autoComplete="username" value={operator.email} readOnly hidden />
        <Field label={t.password.current} error={errors.current && currentPasswordError(errors.current)}>
          <SecretInput what={t.password.currentSecret} autoComplete="current-password" {...form.register('current')} />
        </Field>
        <Field
          label={t.password.next}
          help={t.password.nextHelp(limits.passwordMin)}
          error={errors.next?.message && passwordError(errors.next.message)}
        >
          <SecretInput what={t.password.nextSecret} autoComplete="new-password" {...form.register('next')} />
        </Field>
        {failure !== null && <Failure bare error={failure} />}
        {change.isSuccess && (
          <div role="status">
            <Notice tone="good">{t.password.changed}</Notice>
          </div>
        )}
        <div>
          <Button type="submit" busy={change.isPending}>
            {t.password.change}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Replaces the contract's and the server's messages for the field `current`. */
function currentPasswordError({ type, message = '' }: FieldError): string {
  if (type === 'too_small') return t.password.missing;
  return message.includes('not your password') ? t.password.wrong : sentence(message);
}
