import type { GroupChange, GroupRefusal, GroupRow, GroupStore } from '@gateway/core';
import type { Transaction } from '../../engine/prisma.js';
import { organizationTransactions } from '../lock-organization.js';
import { namedBy } from './named-by.js';
import { olderThanSeq } from '../pages.js';
import type { Port } from '../port.js';

export function groupStore(port: Port): GroupStore {
  const { prisma } = port;
  const transaction = organizationTransactions(port);
  const findNamer = namedBy(port);

  return {
    insert: (group, audit) =>
      transaction<GroupRow | GroupRefusal>(group.organizationId, async (tx) => {
        const { organizationId, groupId, name, members, createdAt } = group;
        if (await read(tx, organizationId, groupId)) return { refused: 'exists' };
        const refusal = await refusalOf(tx, organizationId, members);
        if (refusal) return refusal;
        await tx.personGroup.create({ data: { organizationId, groupId, name, createdAt, updatedAt: createdAt } });
        await writeMembers(tx, group, members);
        await tx.auditEntry.create({ data: audit });
        return (await read(tx, organizationId, groupId)) as GroupRow;
      }),

    get: (organizationId, groupId) => prisma.query((client) => read(client, organizationId, groupId)),

    list: (organizationId, page) =>
      prisma.query(async ({ personGroup, groupMember }) => {
        const rows = await personGroup.findMany({
          where: { organizationId, seq: olderThanSeq(page) },
          orderBy: { seq: 'desc' },
          take: page.limit,
        });
        // Not by `include`: its condition names an organization per row, and PostgreSQL then reads the whole table.
        const members = await groupMember.findMany({
          where: { organizationId, groupId: { in: rows.map(({ groupId }) => groupId) } },
          ...withMembers.members,
        });
        return rows.map((row) =>
          groupRow({ ...row, members: members.filter(({ groupId }) => groupId === row.groupId) }),
        );
      }),

    update: (organizationId, groupId, { name, members }: GroupChange, audit) =>
      transaction<GroupRow | GroupRefusal>(organizationId, async (tx) => {
        const before = await read(tx, organizationId, groupId);
        if (!before) return { refused: 'missing' };
        const refusal = await refusalOf(tx, organizationId, members ?? []);
        if (refusal) return refusal;
        const entry = audit(before);
        await tx.personGroup.updateMany({ where: { organizationId, groupId }, data: { name, updatedAt: entry.at } });
        if (members) await writeMembers(tx, before, members);
        await tx.auditEntry.create({ data: entry });
        return (await read(tx, organizationId, groupId)) as GroupRow;
      }),

    remove: (organizationId, groupId, audit) =>
      transaction(organizationId, async (tx) => {
        const group = await read(tx, organizationId, groupId);
        if (!group) return null;
        const namer = await findNamer(tx, organizationId, { group: groupId });
        if (namer) return namer;
        await tx.personGroup.delete({ where: { organizationId_groupId: { organizationId, groupId } } });
        await tx.auditEntry.create({ data: audit });
        return group;
      }),
  };
}

const withMembers = { members: { orderBy: { seq: 'asc' } } } as const;

type StoredGroup = Omit<GroupRow, 'members'> & { readonly members: readonly { readonly personId: string }[] };

function groupRow({ members, ...group }: StoredGroup): GroupRow {
  return { ...group, members: members.map(({ personId }) => personId) };
}

async function read(
  client: Pick<Transaction, 'personGroup'>,
  organizationId: string,
  groupId: string,
): Promise<GroupRow | null> {
  const where = { organizationId_groupId: { organizationId, groupId } };
  const group = await client.personGroup.findUnique({ where, include: withMembers });
  return group && groupRow(group);
}

/** Null: all members exist. Reliable while the organization is locked. */
async function refusalOf(
  tx: Transaction,
  organizationId: string,
  members: readonly string[],
): Promise<GroupRefusal | null> {
  const known = await tx.person.findMany({
    where: { organizationId, personId: { in: [...members] } },
    select: { personId: true },
  });
  const ids = new Set(known.map(({ personId }) => personId));
  const unknown = members.find((personId) => !ids.has(personId));
  return unknown === undefined ? null : { refused: 'unknown_person', personId: unknown };
}

async function writeMembers(
  tx: Transaction,
  { organizationId, groupId }: Pick<GroupRow, 'organizationId' | 'groupId'>,
  members: readonly string[],
): Promise<void> {
  await tx.groupMember.deleteMany({ where: { organizationId, groupId } });
  await tx.groupMember.createMany({ data: members.map((personId) => ({ organizationId, groupId, personId })) });
}
