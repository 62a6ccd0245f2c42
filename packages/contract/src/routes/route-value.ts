import type { Route } from './route.js';

declare const declaration: unique symbol;

/** A route without its schemas: what a request needs, with the types of its declaration. */
export interface RouteValue<R extends Route = Route> {
  readonly method: R['method'];
  readonly path: R['path'];
  readonly scopes: R['scopes'];
  /** For types only; it does not exist at run time. */
  readonly [declaration]?: R;
}

/** The declaration of a route that is given with or without its schemas. */
export type Declared<R extends Route | RouteValue> = R extends Route
  ? R
  : R extends RouteValue<infer Declaration>
    ? Declaration
    : never;
