import type {
  ApproverNames,
  Identity,
  KnownPerson,
  NamedApprovers,
  NamesOfApprovers,
  PeopleStore,
} from '@gateway/core';
import { among } from '../../sql/conditions.js';
import { batchOf } from '../../sql/batch.js';
import type { Sql } from '../../sql/sql.js';
import type { Port } from '../port.js';

/** What answers and new questions look up: in SQL, one statement each. */
export function peopleLookups({ engine, sql }: Port): Pick<PeopleStore, 'whoIs' | 'named' | 'namesOf'> {
  const { given, memberships, owned, person, known } = partsOf(engine);
  const named = `
    SELECT g.group_id, ${person} FROM person_group g
    LEFT JOIN group_member m ON m.organization_id = g.organization_id AND m.group_id = g.group_id
    LEFT JOIN person p ON p.organization_id = m.organization_id AND p.person_id = m.person_id
    WHERE g.organization_id = ? AND ${among(engine, 'g.group_id')}
    UNION ALL
    SELECT NULL, ${person} FROM person p WHERE p.organization_id = ? AND ${among(engine, 'p.person_id')}
    UNION ALL
    SELECT NULL, ${person} FROM person_identity o
    JOIN person p ON p.organization_id = o.organization_id AND p.person_id = o.person_id WHERE o.seq ${owned}`;

  const namesOf = `
    SELECT 'groups' AS kind, g.group_id AS id, g.name FROM person_group g
    WHERE g.organization_id = ? AND ${among(engine, 'g.group_id')}
    UNION ALL
    SELECT 'persons', p.person_id, p.name FROM person p WHERE p.organization_id = ? AND ${among(engine, 'p.person_id')}
    UNION ALL
    SELECT 'users', o.user_id, p.name FROM person_identity o
    JOIN person p ON p.organization_id = o.organization_id AND p.person_id = o.person_id WHERE o.seq ${owned}`;
  const paramsOf = (organizationId: string, { persons, groups, identities }: ApproverNames) => [
    organizationId,
    JSON.stringify(groups),
    organizationId,
    JSON.stringify(persons),
    organizationId,
    given.parameter(identities.map(({ platform, userId }) => ({ given_platform: platform, given_user: userId }))),
  ];

  return {
    async whoIs(organizationId, answerer) {
      if (!('identities' in answerer)) {
        const [column, id] =
          'operatorId' in answerer ? ['operator_id', answerer.operatorId] : ['person_id', answerer.personId];
        return personOf(
          await sql.all<NamedRow>(
            `${known} person p ${memberships} WHERE p.organization_id = ? AND p.${column} = ? ORDER BY m.seq`,
            [organizationId, id],
          ),
        );
      }
      if (answerer.identities.length === 0) return null;
      const any = answerer.identities.map(() => '(o.platform = ? AND o.user_id = ?)').join(' OR ');
      return personOf(
        await sql.all<NamedRow>(
          `${known} person_identity o
           JOIN person p ON p.organization_id = o.organization_id AND p.person_id = o.person_id ${memberships}
           WHERE o.organization_id = ? AND (${any}) ORDER BY o.seq, m.seq`,
          [organizationId, ...answerer.identities.flatMap(({ platform, userId }) => [platform, userId])],
        ),
      );
    },

    async named(organizationId, names) {
      return approversOf(await sql.all<NamedRow>(named, paramsOf(organizationId, names)));
    },

    async namesOf(organizationId, names) {
      const rows = await sql.all<{ kind: keyof NamesOfApprovers; id: string; name: string }>(
        namesOf,
        paramsOf(organizationId, names),
      );
      const ofKind = (kind: keyof NamesOfApprovers) =>
        new Map(rows.flatMap((row) => (row.kind === kind ? [[row.id, row.name] as const] : [])));
      return { persons: ofKind('persons'), groups: ofKind('groups'), users: ofKind('users') };
    },
  };
}

