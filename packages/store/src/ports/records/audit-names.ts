import type { PrismaClient } from '../../generated/sqlite/client.js';
import type { AuditRow } from '../../sql/rows.js';

type Resource = Pick<AuditRow, 'resourceKind' | 'resourceId'>;

/** Reads what the resources of entries are called now; null: the resource has no name, or none is known any more. */
export async function resourceNames(
  client: PrismaClient,
  organizationId: string,
  entries: readonly Resource[],
): Promise<(entry: Resource) => string | null> {
  const idsOf = (...kinds: string[]) => [
    ...new Set(entries.filter(({ resourceKind }) => kinds.includes(resourceKind)).map(({ resourceId }) => resourceId)),
  ];
  const named = (...kinds: string[]) => ({ organizationId, id: { in: idsOf(...kinds) } });
  const [keys, operators, links, deliveries] = await Promise.all([
    client.apiKey.findMany({ where: named('key'), select: { id: true, name: true } }),
    client.operator.findMany({ where: named('operator', 'invitation'), select: { id: true, name: true } }),
    client.oneTimeLink.findMany({ where: named('invitation'), select: { id: true, email: true } }),
    client.delivery.findMany({ where: named('delivery'), select: { id: true, promptNum: true, channelId: true } }),
  ]);
  const operatorNames = new Map(operators.map(({ id, name }) => [id, name]));
  const emails = new Map(links.map(({ id, email }) => [id, email]));
  // A removed operator still has a name in the entries of their own actions.
  const removed = idsOf('operator', 'invitation').filter((id) => !operatorNames.has(id) && !emails.get(id));
  await Promise.all(
    removed.map(async (actorId) => {
      const latest = await client.auditEntry.findFirst({
        where: { organizationId, actorId },
        orderBy: { seq: 'desc' },
        select: { actorName: true },
      });
      if (latest?.actorName) operatorNames.set(actorId, latest.actorName);
    }),
  );
  const names: Readonly<Record<string, ReadonlyMap<string, string>>> = {
    key: new Map(keys.map(({ id, name }) => [id, name])),
    operator: operatorNames,
    delivery: new Map(
      deliveries.map(({ id, promptNum, channelId }) => [id, promptNum === null ? channelId : `#${promptNum}`]),
    ),
  };
  return ({ resourceKind, resourceId }) =>
    resourceKind === 'invitation'
      ? (emails.get(resourceId) ?? operatorNames.get(resourceId) ?? null)
      : (names[resourceKind]?.get(resourceId) ?? null);
}
