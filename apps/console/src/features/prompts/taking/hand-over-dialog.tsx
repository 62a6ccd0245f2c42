import type { PromptRecord } from '@gateway/contract';
import { handOverPrompt } from '@gateway/contract/values';
import { useState } from 'react';
import { PeoplePicker } from '../../../components/people/people-picker.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { call, issuesOf } from '../../../lib/api.js';
import { useDirectory } from '../../../lib/records/directory.js';
import { sentence } from '../../../lib/forms/form-errors.js';
import { t as texts } from './texts.js';
import { useTaking } from './use-taking.js';

const t = texts.dialog;

interface Props {
  readonly prompt: PromptRecord;
  readonly onClose: () => void;
}

/** Hands a prompt over to one of the people. */
export function HandOverDialog({ prompt, onClose }: Props) {
  const directory = useDirectory();
  const [person, setPerson] = useState('');
  const attempt = useTaking(
    () => call(handOverPrompt, { params: { id: prompt.id }, body: { person_id: person } }),
    onClose,
  );
  const people = directory.people.filter(({ person_id }) => person_id !== prompt.taken_by?.person_id);
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
      {/* Room for the list below the field. */}
      <div className="min-h-72">
        <PeoplePicker
          label={t.person}
          error={issue && sentence(issue.message.replace(/^person_id: /, ''))}
          people={people}
          chosen={people.find(({ person_id }) => person_id === person)?.name}
          onChoose={(_, id) => {
            attempt.reset();
            setPerson(id);
          }}
        />
      </div>
    </FormDialog>
  );
}
