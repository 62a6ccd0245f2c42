import { fileURLToPath } from 'node:url';
import express, { Router } from 'express';

const pages = fileURLToPath(new URL('../../../console/public/', import.meta.url));

/** The operator's console at `/console`; `/` leads there. */
export function consolePages(): Router {
  const router = Router();
  router.get('/', (_request, response) => response.redirect(302, '/console/'));
  router.use(
    '/console',
    express.static(pages, {
      setHeaders: (response) => {
        response.setHeader(
          'content-security-policy',
          "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        );
        response.setHeader('cache-control', 'no-cache');
      },
    }),
  );
  return router;
}
