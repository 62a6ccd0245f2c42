import { useQuery } from '@tanstack/react-query';
import { Field, Select } from '../../components/ui/field.js';
import { keyNamesQuery } from '../../lib/actors.js';
import { useDirectory } from '../../lib/directory.js';
import { useMay } from '../../lib/session.js';
import { hasAnswers, type PromptSearch } from './filter.js';
import { t as texts } from './texts.js';

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
  const isKnown = key === undefined || key === 'none' || keys.some(({ id }) => id === key);
  const isPerson = by === undefined || people.some(({ person_id }) => by === `person:${person_id}`);
  // Only answered prompts have somebody who answered.
  const choosePerson = (next: string) =>
    onChange(next === '' ? { by: undefined } : { by: next, state: hasAnswers(state) ? state : 'answered' });
  return (
    <>
      {mayReadKeys && (
        <Field label={t.apiKey}>
          <Select value={key ?? ''} onChange={({ target }) => onChange({ key: target.value || undefined })}>
            <option value="">{t.any}</option>
            <option value="none">{t.chips.withoutKey}</option>
            {!isKnown && <option value={key}>{key}</option>}
            {keys.map(({ id, name, key_prefix }) => (
              <option key={id} value={id}>
                {name} ({key_prefix}…)
              </option>
            ))}
          </Select>
        </Field>
      )}
      {mayReadPeople && (
        <Field label={t.answeredBy}>
          <Select value={by ?? ''} onChange={({ target }) => choosePerson(target.value)}>
            <option value="">{t.any}</option>
            {!isPerson && <option value={by}>{by.split(':').slice(1).join(':')}</option>}
            {people.map(({ person_id, name }) => (
              <option key={person_id} value={`person:${person_id}`}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}