/** Reads the owners of these accounts and the people who are these operators, within a unit of work. One statement. */
export function peopleReader(engine: Port['engine']) {
  const { given, memberships, owned, known } = partsOf(engine);
  const statement = `
    ${known} person_identity o
    JOIN person p ON p.organization_id = o.organization_id AND p.person_id = o.person_id ${memberships} WHERE o.seq ${owned}
    UNION ALL
    ${known} person p ${memberships} WHERE p.organization_id = ? AND ${among(engine, 'p.operator_id')}`;
  return async (
    tx: Sql,
    organizationId: string,
    { identities, operatorIds }: { readonly identities: readonly Identity[]; readonly operatorIds: readonly string[] },
  ): Promise<readonly KnownPerson[]> => {
    const accounts = identities.map(({ platform, userId }) => ({ given_platform: platform, given_user: userId }));
    const params = [organizationId, given.parameter(accounts), organizationId, JSON.stringify(operatorIds)];
    return approversOf(await tx.all<NamedRow>(statement, params)).people;
  };
}

/** Parts of the statements about people. */
function partsOf(engine: Port['engine']) {
  const given = batchOf(engine, 'given', { given_platform: 'text', given_user: 'text' });
  const memberships = `
    LEFT JOIN group_member m ON m.organization_id = p.organization_id AND m.person_id = p.person_id`;
  // Sub-selects, which the index answers: PostgreSQL would join all identities.
  const pairs =
    engine === 'postgresql'
      ? 'jsonb_agg(jsonb_build_array(i.platform, i.user_id) ORDER BY i.seq)'
      : 'json_group_array(json_array(i.platform, i.user_id) ORDER BY i.seq)';
  const found = `SELECT (
      SELECT o.seq FROM person_identity o
      WHERE o.organization_id = ? AND o.platform = given_platform AND o.user_id = given_user) FROM ${given.table}`;
  const owned = engine === 'postgresql' ? `= ANY (ARRAY(${found}))` : `IN (${found})`;
  const person = `p.person_id, p.name, p.operator_id, (
      SELECT ${pairs} FROM person_identity i
      WHERE i.organization_id = p.organization_id AND i.person_id = p.person_id) AS identities`;
  const known = `SELECT m.group_id, ${person} FROM`;
  return { given, memberships, owned, person, known };
}

/** Several identities can belong to several people: the first one counts. */
function personOf(rows: readonly NamedRow[]): KnownPerson | null {
  const own = rows.filter(({ personId }) => personId === rows[0]?.personId);
  return approversOf(own).people[0] ?? null;
}

/** A person, once for each named group. A group without members has one row without a person. */
interface NamedRow {
  readonly groupId: string | null;
  readonly personId: string | null;
  readonly name: string;
  readonly operatorId: string | null;
  /** Pairs of platform and user id: JSON on SQLite. */
  readonly identities: string | readonly (readonly [string, string])[] | null;
}

function approversOf(rows: readonly NamedRow[]): NamedApprovers {
  const people = new Map<string, NamedApprovers['people'][number]>();
  for (const { groupId, personId, name, operatorId, identities } of rows) {
    if (personId === null) continue;
    const known = people.get(personId) ?? { personId, name, operatorId, groups: [], identities: pairsOf(identities) };
    const isNew = groupId !== null && !known.groups.includes(groupId);
    people.set(personId, isNew ? { ...known, groups: [...known.groups, groupId] } : known);
  }
  return {
    groups: [...new Set(rows.flatMap(({ groupId }) => groupId ?? []))],
    people: [...people.values()],
  };
}

function pairsOf(identities: NamedRow['identities']) {
  const pairs: Exclude<NamedRow['identities'], string> =
    typeof identities === 'string' ? JSON.parse(identities) : identities;
  return (pairs ?? []).map(([platform, userId]) => ({ platform, userId }));
}
