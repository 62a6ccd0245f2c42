import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { CheckResult } from '@gateway/contract';
import type { Clock, Gateway, Platforms, Sealer, Tracing } from '@gateway/core';
import type { Identity } from '../identity.js';
import type { Media } from '../media/media.js';
import type { Provider } from '../single-sign-on/provider.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { bind, type Bound } from './bind.js';
import type { Endpoint } from './endpoint.js';
import { drainRequestBody } from './body/drain-body.js';
import { errorBodyOf, responseOf } from './errors/errors.js';
import { findClients } from './access/forwarded.js';
import { refuseMissingId } from './errors/missing-id.js';
import { exportRoutes } from './exports/routes.js';
import { authenticators, type AccessRules } from './access/principal.js';
import { rejectInvalidHeaders } from './errors/request-head.js';
import { sendJson, setHeaders } from './reply.js';
import { accessLog, knownOf, requestIdOf } from './request-log.js';
import { routeTable } from './route-table.js';
import { auditRoutes } from './routes/audit.js';
import { eventRoutes } from './routes/events.js';
import { metricsRoutes, type MetricsAccess } from './routes/metrics.js';
import { channelRoutes } from './routes/channels.js';
import { checkRoutes } from './routes/checks.js';
import { deliveryRoutes } from './routes/deliveries.js';
import { receiverRoutes } from './routes/receivers.js';
import { hookRoutes } from './routes/hooks.js';
import { healthRoutes } from './routes/health.js';
import { keyRoutes } from './routes/keys.js';
import { mediaRoutes } from './routes/media.js';
import { messageRoutes } from './routes/messages.js';
import { notificationRoutes } from './routes/notifications.js';
import { operatorRoutes } from './routes/operators.js';
import { passkeyRoutes } from './routes/passkeys.js';
import { peopleRoutes } from './routes/people.js';
import { platformRoutes } from './routes/platforms.js';
import { policyRoutes } from './routes/policies.js';
import { promptRoutes } from './routes/prompts.js';
import { sandboxRoutes } from './routes/sandbox.js';
import { savedViewRoutes } from './routes/saved-views.js';
import { searchRoutes } from './routes/search.js';
import { secondFactorRoutes } from './routes/second-factor.js';
import { sessionRoutes } from './routes/session.js';
import { settingsRoutes } from './routes/settings.js';
import { statusRoutes } from './routes/status.js';
import { isSecure, sessionCookie } from './access/session-cookie.js';
import { endStalledBodies } from './body/stalled-body.js';
import { internalCalls } from './internal-call.js';
import { linkRoutes } from './single-sign-on/link.js';
import { explainWrongAddresses } from './errors/wrong-address.js';

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
  /** The OpenID provider of operators; null: none. */
  readonly provider: Provider | null;
  readonly passwordSignIn: boolean;
  readonly sealer: Sealer;
  /** Addresses and networks of proxies whose `X-Forwarded-…` headers are trusted. */
  readonly trustedProxies: readonly string[];
  readonly isStopping: () => boolean;
  /** What `/webhooks/installation` answers with. */
  readonly identity: Identity;
  readonly tracing: Tracing;
  /** Checks the installation. Never rejects. */
  readonly runChecks: () => Promise<readonly CheckResult[]>;
  /** Signs the state of MCP calls that clients send back. */
  readonly mcpStateKey: Uint8Array;
  /** Work that must end before the database closes. */
  readonly track: <T>(work: Promise<T>) => Promise<T>;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** The gateway's HTTP application. */
