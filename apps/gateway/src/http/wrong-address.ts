import type { Request } from 'express';
import type { Route } from '@gateway/contract';
import { HttpError } from './errors.js';
import { nearNames } from './near-names.js';

/** Explains requests that no route answers: another method's address, or nobody's. */
export interface WrongAddress {
  /** The error for a method that `path` does not take; null: `path` takes it, or is no route's. */
  method(request: Request, path?: string): HttpError | null;
  unknown(request: Request): HttpError;
}

export function explainWrongAddresses(routes: readonly Pick<Route, 'method' | 'path'>[]): WrongAddress {
  const methods = new Map<string, Set<string>>();
  for (const { method, path } of routes) methods.set(path, (methods.get(path) ?? new Set()).add(method));
  const literal = [...methods.keys()].filter((path) => !path.includes('{'));
  const shown = literal.filter((path) => !path.startsWith('/console/'));

  return {
    method(request, path = request.path.toLowerCase().replace(/\/$/, '')) {
      const known = methods.get(path);
      if (!known || known.has(request.method)) return null;
      const allow = [...known, ...(known.has('GET') ? ['HEAD'] : [])].join(', ');
      const below = literal.filter((each) => each.startsWith(`${path}/`) && methods.get(each)?.has(request.method));
      const others = below.length === 0 ? '' : ` ${request.method} is taken by ${below.join(', ')}.`;
      const detail = `${request.path} does not take ${request.method}, only ${allow}.${others}`;
      return new HttpError(405, { detail }, { allow });
    },
    unknown({ path }) {
      const meant = nearNames(path, shown);
      const question = meant.length === 0 ? '' : ` (did you mean ${meant.join(' or ')}?)`;
      return new HttpError(404, { detail: `There is no ${path}${question}.` });
    },
  };
}
