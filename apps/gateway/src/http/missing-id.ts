import { promptPath, type Route } from '@gateway/contract';
import type { RequestHandler } from 'express';
import { HttpError } from './errors.js';

/**
 * Refuses addresses in which the id is empty, such as `/v1/prompts/` and `/v1/prompts//cancel`. Express takes the first for
 * the list. A caller gets there with `#12` in an address as it is: `#` ends the path.
 */
export function refuseMissingId(routes: readonly Pick<Route, 'method' | 'path'>[]): RequestHandler {
  const lists = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path));
  const details = new Map(
    routes.flatMap(({ path }) => {
      const [collection = '', rest] = path.split('{id}');
      if (rest === undefined) return [];
      const list = collection.slice(0, -1);
      const listed = lists.has(list) ? `; ${list} is the list` : '';
      return [[collection + rest, `The id is missing after ${collection}: ${idForm(collection)}${listed}.`]];
    }),
  );
  return (request, _response, next) => {
    const detail = details.get(request.path);
    if (detail !== undefined) throw new HttpError(404, { detail });
    next();
  };
}

function idForm(collection: string): string {
  return promptPath(12).startsWith(collection)
    ? `write #12 as ${collection}12 or ${collection}%2312`
    : `write ${collection}{id}`;
}
