import { createKey, limits, type Scope } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Choices } from '../../components/ui/choices.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Field, Input } from '../../components/ui/field.js';
import { Failure } from '../../components/ui/states.js';
import { call, issuesOf } from '../../lib/api.js';
import { sentence } from '../../lib/form-errors.js';
import { bodyOf, KeyBoundaries, noBoundaries, type Boundaries } from './key-boundaries.js';
import type { Preset } from './rights.js';
import { ScopeMatrix } from './scope-matrix.js';
import type { CreatedKey } from './tasks.js';
import { t } from './texts.js';

const choices = [
  { value: 'agent', label: t.presets.agent.label, help: t.presets.agent.help },
  { value: 'asker', label: t.presets.asker.label, help: t.presets.asker.help },
  { value: 'readonly', label: t.presets.readonly.label, help: t.presets.readonly.help },
  { value: 'admin', label: t.presets.admin.label, help: t.presets.admin.help },
  { value: 'custom', label: t.custom },
] as const;

interface Props {
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedKey) => void;
}

export function CreateDialog({ onClose, onCreated }: Props) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [rights, setRights] = useState<Preset | 'custom'>('agent');
  const [scopes, setScopes] = useState<Scope[]>(['prompts:read', 'prompts:write']);
  const [boundaries, setBoundaries] = useState<Boundaries>(noBoundaries);
  const [tried, setTried] = useState(false);
  const create = useMutation({
    // The response contains the key. It is passed to the dialog that shows it and is not cached.
    mutationFn: async () =>
      onCreated(
        await call(createKey, {
          body: {
            name: name.trim(),
            ...(rights === 'custom' ? { scopes } : { preset: rights }),
            ...bodyOf(boundaries),
          },
        }),
      ),
    onSuccess: () => {
      for (const resource of ['keys', 'audit']) void client.invalidateQueries({ queryKey: [resource] });
    },
  });
  const issues = issuesOf(create.error);
  const issueAt = (field: string) => issues.find(({ path }) => path[0] === field);
  const isNameMissing = name.trim() === '';
  const isScopeMissing = rights === 'custom' && scopes.length === 0;
  const nameIssue = issueAt('name');
  const nameError = nameIssue ? sentence(nameIssue.message) : tried && isNameMissing ? t.create.nameMissing : undefined;
  const scopeError = tried && isScopeMissing ? t.scopes.missing : undefined;
  return (
    <Dialog open onClose={onClose} title={t.create.title} help={t.create.help}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isNameMissing && !isScopeMissing && !create.isPending) create.mutate();
        }}
      >
        <Field label={t.create.name} help={t.create.nameHelp} error={nameError}>
          <Input
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={limits.keyName}
            autoComplete="off"
            autoFocus
          />
        </Field>
        <Choices label={t.permissions} value={rights} onChoose={setRights} options={choices} />
        {rights === 'custom' && <ScopeMatrix chosen={scopes} onChange={setScopes} error={scopeError} />}
        <KeyBoundaries value={boundaries} onChange={setBoundaries} />
        {create.isError && !nameIssue && <Failure error={create.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t.create.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
