import type { GroupRecord, PersonRecord } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Plus, UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { managedReason } from '../../components/managed.js';
import { Button } from '../../components/ui/button.js';
import { Page } from '../../components/ui/page.js';
import { lazyDialog } from '../../lib/load/lazy-dialog.js';
import { operatorNamesQuery } from '../../lib/records/actors.js';
import { useDirectory } from '../../lib/records/directory.js';
import { findGroups, findPeople } from '../../lib/records/find-people.js';
import { slugOf } from '../../lib/records/slug.js';
import { useMay } from '../../lib/session/session.js';
import { DeleteDialog } from './delete-dialog.js';
import { GroupList } from './group-list.js';
import { withoutPerson, type NamedOperator } from './operators.js';
import { PeopleFilters } from './people-filters.js';
import { PeopleList } from './people-list.js';
import { t } from './texts.js';

const PersonDialog = lazyDialog(async () => (await import('../../components/people/person-dialog.js')).PersonDialog);

const GroupDialog = lazyDialog(async () => (await import('./group-dialog.js')).GroupDialog);

const OperatorsDialog = lazyDialog(async () => (await import('./operators-dialog.js')).OperatorsDialog);

const route = getRouteApi('/shell/people');

/** The dialog that is open. Null as a person or group: a new one. */
type Task =
  | { readonly kind: 'person'; readonly person: PersonRecord | null; readonly operator?: NamedOperator }
  | { readonly kind: 'operators' }
  | { readonly kind: 'group'; readonly group: GroupRecord | null }
  | { readonly kind: 'delete'; readonly of: 'person' | 'group'; readonly id: string; readonly name: string };

export function PeoplePage() {
  const { tab = 'people', q = '', group, sort } = route.useSearch();
  const navigate = useNavigate({ from: '/people' });
  const { people, groups, queries, loaded, isLoaded } = useDirectory();
  const { data: operators = [] } = useQuery(operatorNamesQuery);
  const unlinked = useMemo(() => withoutPerson(operators, people), [operators, people]);
  const [task, setTask] = useState<Task | null>(null);
  const mayChange = useMay('people:write');
  const disabledReason = mayChange ? null : t.ownersOnly;
  const found = useMemo(
    () => findPeople(group === undefined ? people : people.filter(({ groups: of }) => of.includes(group)), q),
    [people, group, q],
  );
  const foundGroups = useMemo(() => findGroups(groups, q), [groups, q]);
  const personActions = useMemo(
    () => (person: PersonRecord) => ({
      name: person.name,
      disabledReason: (mayChange ? null : t.ownersOnly) ?? managedReason(person),
      onChange: () => setTask({ kind: 'person', person }),
      onDelete: () => setTask({ kind: 'delete', of: 'person', id: person.person_id, name: person.name }),
    }),
    [mayChange],
  );
  const groupActions = (of: GroupRecord) => ({
    name: of.name,
    disabledReason: disabledReason ?? managedReason(of),
    onChange: () => setTask({ kind: 'group', group: of }),
    onDelete: () => setTask({ kind: 'delete', of: 'group', id: of.group_id, name: of.name }),
  });
  const close = () => setTask(null);
  return (
    <Page
      title={t.title}
      help={t.help}
      actions={
        <>
          <Button disabledReason={disabledReason} onClick={() => setTask({ kind: 'group', group: null })}>
            <Plus className="size-4" aria-hidden />
            {t.groups.add}
          </Button>
          <Button
            look="primary"
            disabledReason={disabledReason}
            onClick={() => setTask({ kind: 'person', person: null })}
          >
            <UserPlus className="size-4" aria-hidden />
            {t.people.add}
          </Button>
        </>
      }
    >
      <PeopleFilters tab={tab} q={q} group={group} groups={groups} />
      {mayChange && isLoaded && unlinked.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          {t.operators.count(unlinked.length)}
          <Button size="small" onClick={() => setTask({ kind: 'operators' })}>
            {t.operators.show}
          </Button>
        </p>
      )}
      {tab === 'people' ? (
        <PeopleList
          query={queries.people}
          loaded={loaded.people}
          all={people.length}
          found={found}
          groups={groups}
          sort={sort}
          onSort={(next) => void navigate({ search: (before) => ({ ...before, sort: next }), replace: true })}
          actionsOf={personActions}
        />
      ) : (
        <GroupList
          query={queries.groups}
          loaded={loaded.groups}
          all={groups.length}
          found={foundGroups}
          people={people}
          actionsOf={groupActions}
        />
      )}
      {task?.kind === 'delete' && <DeleteDialog kind={task.of} id={task.id} name={task.name} onClose={close} />}
      {task?.kind === 'person' && (
        <PersonDialog
          person={task.person}
          {...(task.operator && { start: startOf(task.operator) })}
          groups={groups}
          onClose={close}
        />
      )}
      {task?.kind === 'operators' && (
        <OperatorsDialog
          operators={unlinked}
          people={people}
          onAdd={(operator) => setTask({ kind: 'person', person: null, operator })}
          onClose={close}
        />
      )}
      {task?.kind === 'group' && <GroupDialog group={task.group} people={people} onClose={close} />}
    </Page>
  );
}

/** What a person who is this operator begins with. */
const startOf = ({ id, name }: NamedOperator) => ({ person_id: slugOf(name), name, identities: [], operator_id: id });
