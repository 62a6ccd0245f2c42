import express, { type Express, type Request, type Response } from 'express';
import type { Gateway, Platforms } from '@gateway/core';
import { consolePages } from './console.js';
import type { Identity } from '../service/identity.js';
import { note } from './entry/request-log.js';
import type { Serve } from './entry/serve.js';
import { HttpError } from './errors/errors.js';
import { docsPages } from './openapi/docs.js';
import { openApiRoute } from './openapi/openapi.js';
import type { Provider } from '../single-sign-on/provider.js';
import { singleSignOnRoutes, type SingleSignOnOptions } from './single-sign-on/routes.js';

export interface PagesOptions extends Omit<SingleSignOnOptions, 'gateway' | 'provider'> {
  readonly gateway: Pick<Gateway, 'operators'>;
  readonly provider: Provider | null;
  readonly platforms: Platforms;
  readonly identity: Identity;
  readonly enableDocs: boolean;
  /** Serves a request whose address was parsed. False: no other door has it. */
  readonly serveParsed: Serve['parsed'];
  /** The error for a path that does not exist. */
  readonly unknown: (request: Request) => Error;
}

/**
 * The documentation, the console, sign-in with a provider, and the errors for unknown paths. Also parses the address of a request that
 * is not a plain path, such as an absolute one. Errors are passed to the caller.
 */
export function pages(options: PagesOptions): Express {
  const { platforms, publicUrl, identity, enableDocs, provider, serveParsed, unknown } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use((request, response, next) => {
    note(response, { path: request.path });
    if (!serveParsed(request, response, request.path)) next();
  });
  app.get('/webhooks/installation', answerNonce(identity));
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
