import type { PersonRecord, PromptRecord } from '@gateway/contract';
import { handOverPrompt } from '@gateway/contract/values';
import { useState } from 'react';
import { Field, Select } from '../../../components/ui/form/field.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { call, issuesOf } from '../../../lib/api.js';
import { sentence } from '../../../lib/forms/form-errors.js';
import { t as texts } from './texts.js';
import { useTaking } from './use-taking.js';

const t = texts.dialog;

interface Props {
  readonly prompt: PromptRecord;
  readonly people: readonly PersonRecord[];
  readonly onClose: () => void;
}

/** Hands a prompt over to one of the people. */
export function HandOverDialog({ prompt, people, onClose }: Props) {
  const [person, setPerson] = useState('');
  const attempt = useTaking(
    () => call(handOverPrompt, { params: { id: prompt.id }, body: { person_id: person } }),
    onClose,
  );
  const [issue] = issuesOf(attempt.error);
  return (
    <FormDialog
      title={t.title(prompt.id)}
      help={t.help}
      action={t.submit}
      busy={attempt.isPending}
      disabledReason={person === '' ? t.missing : null}
      error={issue ? null : attempt.error}
      onClose={onClose}
      onSubmit={() => attempt.mutate()}
    >
      <Field label={t.person} error={issue && sentence(issue.message.replace(/^person_id: /, ''))}>
        <Select
          value={person}
          onChange={({ target }) => {
            attempt.reset();
            setPerson(target.value);
          }}
        >
          <option value="">{t.choose}</option>
          {people.map(({ person_id, name }) => (
            <option key={person_id} value={person_id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
