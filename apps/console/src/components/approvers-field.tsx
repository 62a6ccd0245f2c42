import type { Approver } from '@gateway/contract';
import { limits } from '@gateway/contract/values';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useDirectory } from '../lib/records/directory.js';
import { approverName } from '../lib/records/names.js';
import { PeoplePicker } from './people/people-picker.js';
import { Button } from './ui/button.js';
import { Chips } from './ui/form/chips.js';
import { Field, Input } from './ui/form/field.js';
import { t } from './texts.js';

interface Props {
  readonly label: string;
  /** What an empty list means. */
  readonly help: string;
  readonly approvers: readonly Approver[];
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly onChange: (approvers: readonly Approver[]) => void;
}

/** People, groups and users of the platform: a picker that adds one, and the chosen ones. */
export function ApproversField({ label, help, approvers, error, disabled = false, onChange }: Props) {
  const directory = useDirectory();
  const [userId, setUserId] = useState('');
  const chosen = new Set(approvers.map(keyOf));
  const add = (approver: Approver) => {
    if (!chosen.has(keyOf(approver))) onChange([...approvers, approver]);
  };
  const addUser = () => {
    if (userId.trim() === '') return;
    add({ user_id: userId.trim() });
    setUserId('');
  };
  return (
    <div className="grid gap-2">
      <PeoplePicker
        label={label}
        optional
        help={help}
        error={error}
        disabled={disabled}
        people={directory.people.filter(({ person_id }) => !chosen.has(keyOf({ person: person_id })))}
        groups={directory.groups.filter(({ group_id }) => !chosen.has(keyOf({ group: group_id })))}
        onChoose={(kind, id) => add(kind === 'person' ? { person: id } : { group: id })}
        onBackspace={() => onChange(approvers.slice(0, -1))}
      />
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t.approversField.userIdLabel(label)} bare className="min-w-0 flex-1 basis-56">
          <Input
            value={userId}
            disabled={disabled}
            maxLength={limits.userId}
            placeholder={t.approversField.userIdPlaceholder}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setUserId(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              addUser();
            }}
          />
        </Field>
        <Button
          disabledReason={
            disabled ? t.approversField.ownersOnly : userId.trim() === '' ? t.approversField.enterUserId : null
          }
          onClick={addUser}
        >
          <Plus className="size-4" aria-hidden />
          {t.approversField.addUser}
        </Button>
      </div>
      <Chips
        label={label}
        disabled={disabled}
        chips={approvers.map((approver) => ({ key: keyOf(approver), name: approverName(approver, directory) }))}
        removeLabel={t.approversField.remove}
        onRemove={(key) => onChange(approvers.filter((approver) => keyOf(approver) !== key))}
      />
    </div>
  );
}

const keyOf = (approver: Approver) => Object.entries(approver).join(' ');
