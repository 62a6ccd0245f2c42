import { ControlError } from '@gateway/sandbox/server';
import express, { type Router } from 'express';

/** The values of the query and the body by name. */
export type ControlInput = Record<string, unknown>;

/** Control routes by method and path, such as `"GET /messages"`. Each returns the JSON answer, or a promise of it. */
export type ControlRoutes = Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, (input: ControlInput) => unknown>;

/** Serves control routes as JSON; errors are answered as `{ detail }`. */
export function controlRouter(routes: ControlRoutes): Router {
  const router = express.Router();
  // A page of another origin in the same browser must not press buttons here.
  router.use((request, response, next) => {
    const origin = request.headers.origin;
    if (origin === undefined || origin === `http://${request.headers.host}`) return next();
    response.status(403).json({ detail: 'The control API rejects requests from pages of another origin' });
  });
  router.use(express.json({ limit: '1mb', type: () => true }));
  for (const [route, handle] of Object.entries(routes)) {
    const [verb, path] = route.split(' ') as ['GET' | 'POST' | 'DELETE', string];
    router[verb.toLowerCase() as 'get' | 'post' | 'delete'](path, async (request, response) => {
      try {
        const input: ControlInput = {
          ...(request.query as ControlInput),
          ...(request.body as ControlInput | undefined),
        };
        response.json((await handle(input)) ?? { ok: true });
      } catch (error) {
        const status = error instanceof ControlError ? error.status : 500;
        response.status(status).json({ detail: error instanceof Error ? error.message : String(error) });
      }
    });
  }
  router.use((_request, response) => void response.status(404).json({ detail: 'No such control route' }));
  return router;
}
