import { firstOperator } from '@gateway/contract';
import { limits } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { z } from 'zod';
import type { SessionState } from '@gateway/contract';
import { Button } from '../../components/ui/button.js';
import { Field, Input } from '../../components/ui/form/field.js';
import { Failure } from '../../components/ui/list/states.js';
import { useSchemaForm } from '../../lib/forms/zod/use-schema-form.js';
import { passwordError } from '../../lib/session/password-error.js';
import { readTab, writeTab } from '../../lib/storage/tab-storage.js';
import { useCompleteSignIn } from './complete-sign-in.js';
import { t } from './texts.js';

interface NewOperator {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

interface Props {
  readonly email?: string | null;
  readonly action: string;
  readonly children?: ReactNode;
  readonly submit: (operator: NewOperator) => Promise<SessionState>;
}

/** The contract's rules, with a message in the language of the console for a short password. */
const schema = firstOperator.omit({ token: true }).extend({ password: z.string().min(limits.passwordMin) });

const KEPT = 'new-operator';
const keptSchema = z.object({ name: z.string(), email: z.string() });
/** The values of the form before a reload. */
const readKept = () => keptSchema.safeParse(readTab(KEPT)).data;
/** Keeps the values for a reload, without the password. */
const keep = ({ name, email }: NewOperator) => writeTab(KEPT, { name, email });

/** Name, e-mail and password of a new operator. */
export function OperatorForm({ email, action, children, submit }: Props) {
  const completeSignIn = useCompleteSignIn();
  const attempt = useMutation({ mutationFn: submit, onSuccess: (session) => completeSignIn(session) });
  const schemaForm = useSchemaForm({
    schema,
    start: { name: '', email: '', ...readKept(), ...(email != null && { email }), password: '' },
    save: attempt,
  });
  const { form, failure } = schemaForm;
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }), [form]);
  const errorAt = (name: keyof NewOperator) => {
    const message = schemaForm.errorAt(name);
    return message && passwordError(message);
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={schemaForm.submit}>
      <Field label={t.operator.name} error={errorAt('name')} help={t.operator.nameHelp}>
        <Input autoComplete="name" autoFocus {...form.register('name')} />
      </Field>
      <Field label={t.email} error={errorAt('email')} help={t.operator.emailHelp}>
        <Input type="email" autoComplete="username" readOnly={email != null} {...form.register('email')} />
      </Field>
      <Field label={t.password} error={errorAt('password')} help={t.passwordHelp(limits.passwordMin)}>
        <Input type="password" autoComplete="new-password" {...form.register('password')} />
      </Field>
      {children}
      {failure !== null && <Failure error={failure} />}
      <Button type="submit" look="primary" busy={attempt.isPending}>
        {action}
      </Button>
    </form>
  );
}
