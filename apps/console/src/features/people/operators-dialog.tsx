import type { PersonRecord } from '@gateway/contract';
import { updatePerson } from '@gateway/contract/values';
import { UserPlus } from 'lucide-react';
import { PeoplePicker } from '../../components/people/people-picker.js';
import { useChange } from '../../components/people/use-change.js';
import { Button } from '../../components/ui/button.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { linkable, namesake, type NamedOperator } from './operators.js';
import { t as texts } from './texts.js';

const t = texts.operators;

interface Props {
  /** Those who belong to no person. */
  readonly operators: readonly NamedOperator[];
  readonly people: readonly PersonRecord[];
  readonly onAdd: (operator: NamedOperator) => void;
  readonly onClose: () => void;
}

/** Links each operator to one of the people, or adds a person who is the operator. */
export function OperatorsDialog({ operators, people, onAdd, onClose }: Props) {
  const free = linkable(people);
  return (
    <Dialog open title={t.title} help={t.help} onClose={onClose}>
      {/* Room for the list of people below the last field. */}
      <div className="grid min-h-80 content-start gap-4">
        {operators.length === 0 && <p className="text-sm">{t.done}</p>}
        <ul aria-label={t.title} className="grid gap-5">
          {operators.map((operator) => (
            <OperatorEntry key={operator.id} operator={operator} people={free} onAdd={() => onAdd(operator)} />
          ))}
        </ul>
      </div>
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  );
}

interface EntryProps {
  readonly operator: NamedOperator;
  /** The people to whom it can be linked. */
  readonly people: readonly PersonRecord[];
  readonly onAdd: () => void;
}

function OperatorEntry({ operator, people, onAdd }: EntryProps) {
  const link = useChange(
    (id: string) => call(updatePerson, { params: { id }, body: { operator_id: operator.id } }),
    () => undefined,
  );
  const same = namesake(people, operator);
  return (
    <li className="grid gap-2">
      {people.length > 0 ? (
        <PeoplePicker
          label={t.linkLabel(operator.name)}
          people={people}
          onChoose={(_, id) => {
            if (!link.isPending) link.mutate(id);
          }}
        />
      ) : (
        <p className="text-sm font-medium">{operator.name}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {same && (
          <Button size="small" busy={link.isPending} onClick={() => link.mutate(same.person_id)}>
            {t.linkTo(same.name, same.person_id)}
          </Button>
        )}
        <Button size="small" aria-label={t.addNamed(operator.name)} onClick={onAdd}>
          <UserPlus className="size-3.5" aria-hidden />
          {t.add}
        </Button>
      </div>
      {link.isError && <Failure bare error={link.error} />}
    </li>
  );
}
