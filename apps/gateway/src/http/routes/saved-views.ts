import { deleteSavedView, listSavedViews, renameSavedView, saveView, type SavedView } from '@gateway/contract';
import type { Gateway, SavedViewRow } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';

/** The operators' own saved views. */
export function savedViewRoutes({ savedViews }: Gateway): Endpoint[] {
  return [
    endpoint(listSavedViews, async ({ principal }) => (await savedViews.list(principal)).map(recordOf)),
    endpoint(saveView, async ({ principal, body }) => recordOf(await savedViews.save(principal, body))),
    endpoint(renameSavedView, async ({ principal, params, body }) =>
      recordOf(await savedViews.rename(principal, params.id, body)),
    ),
    endpoint(deleteSavedView, async ({ principal, params }) => {
      await savedViews.remove(principal, params.id);
      return { status: 'deleted' };
    }),
  ];
}

const recordOf = ({ id, page, name, filter, createdAt }: SavedViewRow): SavedView => ({
  id,
  page,
  name,
  filter: { ...filter },
  created_at: createdAt.toISOString(),
});
