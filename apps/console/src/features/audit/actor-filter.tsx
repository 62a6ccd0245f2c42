import { useQuery } from '@tanstack/react-query';
import { Field, Select } from '../../components/ui/field.js';
import { keyNamesQuery, operatorNamesQuery } from '../../lib/actors.js';
import { useMay } from '../../lib/session.js';

interface Props {
  readonly value: string | undefined;
  /** What the chosen one is called in the entries, which remember those who are gone. */
  readonly name: string | undefined;
  readonly onChoose: (actorId: string | undefined) => void;
}

/** One operator or key of all. Those who have gone since are chosen from their entries. */
export function ActorFilter({ value, name: remembered, onChoose }: Props) {
  const mayReadKeys = useMay('keys:read');
  const { data: operators = [] } = useQuery(operatorNamesQuery);
  const { data: keys = [] } = useQuery({ ...keyNamesQuery, enabled: mayReadKeys });
  const known = [...operators, ...keys].some(({ id }) => id === value);
  return (
    <Field label="Who" bare className="sm:max-w-60">
      <Select value={value ?? ''} onChange={({ target }) => onChoose(target.value || undefined)}>
        <option value="">Everybody</option>
        {value !== undefined && !known && <option value={value}>{remembered ?? value}</option>}
        {operators.length > 0 && (
          <optgroup label="Operators">
            {operators.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
        {keys.length > 0 && (
          <optgroup label="Keys">
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
