import type { GroupRecord, PersonRecord } from '@gateway/contract';
import { Chips } from '../ui/form/chips.js';
import { PeoplePicker } from './people-picker.js';
import { t } from './texts.js';

interface Props {
  readonly label: string;
  /** Either people or groups. */
  readonly people?: readonly PersonRecord[];
  readonly groups?: readonly GroupRecord[];
  /** Ids of the chosen ones. Those that are not among the entries are kept. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Several people, or several groups: a picker that adds one, and the chosen ones. */
export function SeveralField({ label, people, groups, chosen, onChange }: Props) {
  const names = new Map([
    ...(people ?? []).map(({ person_id, name }) => [person_id, name] as const),
    ...(groups ?? []).map(({ group_id, name }) => [group_id, name] as const),
  ]);
  const taken = new Set(chosen);
  return (
    <div className="grid gap-2">
      <PeoplePicker
        label={label}
        optional
        {...(people && { people: people.filter(({ person_id }) => !taken.has(person_id)) })}
        {...(groups && { groups: groups.filter(({ group_id }) => !taken.has(group_id)) })}
        onChoose={(_, id) => onChange([...chosen, id])}
        onBackspace={() => onChange(chosen.slice(0, -1))}
      />
      <Chips
        label={label}
        chips={chosen.map((id) => ({ key: id, name: names.get(id) ?? id }))}
        removeLabel={t.picker.remove}
        onRemove={(id) => onChange(chosen.filter((other) => other !== id))}
      />
    </div>
  );
}
