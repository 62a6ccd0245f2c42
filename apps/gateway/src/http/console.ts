import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { Router, type RequestHandler, type Response } from 'express';
import { builtConsole, notBuilt } from './built-console.js';
import { HttpError } from './errors/errors.js';
import { pageHeaders } from './page-headers.js';
import { setHeaders } from './reply.js';

/** Radix and sonner position popovers and toasts with inline styles. Other inline content and other origins are blocked. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
const headers = { ...pageHeaders, 'content-security-policy': policy };

/**
 * Serves the operators' console at `/console`, and redirects `/` to it.
 * @param publicUrl the address of the gateway, which link previews need to find their picture
 */
export function consolePages(publicUrl: string | null): Router {
  const built = builtConsole;
  const router = Router();
  router.get('/', (_request, response) => response.redirect(302, '/console/'));
  if (built === undefined) {
    router.use('/console', forPages(notBuilt));
    return router;
  }
  const compressed = precompressed(built);
  const files = express.static(built, {
    index: false,
    redirect: false,
    setHeaders: (response, file) => {
      setHeaders(response, headers);
      // The name of an asset contains a hash of its content.
      const isAsset = path.basename(path.dirname(file)) === 'assets';
      response.setHeader('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  router.use('/console', forPages(compressed), forPages(files));
  router.use('/console/assets', (request) => {
    throw new HttpError(404, { detail: `There is no ${request.originalUrl}.` });
  });
  router.use(
    '/console',
    forPages((request, response, next) => {
      if (request.originalUrl === '/console') return response.redirect(302, '/console/');
      // Every other path is a page of the console. Ids in it can contain dots.
      if (publicUrl !== null) return void sendPage(built, publicUrl, response).catch(next);
      request.url = '/index.html';
      compressed(request, response, () => void files(request, response, next));
    }),
  );
  return router;
}

/** Sends the page with the complete address of the picture of link previews: most services do not resolve a relative one. */
async function sendPage(folder: string, publicUrl: string, response: Response): Promise<void> {
  // Read each time: a new build has other assets.
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  setHeaders(response, { ...headers, 'cache-control': 'no-cache' });
  response
    .type('html')
    .send(page.replace('content="/console/social.png"', () => `content="${publicUrl}/console/social.png"`));
}

/** Applies a handler to GET and HEAD only, and not below `/console/session`, which belongs to the API. */
function forPages(serve: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isReading || /^\/console\/session(?:\/|$)/.test(request.originalUrl.split('?')[0] ?? '')) next();
    else serve(request, response, next);
  };
}

const encodings = { br: '.br', gzip: '.gz' } as const;

/** Serves the file that was compressed at build time, when the browser accepts its encoding. */
function precompressed(folder: string): RequestHandler {
  const known = new Set(
    readdirSync(folder, { recursive: true }).map((name) => `/${String(name).split(path.sep).join('/')}`),
  );
  return (request, response, next) => {
    const requested = request.path;
    if (known.has(`${requested}.br`)) {
      response.vary('Accept-Encoding');
      const encoding = request.acceptsEncodings(['br', 'gzip']) as keyof typeof encodings | false;
      if (encoding) {
        response.type(path.extname(requested)).set('content-encoding', encoding);
        request.url = requested + encodings[encoding];
      }
    }
    next();
  };
}
