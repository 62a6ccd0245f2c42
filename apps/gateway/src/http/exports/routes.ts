import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import {
  exportAudit,
  exportDeliveries,
  exportMessages,
  exportPrompts,
  listAudit,
  listDeliveries,
  listMessages,
  listPrompts,
  withoutUser,
  type ExportFormat,
  type PromptRecord,
  type Route,
} from '@gateway/contract';
import { auditEntry, type Clock, type Gateway } from '@gateway/core';
import { Streamed, type Call, type Endpoint } from '../endpoint.js';
import type { ListPage } from '../paging.js';
import { setHeaders } from '../reply.js';
import { voiceColumns, withVoices } from './voices.js';
import { auditColumns, deliveryColumns, messageColumns, promptColumns } from './columns.js';
import { csvHeader, csvRow, type Column } from './csv.js';
import { filterText } from './filter-text.js';
import { RunningExports } from './running.js';
import { writePages } from './write-pages.js';

/** Prompts can have 64 kB of terms each, so a page is small. */
const PAGE = 100;

interface Export {
  readonly route: Route;
  readonly list: Route;
  /** The first part of the name of the file. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** Adds what only CSV has. */
  readonly forCsv?: (record: PromptRecord) => object;
  /** The filters of the list, made from those of the export. */
  readonly filters?: (given: Query) => Query;
  readonly withoutSecrets?: (record: PromptRecord) => PromptRecord;
}

type Query = Readonly<Record<string, unknown>>;

const exports: readonly Export[] = [
  {
    route: exportPrompts,
    list: listPrompts,
    name: 'prompts',
    columns: [...promptColumns, ...voiceColumns],
    forCsv: withVoices,
    filters: (given) => ({ state: given['waiting_for'] === undefined ? 'all' : 'pending', ...given }),
    withoutSecrets: (record) => ({
      ...record,
      callback_url: record.callback_url && withoutUser(record.callback_url),
      media_url: record.media_url && withoutUser(record.media_url),
    }),
  },
  { route: exportMessages, list: listMessages, name: 'messages', columns: messageColumns },
  { route: exportDeliveries, list: listDeliveries, name: 'deliveries', columns: deliveryColumns },
  { route: exportAudit, list: listAudit, name: 'audit', columns: auditColumns },
];

const contentTypes = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const;

/** An export is its list, page after page: with the same filters, rights and records. `lists`: the endpoints of these lists. */
export function exportRoutes(
  lists: readonly Endpoint[],
  { audit, whileValid }: Pick<Gateway, 'audit' | 'whileValid'>,
  clock: Clock,
  log: Logger,
): Endpoint[] {
  const running = new RunningExports();
  const endpointOf = ({ route, list, name, columns, forCsv, filters, withoutSecrets }: Export): Endpoint => {
    const { handler } = lists.find((each) => each.route.id === list.id) as Endpoint;
    return {
      route,
      async handler(call: Call<Route>) {
        const { principal } = call;
        const { format, ...given } = call.query as unknown as Query & { readonly format: ExportFormat };
        const query = filters?.(given) ?? given;
        const signal = whileValid(principal, call.signal());
        const read = async (cursor: string | undefined) => {
          const page = { ...query, limit: PAGE, ...(cursor !== undefined && { cursor }) };
          return (await handler({
            ...call,
            query: page as never,
            signal: () => signal,
          })) as ListPage<object>;
        };
        const text = (records: readonly object[]) =>
          records
            .map((each) => (withoutSecrets ? withoutSecrets(each as PromptRecord) : each))
            .map((record) =>
              format === 'csv'
                ? csvRow(columns, forCsv ? forCsv(record as PromptRecord) : record)
                : `${JSON.stringify(record)}\n`,
            )
            .join('');

        const ended = running.begin(principal);
        // Before the headers, so that a filter which cannot be used is an error response.
        const first = await read(undefined).catch((error: unknown) => {
          ended();
          throw error;
        });
        async function* pages(): AsyncGenerator<string> {
          yield (format === 'csv' ? csvHeader(columns) : '') + text(first.body);
          for (let { next } = first; next !== null && !signal.aborted;) {
            const page = await read(next);
            yield text(page.body);
            ({ next } = page);
          }
        }

        const write = async (response: ServerResponse) => {
          const isHead = response.req.method === 'HEAD';
          const file = `${name}.${format}`;
          if (!isHead)
            await audit.write(auditEntry(principal, clock, 'export.started', [file, ...filterText(query)].join(' ')));
          const date = new Date(clock.now()).toISOString().slice(0, 10);
          setHeaders(response, {
            'content-type': contentTypes[format],
            'content-disposition': `attachment; filename="${name}-${date}.${format}"`,
            'cache-control': 'no-store',
          });
          if (isHead) return void response.end();
          try {
            await writePages(pages(), response, clock, signal);
          } catch (error) {
            // The connection is closed without the end of the response, so that the file is not taken for complete.
            response.destroy();
            if (!signal.aborted) log.error({ err: error, route: route.path }, 'An export ended before its last record');
          }
        };
        return new Streamed((response) => write(response).finally(ended));
      },
    };
  };
  return exports.map(endpointOf);
}
