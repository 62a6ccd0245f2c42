import path from 'node:path';
import { Router } from 'express';
import { builtConsole, notBuilt } from '../built-console.js';
import { HttpError } from '../errors/errors.js';
import { pageHeaders } from '../page-headers.js';

/** Swagger UI sets inline styles, and its icons are data URLs. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Serves the API reference at `/docs`, for readers without access to the console. The page is a part of the console's build, from which
 * it loads the same files as the console's own page.
 */
export function docsPages(): Router {
  const router = Router();
  router.get('/', (_request, response) => {
    if (builtConsole === undefined) return notBuilt();
    response.set({ ...pageHeaders, 'content-security-policy': policy, 'cache-control': 'no-cache' });
    response.sendFile(path.join(builtConsole, 'docs.html'), { cacheControl: false });
  });
  router.use((request) => {
    throw new HttpError(404, { detail: `There is no /docs${request.path}.` });
  });
  return router;
}
