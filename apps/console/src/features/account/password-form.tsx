import { zodResolver } from '@hookform/resolvers/zod';
import { changePassword, limits } from '@gateway/contract';
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
  const form = useForm({ resolver: zodResolver(changePassword.body), defaultValues: empty });
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
    <Card title="Password" help="Changing it signs you out in every other browser.">
      <form
        noValidate
        className="grid max-w-md gap-4"
        onSubmit={(event) => {
          setFailure(null);
          change.reset();
          void form.handleSubmit((body) => change.mutate(body))(event);
        }}
      >
        {/* For password managers, which otherwise do not know whose password it is. */}
        <input type="email" autoComplete="username" value={operator.email} readOnly hidden />
        <Field label="Present password" error={errors.current && presentWords(errors.current.message)}>
          <SecretInput what="present password" autoComplete="current-password" {...form.register('current')} />
        </Field>
        <Field
          label="New password"
          help={`${limits.passwordMin} characters or more. A few words are easier to remember than a riddle.`}
          error={errors.next?.message && sentence(errors.next.message)}
        >
          <SecretInput what="new password" autoComplete="new-password" {...form.register('next')} />
        </Field>
        {failure !== null && <Failure bare error={failure} />}
        {change.isSuccess && (
          <div role="status">
            <Notice tone="good">Your password is changed, and every other browser is signed out.</Notice>
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

/** The contract only says that it must not be empty, and the server calls the field by its name. */
function presentWords(message: string | undefined): string {
  if (message === undefined || /too small|>=/i.test(message)) return 'Enter your present password.';
  return message.includes('not your password') ? 'This is not your present password.' : sentence(message);
}
