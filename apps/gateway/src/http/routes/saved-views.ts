import { deleteSavedView, listSavedViews, renameSavedView, saveView, type SavedView } from '@gateway/contract';
import type { Gateway, SavedViewRow } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { snake } from '../records/field-names.js';

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

const recordOf = (row: SavedViewRow): SavedView => snake(row, 'id', 'page', 'name', 'filter', 'createdAt');
