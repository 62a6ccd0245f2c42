import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { Clock, Gateway, Idempotency, Platforms } from '@gateway/core';
import type { Media } from '../media/media.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { bind } from './bind.js';
import { consolePages } from './console.js';
import { docsPages } from './openapi/docs.js';
import type { Endpoint } from './endpoint.js';
import { drainRequestBody } from './body/drain-body.js';
import { errorBodyOf, HttpError, responseOf } from './errors/errors.js';
import { trustProxies } from './access/forwarded.js';
import { refuseMissingId } from './errors/missing-id.js';
import { openApiRoute } from './openapi/openapi.js';
import { authenticators, type AccessRules } from './access/principal.js';
import { rejectInvalidHeaders } from './errors/request-head.js';
import { accessLog, knownOf, requestIdOf } from './request-log.js';
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
import { isSecure, sessionCookie } from './access/session-cookie.js';
import { endStalledBodies } from './body/stalled-body.js';
import { webhookRoutes } from './webhooks.js';
import { explainWrongAddresses, type WrongAddress } from './errors/wrong-address.js';

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
  /** Addresses and networks of proxies whose `X-Forwarded-…` headers are trusted. */
  readonly trustedProxies: readonly string[];
  readonly isStopping: () => boolean;
  /** Work that must end before the database closes. */
  readonly track: <T>(work: Promise<T>) => Promise<T>;
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** The gateway's HTTP application. */
export function createApp(options: AppOptions): Express {
  const { gateway, log, isStopping } = options;
  const isHttps = options.publicUrl?.startsWith('https://') ?? false;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  trustProxies(app, options.trustedProxies, log);
  app.use(accessLog(log, options.metrics.metrics));
  app.use((request, response, next) => {
    response.set(securityHeaders);
    if (isHttps && isSecure(request.headers, options.publicUrl))
      response.set('strict-transport-security', 'max-age=31536000');
    if (isStopping()) response.set('connection', 'close');
    next();
  });
  app.use((request, _response, next) => {
    rejectInvalidHeaders(request);
    next();
  });
  app.use(
    endStalledBodies(options.clock, (error, request, response) => respondToError(options, error, request, response)),
  );

  const cookie = sessionCookie(options.publicUrl);
  const facts = { useAuth: options.access.useAuth, publicUrl: options.publicUrl, docs: options.enableDocs };
  const all = [
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
    ...metricsRoutes(options.metrics, options.access.host),
  ];
  const wrongAddress = explainWrongAddresses(all.map(({ route }) => route));
  const authenticatorOf = authenticators(gateway, options.access, cookie);
  const { media, track } = options;
  mount(app, all, { authenticatorOf, idempotency: gateway.idempotency, media, wrongAddress, track });
  app.use('/webhooks', webhookRoutes(gateway));
  if (options.enableDocs) {
    app.get('/openapi.json', openApiRoute({ platforms: options.platforms, publicUrl: options.publicUrl }));
    app.use('/docs', docsPages());
  }
  app.use(consolePages());

  if (!options.enableDocs)
    app.use(['/docs', '/openapi.json'], (request) => {
      throw new HttpError(404, {
        detail: `There is no ${request.baseUrl}: set ENABLE_DOCS=true and restart the gateway.`,
      });
    });
  app.use((request) => {
    throw wrongAddress.unknown(request);
  });
  app.use(async (error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const { principal, route } = knownOf(response);
    if (principal && route && responseOf(error)?.status === 403)
      await gateway.refusals.request(principal, `${request.method} ${route}`);
    respondToError(options, error, request, response);
  });
  return app;
}

interface MountOptions {
  readonly authenticatorOf: ReturnType<typeof authenticators>;
  readonly idempotency: Idempotency;
  readonly media: Media;
  readonly wrongAddress: WrongAddress;
  readonly track: AppOptions['track'];
}

/** Binds every route. A known path called with another method answers 405. */
function mount(
  app: Express,
  all: readonly Endpoint[],
  { authenticatorOf, idempotency, media, wrongAddress, track }: MountOptions,
): void {
  app.use(refuseMissingId(all.map(({ route }) => route)));
  const paths = new Map<string, string>();
  for (const each of all) {
    const { route } = each;
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    const bound = bind(each, { authenticate: authenticatorOf(route), idempotency, media });
    // `GET /v1/channels/new` reads a channel named `new`. When there is none, the caller meant `POST /v1/channels/new`: 405, not 404.
    const answer = async (request: Request, response: Response) => {
      await bound(request, response).catch((error: unknown) => {
        throw (responseOf(error)?.status === 404 && wrongAddress.method(request)) || error;
      });
    };
    app[route.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'](path, (request, response) =>
      track(answer(request, response)),
    );
    paths.set(path, route.path);
  }
  for (const [path, declared] of paths) {
    app.all(path, (request) => {
      throw wrongAddress.method(request, declared) ?? wrongAddress.unknown(request);
    });
  }
}

function respondToError(
  { log, clock }: Pick<AppOptions, 'log' | 'clock'>,
  error: unknown,
  request: Request,
  response: Response,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const known = responseOf(error);
  drainRequestBody(clock, request, response);
  if (known) {
    response.status(known.status).set(known.headers).json(known.body);
    return;
  }
  const requestId = requestIdOf(response);
  log.error({ err: error, request_id: requestId }, 'Request failed unexpectedly');
  response.status(500).json(
    errorBodyOf(500, {
      detail: 'The gateway failed unexpectedly. Its log has the reason under this request_id.',
      request_id: requestId,
    }),
  );
}
