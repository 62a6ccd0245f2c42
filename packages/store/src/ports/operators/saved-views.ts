import type { SavedViewStore } from '@gateway/core';
import { isDuplicate, type Transaction } from '../../engine/prisma.js';
import type { SavedViewRow } from '../../sql/rows.js';
import type { Port } from '../port.js';

export function savedViewStore({ prisma }: Port): SavedViewStore {
  return {
    list: ({ organizationId, operatorId }) =>
      prisma.query(
        async ({ savedView }) =>
          (await savedView.findMany({
            where: { organizationId, operatorId },
            orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          })) as SavedViewRow[],
      ),

    save: (view, max) =>
      prisma.transaction<SavedViewRow | 'full' | 'gone'>(async (tx) => {
        if (!(await lockOperator(tx, view))) return 'gone';
        const { organizationId, operatorId, page } = view;
        const ofPage = { organizationId, operatorId, page };
        const filter = { ...view.filter };
        const [replaced] = await tx.savedView.updateManyAndReturn({
          where: { ...ofPage, name: view.name },
          data: { filter },
        });
        if (replaced) return replaced as SavedViewRow;
        if ((await tx.savedView.count({ where: ofPage })) >= max) return 'full';
        return (await tx.savedView.create({ data: { ...view, filter } })) as SavedViewRow;
      }),

    rename: ({ organizationId, operatorId, id, from, name }) =>
      prisma.transaction<SavedViewRow | 'taken' | null>(async (tx, rollback) => {
        if (!(await lockOperator(tx, { organizationId, operatorId }))) return null;
        try {
          const [renamed] = await tx.savedView.updateManyAndReturn({
            where: { organizationId, operatorId, id, name: from },
            data: { name },
          });
          return (renamed as SavedViewRow | undefined) ?? null;
        } catch (error) {
          if (isDuplicate(error)) return rollback('taken');
          throw error;
        }
      }),

    remove: ({ organizationId, operatorId, id }) =>
      prisma.query(
        async ({ savedView }) =>
          (await savedView.deleteMany({ where: { organizationId, operatorId, id } })).count === 1,
      ),
  };
}

/**
 * Lets one request of an operator at a time save or rename a view, so that the number of views and a free name stay true until it
 * commits. Of a removed operator no view is left. An update without a change locks the row on both engines. False: there is no operator.
 */
async function lockOperator(
  tx: Transaction,
  { organizationId, operatorId }: { readonly organizationId: string; readonly operatorId: string },
): Promise<boolean> {
  const where = { organizationId, id: operatorId };
  return (await tx.operator.updateMany({ where, data: { organizationId } })).count === 1;
}