export function createApp(options: AppOptions): RequestListener {
  const { gateway, media, log, clock, publicUrl, isStopping, track } = options;
  const isHttps = publicUrl?.startsWith('https://') ?? false;
  const findClient = findClients(options.trustedProxies, log);
  const logRequest = accessLog(log, options.metrics.metrics);
  const endStalledBody = endStalledBodies(clock, (error, request, response) =>
    respondToError(options, error, request, response),
  );
  const all = endpoints(options);
  const routes = all.map(({ route }) => route);
  const authenticate = authenticators(gateway, options.access, sessionCookie(publicUrl));
  const table = routeTable<Bound>(
    all.map((each) => {
      const { method, path } = each.route;
      const deps = {
        authenticate: authenticate.of(each.route),
        idempotency: gateway.idempotency,
        rateLimits: gateway.rateLimits,
        media,
        tracing: options.tracing,
      };
      return { method, path, target: bind(each, deps) };
    }),
  );
  const rejectMissingId = refuseMissingId(routes);
  const wrongAddress = explainWrongAddresses(routes);

  /** False: no route has this path. */
  function serveRoute(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    rejectMissingId(path);
    const { method = '' } = request;
    const found = table.find(method, path);
    if (!found) return false;
    const { target, params } = found;
    if (!target) throw wrongAddress.method({ method, path }, found.path) ?? wrongAddress.unknown({ path });
    track(target(request, response, params)).catch((error: unknown) => {
      // `GET /v1/channels/new` reads a channel named `new`. When there is none, the caller meant `POST /v1/channels/new`: 405, not 404.
      const explained = responseOf(error)?.status === 404 && wrongAddress.method({ method, path });
      return fail(explained || error, request, response);
    });
    return true;
  }

  async function fail(error: unknown, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { principal, route } = knownOf(response);
    if (principal && route && responseOf(error)?.status === 403)
      await gateway.refusals.request(principal, `${request.method} ${route}`);
    respondToError(options, error, request, response);
  }

  let pages: Promise<RequestListener> | null = null;
  /** Loads Express at the first use: agents do not need it. */
  async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    pages ??= import('./pages.js').then((module) =>
      module.pages({
        ...options,
        rejectUnlessAllowed: authenticate.rejectUnlessAllowed,
        serveRoute,
        unknown: wrongAddress.unknown,
        fail,
      }),
    );
    (await pages)(request, response);
  }

  let mcp: Promise<Handle> | null = null;
  /** Loads the protocol at the first use. */
  async function serveMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
    mcp ??= import('../mcp/endpoint.js').then((module) =>
      module.mcpEndpoint({
        authenticate: authenticate.byKey,
        rateLimits: gateway.rateLimits,
        callsOf: internalCalls(all, { ...gateway, log, tracing: options.tracing }),
        clock,
        log,
        isStopping,
        stateKey: options.mcpStateKey,
      }),
    );
    await (
      await mcp
    )(request, response);
  }

  return (request, response) => {
    const { url = '' } = request;
    const isPlain = url.startsWith('/') && !/[\s#]/.test(url);
    const path = /^(?:\w+:\/\/[^/?#]*)?([^?#]*)/.exec(url)?.[1] ?? '';
    findClient(request);
    logRequest(request, response, path);
    setHeaders(response, securityHeaders);
    if (isHttps && isSecure(request.headers, publicUrl))
      response.setHeader('strict-transport-security', 'max-age=31536000');
    if (isStopping()) response.setHeader('connection', 'close');
    try {
      rejectInvalidHeaders(request);
      endStalledBody(request, response);
      if (path === '/mcp') track(serveMcp(request, response)).catch((error: unknown) => fail(error, request, response));
      else if (!isPlain || !serveRoute(request, response, path))
        servePage(request, response).catch((error: unknown) => fail(error, request, response));
    } catch (error) {
      void fail(error, request, response);
    }
  };
}

function endpoints(options: AppOptions): Endpoint[] {
  const { gateway, publicUrl } = options;
  const cookie = sessionCookie(publicUrl);
  const prompts = promptRoutes(gateway, options.media);
  const messages = messageRoutes(gateway);
  const deliveries = deliveryRoutes(gateway);
  const audit = auditRoutes(gateway);
  const lists = [...prompts, ...messages, ...deliveries, ...audit];
  const facts = {
    useAuth: options.access.useAuth,
    publicUrl,
    docs: options.enableDocs,
    signIn: { password: options.passwordSignIn, provider: options.provider?.name ?? null },
  };
  return [
    ...sessionRoutes(gateway, cookie, facts),
    ...operatorRoutes(gateway, cookie, facts),
    ...secondFactorRoutes(gateway, cookie, facts),
    ...passkeyRoutes(gateway, cookie, facts),
    ...linkRoutes(options),
    ...notificationRoutes(gateway),
    ...savedViewRoutes(gateway),
    ...healthRoutes(gateway, options.isStopping),
    // Before the routes of one record, whose paths fit too.
    ...exportRoutes(lists, gateway, options.clock, options.log),
    ...prompts,
    ...hookRoutes({
      ...options,
      callsOf: internalCalls(prompts, { ...gateway, log: options.log, tracing: options.tracing }),
    }),
    ...channelRoutes(gateway),
    ...messages,
    ...mediaRoutes(gateway, options.media),
    ...searchRoutes(gateway),
    ...settingsRoutes(gateway),
    ...statusRoutes(gateway),
    ...deliveries,
    ...receiverRoutes(gateway),
    ...platformRoutes(options.platforms, options.log),
    ...peopleRoutes(gateway),
    ...policyRoutes(gateway),
    ...keyRoutes(gateway),
    ...audit,
    ...sandboxRoutes(gateway, options.sandbox),
    ...checkRoutes(options.runChecks),
    ...eventRoutes(gateway, options.clock),
    ...metricsRoutes(options.metrics, options.access.host),
  ];
}

function respondToError(
  { log, clock }: Pick<AppOptions, 'log' | 'clock'>,
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const known = responseOf(error);
  drainRequestBody(clock, request, response);
  if (known) {
    setHeaders(response, known.headers);
    sendJson(request, response, known.status, known.body);
    return;
  }
  const requestId = requestIdOf(response);
  log.error({ err: error, request_id: requestId }, 'Request failed unexpectedly');
  sendJson(
    request,
    response,
    500,
    errorBodyOf(500, {
      detail: 'The gateway failed unexpectedly. Its log has the reason under this request_id.',
      request_id: requestId,
    }),
  );
}
