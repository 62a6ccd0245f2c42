import { z } from 'zod';
import { listAudit } from './audit.js';
import { listDeliveries } from '../deliveries/deliveries.js';
import { listMessages } from '../channels/messages.js';
import { listPrompts, promptFilters, withStates } from '../prompts/prompt-list.js';
import { route } from '../routes/route.js';
import { promptStates } from '../vocabulary.js';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const format = z.enum(exportFormats).meta({
  description:
    '`csv`: a header row and one row per record (RFC 4180, UTF-8). Lists and objects are JSON texts. A value that a spreadsheet would ' +
    'read as a formula begins with an apostrophe. `ndjson`: one record per line, as the list returns it.',
});

const shared = {
  method: 'GET',
  status: 200,
  produces: 'text/csv',
  alsoProduces: ['application/x-ndjson'],
  reply: z.string(),
  errors: [400],
} as const;

const description =
  'All records that match the filters, newest first, as a file. It is written page by page, so it can have any size. If the connection ' +
  'ends before the end of the response, the file is not complete. Each export is in the audit log.';

export const exportPrompts = route({
  ...shared,
  id: 'exportPrompts',
  path: '/v1/prompts/export',
  scopes: listPrompts.scopes,
  tag: 'Prompts',
  summary: 'Export prompts with their votes as CSV or NDJSON',
  description:
    `${description} \`callback_url\` and \`media_url\` have no user and password. The words of the agent are \`text\`, ` +
    '`options`, `labels`, `media_url`, `notes`, `correlation_id`, `summary` and `risk` in `action`, and `requested_by` where ' +
    '`requested_by.verified` is false. What was asked for is `name` and `args` in `action`, in CSV also `action_name` and `action_args`; CSV has both voices in visible form, too: `what_will_be_done` and `agent_says`.',
  query: withStates(
    z.strictObject({
      format,
      state: z
        .enum([...promptStates, 'all'])
        .optional()
        .meta({ description: 'Default: `all`, or `pending` with `waiting_for`.', default: 'all' }),
      // What says which records, not which page.
      ...promptFilters,
    }),
  ),
});

export const exportMessages = route({
  ...shared,
  id: 'exportMessages',
  path: '/v1/messages/export',
  scopes: listMessages.scopes,
  tag: 'Messages',
  summary: 'Export messages as CSV or NDJSON',
  description,
  query: z.strictObject({
    format,
    direction: listMessages.query.shape.direction,
    channel_id: listMessages.query.shape.channel_id,
    q: listMessages.query.shape.q,
  }),
});

export const exportDeliveries = route({
  ...shared,
  id: 'exportDeliveries',
  path: '/v1/deliveries/export',
  scopes: listDeliveries.scopes,
  tag: 'Deliveries',
  summary: 'Export callbacks as CSV or NDJSON',
  description,
  query: listDeliveries.query.omit({ order: true, limit: true, cursor: true }).extend({ format }),
});

export const exportAudit = route({
  ...shared,
  id: 'exportAudit',
  path: '/v1/audit/export',
  scopes: listAudit.scopes,
  tag: 'Operations',
  summary: 'Export audit log entries as CSV or NDJSON',
  description,
  query: listAudit.query.omit({ order: true, limit: true, cursor: true }).extend({ format }),
});
