import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { Router, type RequestHandler } from 'express';
import { HttpError } from './errors.js';

const built = fileURLToPath(new URL('../../../console/dist/', import.meta.url));

/** Radix and sonner place what they open by styles of their own; nothing else is allowed from inside a page, or from outside. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The operator's console at `/console`; `/` leads there. */
export function consolePages(): Router {
  const router = Router();
  router.get('/', (_request, response) => response.redirect(302, '/console/'));
  if (!existsSync(path.join(built, 'index.html'))) {
    router.use('/console', readers(notBuilt));
    return router;
  }
  const compressed = precompressed(built);
  const files = express.static(built, {
    index: false,
    redirect: false,
    setHeaders: (response, file) => {
      response.setHeader('content-security-policy', policy);
      // The names of assets change with their content.
      const isAsset = path.basename(path.dirname(file)) === 'assets';
      response.setHeader('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  router.use('/console', readers(compressed), readers(files));
  router.use('/console/assets', (request) => {
    throw new HttpError(404, { detail: `There is no ${request.originalUrl}.` });
  });
  router.use(
    '/console',
    readers((request, response, next) => {
      if (request.originalUrl === '/console') return response.redirect(302, '/console/');
      // Every other address is a page of the console; ids in it may hold dots.
      request.url = '/index.html';
      compressed(request, response, () => void files(request, response, next));
    }),
  );
  return router;
}

/** Only reading is answered by files; what lies under `/console/session` is no page. */
function readers(serve: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isReading || /^\/console\/session(?:\/|$)/.test(request.originalUrl.split('?')[0] ?? '')) next();
    else serve(request, response, next);
  };
}

const encodings = { br: '.br', gzip: '.gz' } as const;

/** Leads to the file that was compressed when the console was built, where there is one that the browser takes. */
function precompressed(folder: string): RequestHandler {
  const known = new Set(
    readdirSync(folder, { recursive: true }).map((name) => `/${String(name).split(path.sep).join('/')}`),
  );
  return (request, response, next) => {
    const wanted = request.path;
    if (known.has(`${wanted}.br`)) {
      response.vary('Accept-Encoding');
      const encoding = request.acceptsEncodings(['br', 'gzip']) as keyof typeof encodings | false;
      if (encoding) {
        response.type(path.extname(wanted)).set('content-encoding', encoding);
        request.url = wanted + encodings[encoding];
      }
    }
    next();
  };
}

function notBuilt(): never {
  throw new HttpError(404, { detail: 'The console is not built yet: `npm start` builds it, or `npm run build`.' });
}
