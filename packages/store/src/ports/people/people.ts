import type { NamedBy, PeopleStore, PersonChange, PersonRefusal, PersonRow } from '@gateway/core';
import type { Transaction } from '../../engine/prisma.js';
import { organizationTransactions } from '../lock-organization.js';
import { namedBy } from './named-by.js';
import { olderThanSeq } from '../pages.js';
import { peopleLookups } from './people-lookups.js';
import type { Port } from '../port.js';
import { recentAccounts } from './recent-accounts.js';

export function peopleStore(port: Port): PeopleStore {
  const { prisma } = port;
  const transaction = organizationTransactions(port);
  const findNamer = namedBy(port);

  return {
    ...peopleLookups(port),
    recentAccounts: recentAccounts(port),

    insert: (person, audit) =>
      transaction<PersonRow | PersonRefusal>(person.organizationId, async (tx) => {
        const { organizationId, personId, name, operatorId, createdAt, ...lists } = person;
        if (await read(tx, organizationId, personId)) return { refused: 'exists' };
        const refusal = await refusalOf(tx, person, { operatorId, ...lists });
        if (refusal) return refusal;
        await tx.person.create({
          data: { organizationId, personId, name, operatorId, createdAt, updatedAt: createdAt },
        });
        await writeLists(tx, person, lists);
        await tx.auditEntry.create({ data: audit });
        return (await read(tx, organizationId, personId)) as PersonRow;
      }),

    get: (organizationId, personId) => prisma.query((client) => read(client, organizationId, personId)),

    list: (organizationId, filter, page) =>
      prisma.query(async ({ person, personIdentity, groupMember }) => {
        const rows = await person.findMany({
          where: { organizationId, ...filter, seq: olderThanSeq(page) },
          orderBy: { seq: 'desc' },
          take: page.limit,
        });
        // Not by `include`: its condition names an organization per row, and PostgreSQL then reads the whole table.
        const of = { where: { organizationId, personId: { in: rows.map(({ personId }) => personId) } }, ...inOrder };
        const [identities, memberships] = await Promise.all([personIdentity.findMany(of), groupMember.findMany(of)]);
        const own = <Entry extends { personId: string }>(entries: Entry[], { personId }: { personId: string }) =>
          entries.filter((entry) => entry.personId === personId);
        return rows.map((row) =>
          personRow({ ...row, identities: own(identities, row), memberships: own(memberships, row) }),
        );
      }),

    update: (organizationId, personId, change, audit) =>
      transaction<PersonRow | PersonRefusal>(organizationId, async (tx) => {
        const before = await read(tx, organizationId, personId);
        if (!before) return { refused: 'missing' };
        const refusal = await refusalOf(tx, before, change);
        if (refusal) return refusal;
        const { name, operatorId } = change;
        const entry = audit(before);
        await tx.person.updateMany({
          where: { organizationId, personId },
          data: { name, operatorId, updatedAt: entry.at },
        });
        await writeLists(tx, before, change);
        await tx.auditEntry.create({ data: entry });
        return (await read(tx, organizationId, personId)) as PersonRow;
      }),

    remove: (organizationId, personId, audit) =>
      transaction<PersonRow | NamedBy | null>(organizationId, async (tx) => {
        const person = await read(tx, organizationId, personId);
        if (!person) return null;
        const namer = await findNamer(tx, organizationId, { person: personId });
        if (namer) return namer;
        const valid = (['expiresAt', 'validUntil'] as const).map((end) => ({
          OR: [{ [end]: null }, { [end]: { gt: audit.at } }],
        }));
        const key = await tx.apiKey.findFirst({
          where: { organizationId, actsFor: personId, revokedAt: null, AND: valid },
        });
        if (key) return { refused: 'named', kind: 'key', id: key.name };
        await tx.person.delete({ where: { organizationId_personId: { organizationId, personId } } });
        // Their names and identities go with them.
        const own = { organizationId, resourceKind: 'person', resourceId: personId };
        const { DbNull } = await import('@prisma/client/runtime/client');
        await tx.auditEntry.updateMany({ where: own, data: { changes: DbNull } });
        await tx.auditEntry.create({ data: audit });
        return person;
      }),
  };
}

type PersonKey = Pick<PersonRow, 'organizationId' | 'personId'>;

const inOrder = { orderBy: { seq: 'asc' } } as const;
const withLists = { identities: inOrder, memberships: inOrder } as const;

type StoredPerson = Omit<PersonRow, 'groups'> & { readonly memberships: readonly { readonly groupId: string }[] };

function personRow({ memberships, identities, ...person }: StoredPerson): PersonRow {
  return {
    ...person,
    identities: identities.map(({ platform, userId }) => ({ platform, userId })),
    groups: memberships.map(({ groupId }) => groupId),
  };
}

async function read(
  client: Pick<Transaction, 'person'>,
  organizationId: string,
  personId: string,
): Promise<PersonRow | null> {
  const where = { organizationId_personId: { organizationId, personId } };
  const person = await client.person.findUnique({ where, include: withLists });
  return person && personRow(person);
}

/** Why the change cannot be made; null: it can. Reliable while the organization is locked. */
async function refusalOf(
  tx: Transaction,
  { organizationId, personId }: PersonKey,
  { identities = [], operatorId, groups = [] }: PersonChange,
): Promise<PersonRefusal | null> {
  const taken = await tx.personIdentity.findFirst({
    where: { organizationId, personId: { not: personId }, OR: identities.map((identity) => ({ ...identity })) },
    ...inOrder,
  });
  if (taken) {
    const { platform, userId } = taken;
    return { refused: 'identity_taken', identity: { platform, userId }, personId: taken.personId };
  }
  if (operatorId) {
    const where = { organizationId_id: { organizationId, id: operatorId } };
    if (!(await tx.operator.findUnique({ where, select: { id: true } }))) return { refused: 'unknown_operator' };
    const same = await tx.person.findFirst({ where: { organizationId, operatorId, personId: { not: personId } } });
    if (same) return { refused: 'operator_taken', personId: same.personId };
  }
  const known = await tx.personGroup.findMany({
    where: { organizationId, groupId: { in: [...groups] } },
    select: { groupId: true },
  });
  const ids = new Set(known.map(({ groupId }) => groupId));
  const unknown = groups.find((groupId) => !ids.has(groupId));
  return unknown === undefined ? null : { refused: 'unknown_group', groupId: unknown };
}

async function writeLists(
  tx: Transaction,
  { organizationId, personId }: PersonKey,
  { identities, groups }: PersonChange,
): Promise<void> {
  const owner = { organizationId, personId };
  if (identities) {
    await tx.personIdentity.deleteMany({ where: owner });
    await tx.personIdentity.createMany({ data: identities.map((identity) => ({ ...identity, ...owner })) });
  }
  if (groups) {
    await tx.groupMember.deleteMany({ where: owner });
    await tx.groupMember.createMany({ data: groups.map((groupId) => ({ groupId, ...owner })) });
  }
}
