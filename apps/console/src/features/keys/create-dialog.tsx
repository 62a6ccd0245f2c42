import { newKey, type Scope } from '@gateway/contract';
import { createKey, limits } from '@gateway/contract/values';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Choices } from '../../components/ui/form/choices.js';
import { Field, Input } from '../../components/ui/form/field.js';
import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { call } from '../../lib/api.js';
import { useSave } from '../../lib/forms/use-save.js';
import { useSchemaForm } from '../../lib/forms/zod/use-schema-form.js';
import { bodyOf, KeyBoundaries, noBoundaries, type Boundaries } from './key-boundaries.js';
import type { Preset } from './rights.js';
import { ScopeMatrix } from './scope-matrix.js';
import type { CreatedKey } from './tasks.js';
import { t } from './texts.js';

const choices = [
  { value: 'asker', label: t.presets.asker.label, help: t.presets.asker.help },
  { value: 'agent', label: t.presets.agent.label, help: t.presets.agent.help },
  { value: 'readonly', label: t.presets.readonly.label, help: t.presets.readonly.help },
  { value: 'admin', label: t.presets.admin.label, help: t.presets.admin.help },
  { value: 'custom', label: t.custom },
] as const;

interface Props {
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedKey) => void;
}

/** A name of spaces only is missing. The other rules are those of the contract. */
const schema = z
  .object({
    name: z.string().trim().min(1, { error: t.create.nameMissing }).pipe(newKey.shape.name),
    rights: z.custom<Preset | 'custom'>(),
    scopes: z.custom<Scope[]>(),
    boundaries: z.custom<Boundaries>(),
  })
  .refine(({ rights, scopes }) => rights !== 'custom' || scopes.length > 0, {
    path: ['scopes'],
    error: t.scopes.missing,
  });

export function CreateDialog({ onClose, onCreated }: Props) {
  // The response contains the key. It is passed to the dialog that shows it and is not cached.
  const create = useSave(
    async ({ name, rights, scopes, boundaries }: z.output<typeof schema>) =>
      onCreated(
        await call(createKey, {
          body: { name, ...(rights === 'custom' ? { scopes } : { preset: rights }), ...bodyOf(boundaries) },
        }),
      ),
    { resources: ['keys', 'audit'] },
  );
  const { form, errorAt, failure, submit } = useSchemaForm({
    schema,
    start: { name: '', rights: 'asker', scopes: ['prompts:read', 'prompts:write'], boundaries: noBoundaries },
    shown: ['name'],
    save: create,
  });
  const { control } = form;
  const rights = useWatch({ control, name: 'rights' });
  return (
    <FormDialog
      noValidate
      title={t.create.title}
      help={t.create.help}
      action={t.create.submit}
      busy={create.isPending}
      error={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t.create.name} help={t.create.nameHelp} error={errorAt('name')}>
        <Input maxLength={limits.keyName} autoComplete="off" autoFocus {...form.register('name')} />
      </Field>
      <Controller
        control={control}
        name="rights"
        render={({ field }) => (
          <Choices label={t.permissions} value={field.value} onChoose={field.onChange} options={choices} />
        )}
      />
      {rights === 'custom' && (
        <Controller
          control={control}
          name="scopes"
          render={({ field }) => (
            <ScopeMatrix chosen={field.value} onChange={field.onChange} error={errorAt('scopes')} />
          )}
        />
      )}
      <Controller
        control={control}
        name="boundaries"
        render={({ field }) => <KeyBoundaries value={field.value} onChange={field.onChange} />}
      />
    </FormDialog>
  );
}
