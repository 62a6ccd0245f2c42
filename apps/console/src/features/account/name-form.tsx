import { displayName } from '@gateway/contract';
import { updateOperator } from '@gateway/contract/values';
import { z } from 'zod';
import { Button } from '../../components/ui/button.js';
import { Card, Fact, Facts } from '../../components/ui/card.js';
import { Field, Input } from '../../components/ui/form/field.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { useSchemaForm } from '../../lib/forms/zod/use-schema-form.js';
import { useSession } from '../../lib/session/session.js';
import { t as common } from '../../lib/language/texts.js';
import { useSave } from '../../lib/forms/use-save.js';
import { t } from './texts.js';
import { toast } from '../../lib/page/toast.js';

const schema = z.object({ name: displayName });

/** The operator's own profile. Only the name can be changed. */
export function NameForm() {
  const { operator } = useSession();
  const save = useSave((body: { name: string }) => call(updateOperator, { params: { id: operator.id }, body }), {
    resources: ['session', 'operators'],
    onSaved: () => toast.success(t.profile.saved),
  });
  const { form, errorAt, failure, submit } = useSchemaForm({
    schema,
    start: { name: operator.name },
    follows: true,
    save,
  });
  return (
    <Card title={t.profile.title}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <Field label={t.profile.name} help={t.profile.nameHelp} error={errorAt('name')} className="max-w-md">
          <Input autoComplete="name" {...form.register('name')} />
        </Field>
        <Facts>
          <Fact name={t.profile.email}>{operator.email}</Fact>
          <Fact name={t.profile.role}>{common.roles[operator.role]}</Fact>
        </Facts>
        {failure !== null && <Failure bare error={failure} />}
        <div>
          <Button type="submit" busy={save.isPending} disabledReason={form.formState.isDirty ? null : t.noChanges}>
            {t.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
