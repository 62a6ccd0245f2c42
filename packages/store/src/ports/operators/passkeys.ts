import type { PasskeyRow, PasskeyStore } from '@gateway/core';
import type { Port } from '../port.js';

/** A row as the database has it. */
type Stored = Omit<PasskeyRow, 'counter' | 'transports'> & { readonly counter: bigint; readonly transports: string };

export function passkeyStore({ prisma }: Port): PasskeyStore {
  return {
    list: ({ organizationId, operatorId }) =>
      prisma.query(async ({ operatorPasskey }) =>
        (
          await operatorPasskey.findMany({
            where: { organizationId, operatorId },
            orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          })
        ).map(fromStored),
      ),

    byCredential: (organizationId, credentialId) =>
      prisma.query(async ({ operatorPasskey }) => {
        const key = { organizationId, credentialId };
        const found = await operatorPasskey.findUnique({ where: { organizationId_credentialId: key } });
        return found && fromStored(found);
      }),

    rename: ({ organizationId, operatorId, id, name }, audit) =>
      prisma.transaction(async (tx) => {
        const where = { organizationId, operatorId, id };
        if ((await tx.operatorPasskey.updateMany({ where, data: { name } })).count === 0) return false;
        await tx.auditEntry.create({ data: audit });
        return true;
      }),
  };
}

export function toStored(passkey: PasskeyRow): Stored {
  return { ...passkey, counter: BigInt(passkey.counter), transports: passkey.transports.join(' ') };
}

function fromStored({ counter, transports, ...passkey }: Stored): PasskeyRow {
  return {
    ...passkey,
    counter: Number(counter),
    transports: transports.split(' ').filter((transport) => transport !== ''),
  };
}
