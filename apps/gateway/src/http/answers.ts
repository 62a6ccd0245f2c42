import type { Route } from '@gateway/contract';
import type { Handler } from './bind.js';

/** A route and what answers it. */
export interface Answers {
  readonly route: Route;
  readonly handler: Handler<Route>;
}

/** Pairs a route with its handler; the handler must return all that the route declares. */
export function answers<const R extends Route>(route: R, handler: Handler<R>): Answers {
  return { route, handler };
}
