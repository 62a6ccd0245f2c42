import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { Clock, Gateway, Idempotency, Platforms } from '@gateway/core';
import type { Media } from '../media/media.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Answers } from './answers.js';
import { bind } from './bind.js';
import { consolePages } from './console.js';
import { docsPages } from './docs.js';
import { HttpError, responseOf } from './errors.js';
import { idempotently } from './idempotent.js';
import { openApiRoute } from './openapi.js';
import { authenticators, type AccessRules } from './principal.js';
import { accessLog, requestIdOf } from './request-log.js';
import { auditRoutes } from './routes/audit.js';
import { eventRoutes } from './routes/events.js';
import { metricsRoutes, type MetricsAccess } from './routes/metrics.js';
import { channelRoutes } from './routes/channels.js';
import { deliveryRoutes } from './routes/deliveries.js';
import { healthRoutes } from './routes/health.js';
import { keyRoutes } from './routes/keys.js';
import { messageRoutes } from './routes/messages.js';
import { operatorRoutes } from './routes/operators.js';
import { platformRoutes } from './routes/platforms.js';
import { promptRoutes } from './routes/prompts.js';
import { sandboxRoutes } from './routes/sandbox.js';
import { sessionRoutes } from './routes/session.js';
import { settingsRoutes } from './routes/settings.js';
import { statusRoutes } from './routes/status.js';
import { sessionCookie } from './session-cookie.js';
import { dropRest } from './unread.js';
import { webhookRoutes } from './webhooks.js';

export interface AppOptions {
  readonly gateway: Gateway;
  readonly media: Media;
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: MetricsAccess;
  readonly access: AccessRules;
  readonly enableDocs: boolean;
  readonly platforms: Platforms;
  readonly sandbox: Sandbox;
  readonly publicUrl: string | null;
  readonly isStopping: () => boolean;
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** The HTTP face of the gateway. */
export function createApp(options: AppOptions): Express {
  const { gateway, log, isStopping } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(accessLog(log, options.metrics.metrics));
  app.use((_request, response, next) => {
    response.set(securityHeaders);
    if (isStopping()) response.set('connection', 'close');
    next();
  });

  const cookie = sessionCookie(options.publicUrl);
  const facts = { useAuth: options.access.useAuth, publicUrl: options.publicUrl, docs: options.enableDocs };
  mount(
    app,
    [
      ...sessionRoutes(gateway, cookie, facts),
      ...operatorRoutes(gateway, cookie, facts),
      ...healthRoutes(gateway, isStopping),
      ...promptRoutes(gateway, options.media),
      ...channelRoutes(gateway),
      ...messageRoutes(gateway),
      ...settingsRoutes(gateway),
      ...statusRoutes(gateway),
      ...deliveryRoutes(gateway),
      ...platformRoutes(options.platforms, log),
      ...keyRoutes(gateway),
      ...auditRoutes(gateway),
      ...sandboxRoutes(gateway, options.sandbox),
      ...eventRoutes(gateway, options.clock),
      ...metricsRoutes(options.metrics),
    ],
    authenticators(gateway, options.access, cookie),
    gateway.idempotency,
    options.media,
  );
  app.use('/webhooks', webhookRoutes(gateway));
  if (options.enableDocs) {
    app.get('/openapi.json', openApiRoute({ platformIds: options.platforms.ids, publicUrl: options.publicUrl }));
    app.use('/docs', docsPages());
  }
  app.use(consolePages());

  app.use((request) => {
    throw new HttpError(404, { detail: `There is no ${request.path}.` });
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    respondToError(log, error, request, response),
  );
  return app;
}

/** Binds every route; a known path asked by another method answers 405. */
function mount(
  app: Express,
  all: readonly Answers[],
  authenticatorOf: ReturnType<typeof authenticators>,
  idempotency: Idempotency,
  media: Media,
): void {
  const methods = new Map<string, Set<string>>();
  for (const { route, handler } of all) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    const bound = bind(
      route,
      route.idempotent ? idempotently(idempotency, route, handler) : handler,
      authenticatorOf(route),
      media,
    );
    app[route.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'](path, bound);
    methods.set(path, (methods.get(path) ?? new Set()).add(route.method));
  }
  for (const [path, known] of methods) {
    const allow = [...known, ...(known.has('GET') ? ['HEAD'] : [])].join(', ');
    app.all(path, (request) => {
      throw new HttpError(
        405,
        { detail: `${request.path} does not take ${request.method}, only ${allow}.` },
        { allow },
      );
    });
  }
}

function respondToError(log: Logger, error: unknown, request: Request, response: Response): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const known = responseOf(error);
  dropRest(request, response);
  if (known) {
    response.status(known.status).set(known.headers).json(known.body);
    return;
  }
  const requestId = requestIdOf(response);
  log.error({ err: error, request_id: requestId }, 'A request failed unexpectedly');
  response.status(500).json({
    detail: 'The gateway failed unexpectedly; its log has the reason under this request_id.',
    request_id: requestId,
  });
}
