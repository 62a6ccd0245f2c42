import { z } from 'zod';
import { route } from '../routes/route.js';
import { characterCount, dateTime, displayName } from '../vocabulary.js';

/** Limits of saved views. They are not part of `limits`, which the first view of the console loads. */
export const viewLimits = {
  /** Of each page. */
  views: 20,
  /** Characters of a name. */
  name: 60,
  /** Bytes of a filter as JSON. */
  filter: 4096,
} as const;

/** The pages of the console that have saved views. */
export const viewPages = ['prompts', 'deliveries', 'audit'] as const;
export type ViewPage = (typeof viewPages)[number];

const name = displayName
  .refine((text) => characterCount(text) <= viewLimits.name, {
    error: `must be at most ${viewLimits.name} characters`,
    params: { code: 'too_big' },
  })
  .meta({ maxLength: viewLimits.name, examples: ['Failed by receiver'] });

const filter = z
  .record(z.string().regex(/^[a-z]\w{0,31}$/i, { error: 'must be the name of a filter' }), z.string())
  .refine((values) => new TextEncoder().encode(JSON.stringify(values)).length <= viewLimits.filter, {
    error: `must be at most ${viewLimits.filter} bytes of JSON`,
  })
  .meta({
    description: 'What the address of the page has, without an open record or dialog.',
    examples: [{ state: 'dead', status: '5xx' }],
  });

const savedView = z
  .object({
    id: z.string(),
    page: z.enum(viewPages),
    name: z.string().meta({ description: 'Unique among your views of the page.' }),
    filter,
    created_at: dateTime,
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.output<typeof savedView>;

const signedIn = { scopes: [], tag: 'Console' } as const;
const byId = z.object({ id: z.string() });

export const listSavedViews = route({
  id: 'listSavedViews',
  method: 'GET',
  path: '/console/session/views',
  ...signedIn,
  summary: 'List your own saved views of all pages, oldest first',
  status: 200,
  reply: z.array(savedView),
  errors: [400],
});

export const saveView = route({
  id: 'saveView',
  method: 'POST',
  path: '/console/session/views',
  ...signedIn,
  summary: 'Save a view, or replace the filter of the one with its name',
  description: `409: the page has ${viewLimits.views} views already.`,
  body: z.strictObject({ page: z.enum(viewPages), name, filter }).meta({ id: 'NewSavedView' }),
  status: 201,
  reply: savedView,
  errors: [400, 409, 413, 415],
});

export const renameSavedView = route({
  id: 'renameSavedView',
  method: 'PATCH',
  path: '/console/session/views/{id}',
  ...signedIn,
  summary: 'Rename one of your own views',
  description: '409: the view no longer has the name `from`, or another view of the page has the new name.',
  params: byId,
  body: z.strictObject({ from: name, name }).meta({ id: 'SavedViewPatch' }),
  status: 200,
  reply: savedView,
  errors: [400, 404, 409, 413, 415],
});

export const deleteSavedView = route({
  id: 'deleteSavedView',
  method: 'DELETE',
  path: '/console/session/views/{id}',
  ...signedIn,
  summary: 'Delete one of your own views',
  params: byId,
  status: 200,
  reply: z.object({ status: z.string() }),
  errors: [400, 404],
});
