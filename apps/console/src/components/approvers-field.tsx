import type { Approver } from '@gateway/contract';
import { limits } from '@gateway/contract/values';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useDirectory } from '../lib/records/directory.js';
import { approverName } from '../lib/records/names.js';
import { Button, IconButton } from './ui/button.js';
import { Field, Input, Select } from './ui/form/field.js';
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

/** People, groups and users of the platform: a choice that adds one, and the chosen ones. */
export function ApproversField({ label, help, approvers, error, disabled = false, onChange }: Props) {
  const directory = useDirectory();
  const [userId, setUserId] = useState('');
  const add = (approver: Approver) => {
    if (!approvers.some((each) => keyOf(each) === keyOf(approver))) onChange([...approvers, approver]);
  };
  const addUser = () => {
    if (userId.trim() === '') return;
    add({ user_id: userId.trim() });
    setUserId('');
  };
  return (
    <div className="grid gap-2">
      <Field label={label} optional help={help} error={error}>
        <Select
          value=""
          disabled={disabled}
          onChange={({ target }) => {
            const id = target.value.slice(target.value.indexOf(':') + 1);
            add(target.value.startsWith('person:') ? { person: id } : { group: id });
          }}
        >
          <option value="">{t.approversField.add}</option>
          <optgroup label={t.approversField.groups}>
            {directory.groups.map(({ group_id, name }) => (
              <option key={group_id} value={`group:${group_id}`}>
                {name}
              </option>
            ))}
          </optgroup>
          <optgroup label={t.approversField.people}>
            {directory.people.map(({ person_id, name }) => (
              <option key={person_id} value={`person:${person_id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </Select>
      </Field>
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
      {approvers.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-2">
          {approvers.map((approver) => {
            const name = approverName(approver, directory);
            return (
              <li
                key={keyOf(approver)}
                className="flex min-h-8 min-w-0 items-center gap-1 rounded-control bg-sunken pl-2 text-sm"
              >
                <span dir="auto" className="min-w-0 pr-2 wrap-anywhere">
                  {name}
                </span>
                {!disabled && (
                  <IconButton
                    label={t.approversField.remove(name)}
                    onClick={() => onChange(approvers.filter((other) => other !== approver))}
                  >
                    <X className="size-4" aria-hidden />
                  </IconButton>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

const keyOf = (approver: Approver) => Object.entries(approver).join(' ');
