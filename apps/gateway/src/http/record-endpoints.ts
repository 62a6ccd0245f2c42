import { limits, type BodyOf, type QueryOf, type ReplyOf, type Route } from '@gateway/contract';
import type { FileOf, Gateway, OrderedPage, Principal } from '@gateway/core';
import { endpoint, type Call, type Endpoint } from './endpoint.js';
import { listPage, withNext } from './paging.js';
import { changed } from './records/changed.js';

/** The routes of a plain record, as `recordRoutes` of the contract declares them. */
interface Routes {
  readonly list: Route;
  readonly get: Route;
  readonly create: Route;
  readonly update: Route;
  readonly remove: Route;
}

/** How the handlers of a plain record read and write it. The compiler compares bodies, queries and the record with the routes. */
export interface RecordHandlers<R extends Routes, Row> {
  readonly list: (principal: Principal, page: OrderedPage, query: QueryOf<R['list']>) => Promise<Row[]>;
  readonly get: (principal: Principal, id: string) => Promise<Row>;
  readonly create: (principal: Principal, body: BodyOf<R['create']>) => Promise<Row>;
  readonly update: (principal: Principal, id: string, body: BodyOf<R['update']>) => Promise<Row>;
  readonly remove: (principal: Principal, id: string) => Promise<Row>;
  /** Whose reply names the channels and rules whose prompts are all refused since. It costs statements before and after the change. */
  readonly warnsOf?: readonly ('create' | 'update' | 'remove')[];
  /** The position of a row in the list; absent: it is its `seq`. */
  readonly placeOf?: (row: Row) => number;
  /** The record as the API shows it to a reader. */
  readonly record: (row: Row, fileOf: FileOf, reader: Principal) => ReplyOf<R['get']>;
}

/** The parts of a request that the handlers use. */
interface Request {
  readonly principal: Principal;
  readonly params: { readonly id: string };
  readonly query: { readonly limit?: number; readonly cursor?: string };
  readonly body: unknown;
  readonly target: string;
}

/** The endpoints of a plain record, which a configuration file can own. */
export function recordEndpoints<const R extends Routes, Row extends { readonly seq: number }>(
  { managed, withWarnings }: Pick<Gateway, 'managed' | 'withWarnings'>,
  routes: R,
  handlers: RecordHandlers<R, Row>,
): Endpoint[] {
  const shownTo = async (reader: Principal) => {
    const files = await managed.files(reader);
    return (row: Row) => handlers.record(row, files, reader) as object;
  };
  const reply = async (principal: Principal, row: Row) => (await shownTo(principal))(row);
  const change = async (kind: 'create' | 'update' | 'remove', principal: Principal, work: () => Promise<Row>) => {
    if (!handlers.warnsOf?.includes(kind)) return reply(principal, await work());
    const result = await withWarnings(principal, work);
    return changed(result, await shownTo(principal));
  };
  return [
    declared(routes.create, async ({ principal, body }) =>
      change('create', principal, () => handlers.create(principal, body as BodyOf<R['create']>)),
    ),
    declared(routes.list, async ({ principal, query, target }) => {
      const { limit = limits.listDefault, cursor } = query;
      const rows = await handlers.list(principal, listPage(limit, cursor), query as QueryOf<R['list']>);
      const last = rows.at(-1);
      const place = last && (handlers.placeOf?.(last) ?? last.seq);
      return withNext(rows.map(await shownTo(principal)), { target, limit, last: place });
    }),
    declared(routes.get, async ({ principal, params }) => reply(principal, await handlers.get(principal, params.id))),
    declared(routes.update, async ({ principal, params, body }) =>
      change('update', principal, () => handlers.update(principal, params.id, body as BodyOf<R['update']>)),
    ),
    declared(routes.remove, async ({ principal, params }) =>
      change('remove', principal, () => handlers.remove(principal, params.id)),
    ),
  ];
}

/** The request was checked against the route, and `RecordHandlers` relates the handlers to it: the compiler cannot follow both here. */
function declared(route: Route, handler: (request: Request) => Promise<unknown>): Endpoint {
  return endpoint(route, (call: Call<Route>) => handler(call as unknown as Request));
}
