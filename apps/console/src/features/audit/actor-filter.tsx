import { useQuery } from '@tanstack/react-query';
import { Field, Select } from '../../components/ui/form/field.js';
import { keyNamesQuery, operatorNamesQuery } from '../../lib/records/actors.js';
import { useMay } from '../../lib/session/session.js';
import { t } from './texts.js';

interface Props {
  readonly value: string | undefined;
  /** The actor's name in the entries, which also name removed operators and keys. */
  readonly name: string | undefined;
  readonly onChoose: (actorId: string | undefined) => void;
}

/** Filters by operator or key. Removed ones are chosen by a link in their entries. */
export function ActorFilter({ value, name: recordedName, onChoose }: Props) {
  const mayReadKeys = useMay('keys:read');
  const { data: operators = [] } = useQuery(operatorNamesQuery);
  const { data: keys = [] } = useQuery({ ...keyNamesQuery, enabled: mayReadKeys });
  const known = [...operators, ...keys].some(({ id }) => id === value);
  return (
    <Field label={t.filters.actor} bare className="sm:w-60">
      <Select value={value ?? ''} onChange={({ target }) => onChoose(target.value || undefined)}>
        <option value="">{t.filters.allActors}</option>
        {value !== undefined && !known && <option value={value}>{recordedName ?? value}</option>}
        {operators.length > 0 && (
          <optgroup label={t.filters.operators}>
            {operators.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
        {keys.length > 0 && (
          <optgroup label={t.filters.keys}>
            {keys.map(({ id, name, key_prefix }) => (
              <option key={id} value={id}>
                {name} ({key_prefix}…)
              </option>
            ))}
          </optgroup>
        )}
      </Select>
    </Field>
  );
}
