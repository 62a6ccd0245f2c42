import { limits } from '@gateway/contract';
import { Field, Input } from './ui/field.js';
import { issuesOf } from '../lib/api.js';
import { sentence } from '../lib/form-errors.js';
import { t } from './texts.js';

interface Props {
  readonly idField: 'person_id' | 'group_id' | 'policy_id';
  /** Null: the record exists, and its id cannot be changed. */
  readonly id: string | null;
  readonly name: string;
  readonly error: unknown;
  readonly onId: (id: string) => void;
  readonly onName: (name: string) => void;
}

/** Name and id of a person, a group or a policy. */
export function NamedFields({ idField, id, name, error, onId, onName }: Props) {
  const issues = issuesOf(error);
  const errorAt = (field: string) => {
    const issue = issues.find(({ path }) => path[0] === field);
    return issue && sentence(issue.message);
  };
  return (
    <>
      <Field label={t.namedFields.name} error={errorAt('name')}>
        <Input
          required
          value={name}
          maxLength={limits.displayName}
          autoComplete="off"
          onChange={(event) => onName(event.target.value)}
        />
      </Field>
      {id !== null && (
        <Field label={t.namedFields.id} help={t.namedFields.idHelp} error={errorAt(idField)}>
          <Input
            required
            value={id}
            maxLength={limits.channelId}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onId(event.target.value)}
          />
        </Field>
      )}
    </>
  );
}

/** Whether an error belongs to one of the named fields, which show it. */
export function isAtNamedField(error: unknown): boolean {
  return issuesOf(error).some(({ path }) => ['name', 'person_id', 'group_id', 'policy_id'].includes(String(path[0])));
}
