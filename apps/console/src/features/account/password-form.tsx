import { zodResolver } from '@hookform/resolvers/zod';
import { changePassword, limits, passwordChange } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Field } from '../../components/ui/field.js';
import { SecretInput } from '../../components/ui/secret-input.js';
import { Failure, Notice } from '../../components/ui/states.js';
import { call } from '../../lib/api.js';
import { sentence, showIssues } from '../../lib/form-errors.js';
import { useSession } from '../../lib/session.js';

const empty = { current: '', next: '' };

export function PasswordForm() {
  const { operator } = useSession();
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ resolver: zodResolver(passwordChange), defaultValues: empty });
  const { errors } = form.formState;
  const change = useMutation({
    mutationFn: (body: typeof empty) => call(changePassword, { body }),
    onSuccess: async () => {
      form.reset(empty);
      await client.invalidateQueries({ queryKey: ['sessions'] });
    },
    onError: (error) => setFailure(showIssues(form, error)),
  });
  return (
    <Card title="Password" help="Changing your password signs you out of every other browser.">
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
        <Field label="Current password" error={errors.current && currentPasswordError(errors.current.message)}>
          <SecretInput what="current password" autoComplete="current-password" {...form.register('current')} />
        </Field>
        <Field
          label="New password"
          help={`${limits.passwordMin} characters or more. A few random words are easy to remember.`}
          error={errors.next?.message && sentence(errors.next.message)}
        >
          <SecretInput what="new password" autoComplete="new-password" {...form.register('next')} />
        </Field>
        {failure !== null && <Failure bare error={failure} />}
        {change.isSuccess && (
          <div role="status">
            <Notice tone="good">Password changed. Every other browser is signed out.</Notice>
          </div>
        )}
        <div>
          <Button type="submit" busy={change.isPending}>
            Change password
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Replaces the contract's and the server's messages for the field `current`. */
function currentPasswordError(message: string | undefined): string {
  if (message === undefined || /too small|>=/i.test(message)) return 'Enter your current password.';
  return message.includes('not your password') ? 'This is not your current password.' : sentence(message);
}
