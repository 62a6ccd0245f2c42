import { promptPath, type Route } from '@gateway/contract';
import { HttpError } from './errors.js';

/**
 * Returns a function that rejects paths with an empty id, such as `/v1/prompts/` (which would be the list) and `/v1/prompts//cancel`. The usual
 * cause is an unescaped prompt id: in `/v1/prompts/#12` the `#` ends the path.
 */
export function refuseMissingId(routes: readonly Pick<Route, 'method' | 'path'>[]): (path: string) => void {
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
  return (path) => {
    const detail = details.get(path);
    if (detail !== undefined) throw new HttpError(404, { detail });
  };
}

function idForm(collection: string): string {
  return promptPath(12).startsWith(collection)
    ? `write #12 as ${collection}12 or ${collection}%2312`
    : `write ${collection}{id}`;
}
