import type { GroupRecord, PersonRecord } from '@gateway/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Contact, Plus, UserPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { PlatformMark } from '../../components/platform-mark.js';
import { ManagedBadge, managedReason } from '../../components/managed.js';
import { Badge } from '../../components/ui/badge.js';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { MoreRows } from '../../components/ui/list/more-rows.js';
import { Page } from '../../components/ui/page.js';
import { Empty } from '../../components/ui/list/empty.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { useMay } from '../../lib/session/session.js';
import { EntryRow } from '../../components/entry-row.js';
import { DeleteDialog } from './delete-dialog.js';
import { groupsQuery, peopleQuery } from '../../lib/records/people.js';
import { t } from './texts.js';
import { lazyDialog } from '../../lib/load/lazy-dialog.js';

const PersonDialog = lazyDialog(async () => (await import('../../components/people/person-dialog.js')).PersonDialog);

const GroupDialog = lazyDialog(async () => (await import('./group-dialog.js')).GroupDialog);

/** The dialog that is open. Null as a person or group: a new one. */
type Task =
  | { readonly kind: 'person'; readonly person: PersonRecord | null }
  | { readonly kind: 'group'; readonly group: GroupRecord | null }
  | { readonly kind: 'delete'; readonly of: 'person' | 'group'; readonly id: string; readonly name: string };

export function PeoplePage() {
  const people = useInfiniteQuery(peopleQuery);
  const groups = useInfiniteQuery(groupsQuery);
  const [task, setTask] = useState<Task | null>(null);
  const disabledReason = useMay('people:write') ? null : t.ownersOnly;
  const allPeople: readonly PersonRecord[] = people.data?.pages.flatMap(({ items }) => items) ?? [];
  const allGroups: readonly GroupRecord[] = groups.data?.pages.flatMap(({ items }) => items) ?? [];
  const personNames = new Map(allPeople.map(({ person_id, name }) => [person_id, name]));
  const groupNames = new Map(allGroups.map(({ group_id, name }) => [group_id, name]));
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
      <Card flush>
        <h2 className="sr-only">{t.title}</h2>
        <Loaded query={people}>
          {() =>
            allPeople.length === 0 ? (
              <Empty icon={Contact} title={t.people.none}>
                <p>{t.people.what}</p>
              </Empty>
            ) : (
              <ul aria-label={t.title}>
                {allPeople.map((person) => (
                  <EntryRow
                    key={person.person_id}
                    id={person.person_id}
                    name={person.name}
                    onDelete={() => setTask({ kind: 'delete', of: 'person', id: person.person_id, name: person.name })}
                    disabledReason={disabledReason ?? managedReason(person)}
                    onChange={() => setTask({ kind: 'person', person })}
                  >
                    <ManagedBadge record={person} />
                    {person.identities.map(({ platform, user_id }) => (
                      <span key={`${platform} ${user_id}`} className="inline-flex min-w-0 items-center gap-1.5">
                        <PlatformMark id={platform} className="size-4" />
                        <span className="break-all">{user_id}</span>
                      </span>
                    ))}
                    {person.identities.length === 0 && person.operator_id === null && t.people.noAccount}
                    {person.operator_id !== null && <Badge tone="info">{t.people.operator}</Badge>}
                    {person.groups.map((id) => (
                      <Badge key={id}>{groupNames.get(id) ?? id}</Badge>
                    ))}
                  </EntryRow>
                ))}
              </ul>
            )
          }
        </Loaded>
        <MoreRows query={people} />
      </Card>
      <Card flush title={t.groups.title}>
        <Loaded query={groups}>
          {() =>
            allGroups.length === 0 ? (
              <Empty icon={UsersRound} title={t.groups.none}>
                <p>{t.groups.what}</p>
              </Empty>
            ) : (
              <ul aria-label={t.groups.title}>
                {allGroups.map((group) => (
                  <EntryRow
                    key={group.group_id}
                    id={group.group_id}
                    name={group.name}
                    onDelete={() => setTask({ kind: 'delete', of: 'group', id: group.group_id, name: group.name })}
                    disabledReason={disabledReason ?? managedReason(group)}
                    onChange={() => setTask({ kind: 'group', group })}
                  >
                    <ManagedBadge record={group} />
                    {group.members.length === 0
                      ? t.groups.noMembers
                      : group.members.map((id) => personNames.get(id) ?? id).join(', ')}
                  </EntryRow>
                ))}
              </ul>
            )
          }
        </Loaded>
        <MoreRows query={groups} />
      </Card>
      {task?.kind === 'delete' && <DeleteDialog kind={task.of} id={task.id} name={task.name} onClose={close} />}
      {task?.kind === 'person' && <PersonDialog person={task.person} groups={allGroups} onClose={close} />}
      {task?.kind === 'group' && <GroupDialog group={task.group} people={allPeople} onClose={close} />}
    </Page>
  );
}
