import { useQuery } from '@tanstack/react-query';
import { Field, Select } from '../../../components/ui/form/field.js';
import { keyNamesQuery } from '../../../lib/records/actors.js';
import { useDirectory } from '../../../lib/records/directory.js';
import { useMay } from '../../../lib/session/session.js';
import { hasAnswers, type PromptSearch } from '../list/filter.js';
import { t as texts } from '../texts.js';

const t = texts.filters;

interface Props {
  readonly search: PromptSearch;
  readonly onChange: (changes: PromptSearch) => void;
}

/** The filters by the API key that asked and by the person who answered. */
export function AskerFields({ search, onChange }: Props) {
  const { state, key, by } = search;
  const mayReadKeys = useMay('keys:read');
  const mayReadPeople = useMay('people:read');
  const { data: keys = [] } = useQuery({ ...keyNamesQuery, enabled: mayReadKeys });
  const { people } = useDirectory();
  const keyNames: Choice[] = keys.map(({ id, name, key_prefix }) => [id, `${name} (${key_prefix}…)`]);
  const names: Choice[] = people.map(({ person_id, name }) => [`person:${person_id}`, name]);
  // Only answered prompts have somebody who answered.
  const choosePerson = (next: string | undefined) =>
    onChange(next === undefined ? { by: next } : { by: next, state: hasAnswers(state) ? state : 'answered' });
  return (
    <>
      {mayReadKeys && (
        <ChoiceField
          label={t.apiKey}
          value={key}
          unknown={key}
          choices={[['none', t.chips.withoutKey], ...keyNames]}
          onChoose={(next) => onChange({ key: next })}
        />
      )}
      {mayReadPeople && (
        <ChoiceField
          label={t.answeredBy}
          value={by}
          unknown={by?.split(':').slice(1).join(':')}
          choices={names}
          onChoose={choosePerson}
        />
      )}
    </>
  );
}

/** A value and its name. */
type Choice = readonly [value: string, name: string];

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  /** What a value is called that is not among the choices. */
  readonly unknown: string | undefined;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string | undefined) => void;
}

/** A select whose names can be longer than it: that of the value is its title, too. */
function ChoiceField({ label, value, unknown, choices, onChoose }: ChoiceProps) {
  const known = choices.find(([each]) => each === value)?.[1];
  return (
    <Field label={label}>
      <Select
        className="truncate"
        title={known ?? unknown}
        value={value ?? ''}
        onChange={({ target }) => onChoose(target.value || undefined)}
      >
        <option value="">{t.any}</option>
        {known === undefined && value !== undefined && <option value={value}>{unknown}</option>}
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
