import { createRequire } from 'node:module';
import path from 'node:path';
import express, { Router, type RequestHandler } from 'express';
import { page, start, theme } from './docs-page.js';
import { HttpError } from '../errors/errors.js';
import { pageHeaders } from '../page-headers.js';

/** The files of swagger-ui that the page needs. Nothing is loaded from other hosts. */
const assets = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']);

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the API reference at `/docs`, for readers without access to the console. */
export function docsPages(): Router {
  const folder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const router = Router();
  router.use((_request, response, next) => {
    response.set({ ...pageHeaders, 'content-security-policy': policy });
    next();
  });
  router.get('/', (_request, response) => void response.type('html').send(page));
  router.get('/theme.js', (_request, response) => void response.type('text/javascript').send(theme));
  router.get('/start.js', (_request, response) => void response.type('text/javascript').send(start));
  const serve: RequestHandler = express.static(folder, { index: false, cacheControl: false });
  router.use((request, response, next) => {
    if (!assets.has(request.path.slice(1))) throw new HttpError(404, { detail: `There is no /docs${request.path}.` });
    serve(request, response, next);
  });
  return router;
}
