import type { Store } from '@gateway/core';
import { now, org } from './fixture.js';

/** Calls what saved views call. */
export async function callSavedViews({ savedViews }: Store): Promise<void> {
  const owner = { organizationId: org, operatorId: 'a77' };
  const view = { ...owner, id: 'v-new', page: 'audit', name: 'New', filter: { q: 'x' }, createdAt: now } as const;
  await savedViews.save(view, 20);
  await savedViews.save({ ...view, filter: { q: 'y' } }, 20);
  await savedViews.list(owner);
  await savedViews.rename({ ...owner, id: 'v-new', from: 'New', name: 'Newer' });
  await savedViews.remove({ ...owner, id: 'v-new' });
}
