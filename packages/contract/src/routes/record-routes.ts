import { z } from 'zod';
import { route } from './route.js';
import { cursor, listLimit, type Scope } from '../vocabulary.js';

/** How a kind of record is read. */
export interface ReadDescription {
  /** In the ids of the routes: `getPerson`. */
  readonly name: string;
  /** In the id and the summary of the list: `listPeople`. */
  readonly plural: string;
  readonly path: `/v1/${string}`;
  readonly tag: string;
  /** The scope for reading. */
  readonly read: Scope;
  readonly record: z.ZodObject;
  /** What the list can be filtered by. */
  readonly filter?: z.ZodRawShape;
  /** The order of the list. Default: the newest first. */
  readonly order?: string;
  /** Ends the summary of the list. */
  readonly listed?: string;
}

/** A plain record: what it is called, who may read and write it, and its schemas. */
export interface RecordDescription extends ReadDescription {
  /** The scope for writing. */
  readonly write: Scope;
  /** The body of a new record. */
  readonly input: z.ZodType;
  readonly patch: z.ZodType;
  /** The reply to a new record. */
  readonly created: z.ZodObject;
  /** The reply of a change. */
  readonly changed: z.ZodObject;
  /** The reply of a removal. */
  readonly removed: z.ZodObject;
  readonly descriptions?: { readonly create?: string; readonly update?: string; readonly remove?: string };
}

/** No keys, for a list without filters. */
const noFilter = {} as const;

type FilterOf<Description extends ReadDescription> = Description extends {
  readonly filter: infer Filter extends z.ZodRawShape;
}
  ? Filter
  : typeof noFilter;

const byId = z.object({ id: z.string() });

/** The routes that list and get a kind of record. */
export function readRoutes<const Description extends ReadDescription>(description: Description) {
  // The types of the fields themselves: without them, the constants would have the types of the interface.
  const path: Description['path'] = description.path;
  const name: Description['name'] = description.name;
  const plural: Description['plural'] = description.plural;
  const record: Description['record'] = description.record;
  const read: Description['read'] = description.read;
  const filter = (description.filter ?? noFilter) as FilterOf<Description>;
  const tag: Description['tag'] = description.tag;
  const common = { scopes: [read], tag } as const;
  return {
    list: route({
      id: `list${plural}`,
      method: 'GET',
      path,
      ...common,
      summary: `List ${plural.toLowerCase()}, ${description.order ?? 'newest first'}${description.listed ?? ''}`,
      query: z.strictObject({ limit: listLimit, cursor, ...filter }),
      status: 200,
      reply: z.array(record),
      errors: [400],
    }),
    get: route({
      id: `get${name}`,
      method: 'GET',
      path: `${path}/{id}`,
      ...common,
      summary: `Get one ${name.toLowerCase()}`,
      params: byId,
      status: 200,
      reply: record,
      errors: [400, 404],
    }),
  };
}

/** The routes of a plain record, from one description: list, get, create, update and remove. */
export function recordRoutes<const Description extends RecordDescription>(description: Description) {
  const { descriptions = {} } = description;
  const path: Description['path'] = description.path;
  const name: Description['name'] = description.name;
  const input: Description['input'] = description.input;
  const patch: Description['patch'] = description.patch;
  const created: Description['created'] = description.created;
  const changed: Description['changed'] = description.changed;
  const removed: Description['removed'] = description.removed;
  const write: Description['write'] = description.write;
  const tag: Description['tag'] = description.tag;
  const common = { scopes: [write], tag } as const;
  const about = (text: string | undefined) => text !== undefined && { description: text };
  return {
    ...readRoutes(description),
    create: route({
      id: `create${name}`,
      method: 'POST',
      path: `${path}/new`,
      ...common,
      summary: `Add a ${name.toLowerCase()}`,
      ...about(descriptions.create),
      body: input,
      status: 201,
      reply: created,
      errors: [400, 409, 413, 415],
    }),
    update: route({
      id: `update${name}`,
      method: 'PATCH',
      path: `${path}/{id}`,
      ...common,
      summary: `Change a ${name.toLowerCase()}`,
      ...about(descriptions.update),
      params: byId,
      body: patch,
      status: 200,
      reply: changed,
      errors: [400, 404, 409, 413, 415],
    }),
    remove: route({
      id: `delete${name}`,
      method: 'DELETE',
      path: `${path}/{id}`,
      ...common,
      summary: `Delete a ${name.toLowerCase()}`,
      ...about(descriptions.remove),
      params: byId,
      status: 200,
      reply: removed,
      errors: [400, 404, 409],
    }),
  };
}
