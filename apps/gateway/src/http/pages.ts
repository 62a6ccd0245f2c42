import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Gateway, Platforms } from '@gateway/core';
import { consolePages } from './console.js';
import type { Identity } from '../identity.js';
import { HttpError } from './errors/errors.js';
import { docsPages } from './openapi/docs.js';
import { openApiRoute } from './openapi/openapi.js';
import { note } from './request-log.js';
import type { Provider } from '../single-sign-on/provider.js';
import { singleSignOnRoutes, type SingleSignOnOptions } from './single-sign-on/routes.js';
import { webhookRoutes } from './webhooks.js';

export interface PagesOptions extends Omit<SingleSignOnOptions, 'gateway' | 'provider'> {
  readonly gateway: Gateway;
  readonly provider: Provider | null;
  readonly platforms: Platforms;
  readonly identity: Identity;
  readonly enableDocs: boolean;
  /** Serves a route of the API; false: there is none at this path. Throws when it cannot be used in this way. */
  readonly serveRoute: (request: Request, response: Response, path: string) => boolean;
  /** The error for a path that does not exist. */
  readonly unknown: (request: Request) => Error;
  readonly fail: (error: unknown, request: Request, response: Response) => Promise<void>;
}

/**
 * Serves everything but the API: webhooks, the documentation, the console and errors for unknown paths. Also serves the API when
 * a request's address must be parsed first, such as an absolute one.
 */
export function pages(options: PagesOptions): Express {
  const { gateway, platforms, publicUrl, identity, enableDocs, provider, serveRoute, unknown, fail } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use((request, response, next) => {
    note(response, { path: request.path });
    if (!serveRoute(request, response, request.path)) next();
  });
  app.get('/webhooks/installation', answerNonce(identity));
  app.use('/webhooks', webhookRoutes(gateway));
  if (provider) app.use('/console/session/oidc', singleSignOnRoutes({ ...options, provider }));
  if (enableDocs) {
    app.get('/openapi.json', openApiRoute({ platforms, publicUrl }));
    app.use('/docs', docsPages());
  }
  app.use(consolePages(publicUrl));
  if (!enableDocs)
    app.use(['/docs', '/openapi.json'], (request) => {
      throw new HttpError(404, {
        detail: `There is no ${request.baseUrl}: set ENABLE_DOCS=true and restart the gateway.`,
      });
    });
  app.use((request) => {
    throw unknown(request);
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    fail(error, request, response),
  );
  return app;
}

/** Below /webhooks, because a proxy may forward nothing else. */
function answerNonce(identity: Identity) {
  return (request: Request, response: Response) => {
    const { nonce } = request.query;
    if (typeof nonce !== 'string' || !/^[0-9a-f]{32}$/.test(nonce))
      throw new HttpError(400, { detail: 'The query needs a nonce of 32 hexadecimal digits.' });
    response.json({ answer: identity.answer(nonce) });
  };
}
