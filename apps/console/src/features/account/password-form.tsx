import { passwordChange } from '@gateway/contract';
import { changePassword, limits } from '@gateway/contract/values';
import { z } from 'zod';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Field } from '../../components/ui/form/field.js';
import { SecretInput } from '../../components/ui/form/secret-input.js';
import { Notice } from '../../components/ui/notice.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { useSchemaForm } from '../../lib/forms/zod/use-schema-form.js';
import { passwordError } from '../../lib/session/password-error.js';
import { useSession } from '../../lib/session/session.js';
import { useSave } from '../../lib/forms/use-save.js';
import { t } from './texts.js';

/** The contract's rules, with messages in the language of the console. */
const schema = passwordChange.extend({
  current: z.string().min(1, { error: t.password.missing }),
  next: z.string().min(limits.passwordMin),
});
const empty = { current: '', next: '' };

export function PasswordForm() {
  const { operator } = useSession();
  const change = useSave((body: typeof empty) => call(changePassword, { body }), {
    resources: ['sessions'],
    onSaved: () => form.reset(empty),
  });
  const { form, errorAt, failure, submit } = useSchemaForm({ schema, start: empty, save: change });
  const [current, next] = [errorAt('current'), errorAt('next')];
  return (
    <Card title={t.password.title} help={t.password.help}>
      <form
        noValidate
        className="grid max-w-md gap-4"
        onSubmit={(event) => {
          if (change.isSuccess) change.reset();
          submit(event);
        }}
      >
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" autoComplete="username" value={operator.email} readOnly hidden />
        <Field label={t.password.current} error={current?.includes('not your password') ? t.password.wrong : current}>
          <SecretInput what={t.password.currentSecret} autoComplete="current-password" {...form.register('current')} />
        </Field>
        <Field
          label={t.password.next}
          help={t.password.nextHelp(limits.passwordMin)}
          error={next && passwordError(next)}
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
