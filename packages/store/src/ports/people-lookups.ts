import type { KnownPerson, NamedApprovers, PeopleStore } from '@gateway/core';
import { among } from '../sql/conditions.js';
import { batchOf } from '../sql/batch.js';
import type { Port } from './port.js';

/** What answers and new questions look up: in SQL, one statement each. */
export function peopleLookups({ engine, sql }: Port): Pick<PeopleStore, 'whoIs' | 'named'> {
  const given = batchOf(engine, 'given', { given_platform: 'text', given_user: 'text' });
  const memberships = `
    LEFT JOIN group_member m ON m.organization_id = p.organization_id AND m.person_id = p.person_id`;

  const person = 'p.person_id, p.name, p.operator_id, i.platform, i.user_id';
  const identities = `
    LEFT JOIN person_identity i ON i.organization_id = p.organization_id AND i.person_id = p.person_id`;
  const known = `SELECT m.group_id, ${person} FROM`;
  const named = `
    SELECT g.group_id, ${person} FROM person_group g
    LEFT JOIN group_member m ON m.organization_id = g.organization_id AND m.group_id = g.group_id
    LEFT JOIN person p ON p.organization_id = m.organization_id AND p.person_id = m.person_id ${identities}
    WHERE g.organization_id = ? AND ${among(engine, 'g.group_id')}
    UNION ALL
    SELECT NULL, ${person} FROM person p ${identities}
    WHERE p.organization_id = ? AND ${among(engine, 'p.person_id')}
    UNION ALL
    SELECT NULL, ${person} FROM ${given.table}
    JOIN person_identity o ON o.organization_id = ? AND o.platform = given_platform AND o.user_id = given_user
    JOIN person p ON p.organization_id = o.organization_id AND p.person_id = o.person_id ${identities}`;

  return {
    async whoIs(organizationId, answerer) {
      if ('operatorId' in answerer) {
        return personOf(
          await sql.all<Membership>(
            `${known} person p ${memberships} ${identities} WHERE p.organization_id = ? AND p.operator_id = ?
             ORDER BY m.seq, i.seq`,
            [organizationId, answerer.operatorId],
          ),
        );
      }
      if (answerer.identities.length === 0) return null;
      const any = answerer.identities.map(() => '(o.platform = ? AND o.user_id = ?)').join(' OR ');
      return personOf(
        await sql.all<Membership>(
          `${known} person_identity o
           JOIN person p ON p.organization_id = o.organization_id AND p.person_id = o.person_id ${memberships} ${identities}
           WHERE o.organization_id = ? AND (${any}) ORDER BY o.seq, m.seq, i.seq`,
          [organizationId, ...answerer.identities.flatMap(({ platform, userId }) => [platform, userId])],
        ),
      );
    },

    async named(organizationId, { persons, groups, identities: users }) {
      const rows = await sql.all<NamedRow>(named, [
        organizationId,
        JSON.stringify(groups),
        organizationId,
        JSON.stringify(persons),
        given.parameter(users.map(({ platform, userId }) => ({ given_platform: platform, given_user: userId }))),
        organizationId,
      ]);
      return approversOf(rows);
    },
  };
}

/** One row per group and identity. */
interface Membership {
  readonly groupId: string | null;
  readonly personId: string;
  readonly name: string;
  readonly operatorId: string | null;
  readonly platform: string | null;
  readonly userId: string;
}

/** Several identities can belong to several people: the first one counts. */
function personOf(rows: readonly Membership[]): KnownPerson | null {
  const [first] = rows;
  const own = rows.filter(({ personId }) => personId === first?.personId);
  return approversOf(own).people[0] ?? null;
}

/** One row per identity. A group without members has one row without a person. */
interface NamedRow {
  readonly groupId: string | null;
  readonly personId: string | null;
  readonly name: string;
  readonly operatorId: string | null;
  readonly platform: string | null;
  readonly userId: string;
}

function approversOf(rows: readonly NamedRow[]): NamedApprovers {
  const groups = new Set<string>();
  const people = new Map<string, Collected>();
  for (const { groupId, personId, name, operatorId, platform, userId } of rows) {
    if (groupId !== null) groups.add(groupId);
    if (personId === null) continue;
    const person = people.get(personId) ?? { name, operatorId, groups: new Set(), identities: new Map() };
    people.set(personId, person);
    if (groupId !== null) person.groups.add(groupId);
    if (platform !== null) person.identities.set(JSON.stringify([platform, userId]), { platform, userId });
  }
  return {
    groups: [...groups],
    people: [...people].map(([personId, person]) => ({
      personId,
      name: person.name,
      operatorId: person.operatorId,
      groups: [...person.groups],
      identities: [...person.identities.values()],
    })),
  };
}

interface Collected {
  readonly name: string;
  readonly operatorId: string | null;
  readonly groups: Set<string>;
  readonly identities: Map<string, { readonly platform: string; readonly userId: string }>;
}
