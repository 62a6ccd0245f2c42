import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { CheckResult } from '@gateway/contract';
import type { Clock, Gateway, Platforms, Sealer, Tracing } from '@gateway/core';
import type { Identity } from '../service/identity.js';
import type { Media } from '../media/media.js';
import type { Provider } from '../single-sign-on/provider.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Endpoint } from './endpoint.js';
import { apiDoor } from './doors/api.js';
import { mcpDoor } from './doors/mcp.js';
import { pagesDoor } from './doors/pages.js';
import { webhookDoor } from './doors/webhooks.js';
import type { Door } from './entry/door.js';
import { createEntrance } from './entry/enter.js';
import { createFailures } from './entry/failures.js';
import { createServe } from './entry/serve.js';
import { exportRoutes } from './exports/routes.js';
import { authenticators, type AccessRules } from './access/principal.js';
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
import { conversationRoutes } from './routes/conversations.js';
import { messageRoutes } from './routes/messages.js';
import { notificationRoutes } from './routes/notifications.js';
import { operatorRoutes } from './routes/operators.js';
import { passkeyRoutes } from './sign-in/passkeys.js';
import { peopleRoutes } from './routes/people.js';
import { platformRoutes } from './routes/platforms.js';
import { policyRoutes } from './routes/policies.js';
import { grantRoutes } from './routes/prompts/grants.js';
import { ruleRoutes } from './routes/rules.js';
import { approvalRoutes } from './routes/prompts/approvals.js';
import { batchRoutes } from './routes/prompts/prompt-batch.js';
import { promptRoutes } from './routes/prompts/prompts.js';
import { sandboxRoutes } from './routes/sandbox.js';
import { savedViewRoutes } from './routes/saved-views.js';
import { searchRoutes } from './routes/search.js';
import { secondFactorRoutes } from './sign-in/second-factor.js';
import { sessionRoutes } from './sign-in/session.js';
import { alertRoutes } from './routes/alerts.js';
import { settingsRoutes } from './routes/settings.js';
import { takingRoutes } from './routes/prompts/taking.js';
import { statusRoutes } from './routes/status.js';
import { sessionCookie } from './access/session-cookie.js';
import { internalCalls, type InternalCallDeps } from './internal-call.js';
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

/** The gateway's HTTP application: the table of its doors. */
export function createApp(options: AppOptions): RequestListener {
  const { gateway, media, log, clock, tracing, publicUrl } = options;
  const failures = createFailures({ refusals: gateway.refusals, log, clock });
  const { idempotency, rateLimits } = gateway;
  const calls = { idempotency, tracing, explain: failures.explain };
  const all = endpoints(options, calls);
  const authenticate = authenticators(gateway, options.access, sessionCookie(publicUrl));
  const wrongAddress = explainWrongAddresses(all.map(({ route }) => route));
  const doors: Door[] = [
    mcpDoor({
      ...options,
      authenticate: authenticate.byKey,
      callsOf: internalCalls(all, calls),
      stateKey: options.mcpStateKey,
    }),
    apiDoor(all, { accessOf: authenticate.of, wrongAddress, idempotency, media }),
    webhookDoor(gateway),
    pagesDoor({
      ...options,
      rejectUnlessAllowed: authenticate.rejectUnlessAllowed,
      serveParsed: (...request) => serve.parsed(...request),
      unknown: wrongAddress.unknown,
    }),
  ];
  const entrance = createEntrance({ ...options, metrics: options.metrics.metrics, respond: failures.respond });
  const serve = createServe({ doors, entrance, failures, rateLimits, tracing, track: options.track });
  return serve.listener;
}

function endpoints(options: AppOptions, calls: InternalCallDeps): Endpoint[] {
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
  const approvals = approvalRoutes(gateway);
  return [
    ...sessionRoutes(gateway, cookie, facts),
    ...operatorRoutes(gateway, cookie, facts),
    ...secondFactorRoutes(gateway, cookie, facts),
    ...passkeyRoutes(gateway, cookie, facts),
    ...linkRoutes(options),
    ...notificationRoutes(gateway),
    ...savedViewRoutes(gateway),
    ...conversationRoutes(gateway),
    ...healthRoutes(gateway, options.isStopping),
    // Before the routes of one record, whose paths fit too.
    ...exportRoutes(lists, gateway, options.clock, options.log),
    ...prompts,
    ...approvals,
    ...takingRoutes(gateway),
    ...batchRoutes({ gateway, callsOf: internalCalls(prompts, calls) }),
    ...hookRoutes({
      ...options,
      callsOf: internalCalls([...prompts, ...approvals], calls),
    }),
    ...channelRoutes(gateway),
    ...messages,
    ...mediaRoutes(gateway, options.media),
    ...searchRoutes(gateway),
    ...settingsRoutes(gateway),
    ...alertRoutes(gateway),
    ...statusRoutes(gateway),
    ...deliveries,
    ...receiverRoutes(gateway),
    ...platformRoutes(options.platforms, options.log),
    ...peopleRoutes(gateway),
    ...policyRoutes(gateway),
    ...ruleRoutes(gateway),
    ...grantRoutes(gateway, options.clock),
    ...keyRoutes(gateway),
    ...audit,
    ...sandboxRoutes(gateway, options.sandbox),
    ...checkRoutes(options.runChecks),
    ...eventRoutes(gateway, options.clock),
    ...metricsRoutes(options.metrics, options.access.host),
  ];
}
