import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createSealer, DEFAULT_ORGANIZATION, noTracing, startGateway, type Clock } from '@gateway/core';
import { openStore } from '@gateway/store';
import { createAdapterFetch } from '../fetch/adapter-fetch.js';
import { createProxyOf } from '../network/egress-proxy.js';
import { createAddressRules } from '../network/addresses.js';
import { createAuthenticatorCodes } from '../sign-in/authenticator-codes.js';
import { applyAtStart } from '../config-file/at-start.js';
import { ConfigError, type Config } from '../settings/config.js';
import { createApp } from '../http/app.js';
import { explainClientErrors } from '../http/errors/client-error.js';
import { passExpectations } from '../http/errors/request-head.js';
import { createIdentity } from './identity.js';
import { localUrl } from '../network/local-url.js';
import { linkOf } from '../sign-in/one-time-link.js';
import { openMedia } from '../media/media.js';
import { privateFiles } from '../media/private-files.js';
import { diskSpace } from './disk-space.js';
import { createDrain } from './drain.js';
import { holdRequests } from './early-requests.js';
import { createMetrics } from '../metrics/metrics.js';
import { createOutgoing } from '../network/outgoing.js';
import { createPasskeyProtocol } from '../sign-in/passkey-protocol.js';
import { createPasswords } from '../sign-in/passwords.js';
import { endpointsOf } from '../platforms/endpoints.js';
import { findPlatforms } from '../platforms/find-platforms.js';
import { reportUninstalled } from '../platforms/report-uninstalled.js';
import { Sandbox } from '../sandbox/sandbox.js';
import type { Secrets } from '../secrets/secrets.js';
import { createProvider } from '../single-sign-on/provider.js';
import { SHUTDOWN_DELAY_MS, stopLimits } from './stop-limits.js';
import { openTracing } from '../tracing/tracing.js';

/** Errors of a DATA_DIR that is not a folder or is not writable. */
const folderErrors = new Set(['EACCES', 'EEXIST', 'ENOTDIR', 'EPERM', 'EROFS']);

export interface Service {
  /** The address that it listens on, such as `http://127.0.0.1:8100`. */
  readonly url: string;
  /**
   * Reports itself not ready for `SHUTDOWN_DELAY_MS`, then accepts no more requests, finishes those in progress, records everything and
   * closes the database.
   */
  stop(): Promise<void>;
}

/** Starts the service: database, core, HTTP. Throws `ConfigError` or a storage error whose message tells the operator what to do. */
export async function startService(
  config: Config,
  secrets: Secrets,
  log: Logger,
  clock: Clock,
  passwords = createPasswords(),
): Promise<Service> {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 5000,
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
  });
  const drain = createDrain(server);
  explainClientErrors(server, log);
  passExpectations(server);
  const serve = holdRequests(server);
  await listen(server, config);
  const store = await openStore({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
    backupBeforeMigration: config.backupBeforeMigration,
  }).catch(async (error: NodeJS.ErrnoException) => {
    server.close();
    throw config.databaseUrl === null && folderErrors.has(error.code ?? '')
      ? new ConfigError(
          `DATA_DIR is ${JSON.stringify(config.dataDir)}, where no database can be stored (${error.code}): it must be a folder that this user may write to.`,
        )
      : error;
  });
  if (store.searchIndexProblem !== null)
    log.warn(
      { reason: store.searchIndexProblem },
      'The database has no search index, so searches read all texts: run CREATE EXTENSION pg_trgm in it as a superuser and restart',
    );
  const rules = createAddressRules({ privateAllowed: !config.useAuth, allowed: config.outboundAllowed });
  const proxyOf = config.proxy && createProxyOf(config.proxy);
  const outgoing = createOutgoing(rules, config.callbacksUseProxy ? proxyOf : null);
  // Push services are in the internet, like the platforms. A browser names them, so no setting opens private addresses to it.
  const pushRules = createAddressRules({ privateAllowed: !config.useAuth, allowed: null });
  const pushOutgoing = createOutgoing(pushRules, proxyOf, { httpsOnly: config.useAuth });
  const media = await openMedia({
    folder: path.resolve(config.dataDir, 'spool'),
    exclusive: config.databaseUrl === null,
    maxSizeMb: config.maxMediaSizeMb,
    allowedDir: config.mediaAllowedDir,
    privateFiles: privateFiles({ rules, dispatcher: outgoing.dispatcher, timeoutMs: config.callbackTimeoutMs }),
  }).catch(async (error: NodeJS.ErrnoException) => {
    server.close();
    await store.close();
    throw new ConfigError(
      `DATA_DIR is ${JSON.stringify(config.dataDir)}, which is not writable (${error.code}): it must be a folder that this user may write to, because attachments are stored there while they are posted.`,
    );
  });
  const platforms = await findPlatforms(config.platformPackages, log);
  await reportUninstalled(store, platforms, log);
  const sealer = createSealer(secrets.encryptionKey, secrets.encryptionKeysPrevious);
  await applyAtStart(config, { store, platforms, outgoing, clock, sealer, publicUrl: config.publicUrl }, log).catch(
    async (error: unknown) => {
      server.close();
      await store.close();
      throw error;
    },
  );
  const adapters = createAdapterFetch(rules, proxyOf, log);
  const metrics = createMetrics();
  const traces = await openTracing(config.tracing, log);
  const tracing = traces ?? noTracing;
  const sandbox = new Sandbox({ enabled: config.sandbox, dataDir: config.dataDir, platforms, store, log });
  const gateway = await startGateway({
    store,
    platforms,
    outgoing,
    pushOutgoing,
    passwords,
    authenticatorCodes: createAuthenticatorCodes(),
    passkeyProtocol: createPasskeyProtocol(log),
    clock,
    log,
    meter: metrics,
    tracing,
    sealer,
    passwordSignIn: config.passwordSignIn,
    random: Math.random,
    bootstrapKey: config.bootstrapKey,
    defaultPromptChannelId: config.defaultPromptChannelId,
    publicUrl: config.publicUrl,
    maxHostedMb: config.maxHostedMediaMb,
    ownUrl: config.publicUrl ?? urlOf(server, config.host),
    textFile: (text, filename) => media.fromText(text, filename),
    receivedFile: (source, name, maxBytes) => media.fromPerson(source, name, maxBytes),
    limits: config.limits,
    maxOpenPrompts: config.maxOpenPrompts,
    endpointsOf: async (platform, account) =>
      (await sandbox.owns(platform.id, account)) ? await sandbox.endpoints() : endpointsOf(platform, config.endpoints),
    networkFor: adapters.networkFor,
    isLocal: (platform, account) => sandbox.owns(platform, account),
    leaseMs: config.leaseMs,
    async lowDisk() {
      const folder = path.resolve(config.dataDir);
      // A folder that cannot be read is no reason to keep other alerts back: `doctor` names it.
      const space = await diskSpace(folder, config.lowDiskMb).catch(() => null);
      return space?.isLow ? { folder, detail: space.text } : null;
    },
    cleanOnBoot: config.cleanOnBoot,
    callbacks: { secrets: secrets.signing, schedule: config.retrySchedule, timeoutMs: config.callbackTimeoutMs },
  });

  if (config.useAuth && !(await store.keys.any(DEFAULT_ORGANIZATION))) {
    log.warn('There is no API key yet, so every call to /v1 is rejected: set GATEWAY_API_KEY and restart the gateway.');
  }

  const setUp = await gateway.operators.setUp.link();
  if (setUp) {
    const link = linkOf(config.publicUrl ?? urlOf(server, config.host), 'setup', setUp.token);
    log.warn(`The console has no operator yet. Create the first one within 24 hours here: ${link}`);
  }

  /** The provider is configured, so it may be private. It is reached like a platform. */
  const fetchOf = (issuer: string) => adapters.networkFor({ id: 'oidc', endpoints: {} }, { issuer }).fetch;

  let stopping = false;
  const app = createApp({
    gateway,
    media,
    log,
    clock,
    metrics: {
      metrics,
      token: config.metricsToken,
      sources: {
        clock,
        snapshot: () => store.metrics.read(),
        databaseCheck: gateway.databaseCheck,
        eventStreams: () => gateway.eventFeed.readers,
        dataDir: config.dataDir,
      },
    },
    tracing,
    access: { useAuth: config.useAuth, host: config.host, publicUrl: config.publicUrl },
    enableDocs: config.enableDocs,
    platforms,
    sandbox,
    publicUrl: config.publicUrl,
    provider: config.oidc && createProvider(config.oidc, fetchOf(config.oidc.issuer), clock),
    passwordSignIn: config.passwordSignIn,
    sealer,
    trustedProxies: config.trustedProxies,
    isStopping: () => stopping,
    identity: createIdentity(secrets.encryptionKey),
    async runChecks() {
      const [{ runAllChecks }, { createCheckContext }] = await Promise.all([
        import('../checks/all.js'),
        import('../checks/context.js'),
      ]);
      const url = urlOf(server, config.host);
      const parts = { config, store, secrets, localUrl: url, platforms, rules, adapters, sandbox, clock, log };
      return await runAllChecks(createCheckContext(parts));
    },
    mcpStateKey: createHmac('sha256', secrets.encryptionKey).update('state of an MCP call').digest(),
    track: drain.track,
  });
  serve(app);

  return {
    url: urlOf(server, config.host),
    async stop() {
      stopping = true;
      // Without another instance there is none to which a balancer could send requests meanwhile.
      const delayMs = config.shutdownDelayMs ?? (store.isAlone() ? 0 : SHUTDOWN_DELAY_MS);
      if (delayMs > 0) await delay(delayMs);
      const shutDown = async () => {
        gateway.endWaits();
        const aborted = await drain.end(stopLimits.requests);
        if (aborted > 0)
          log.warn({ requests: aborted, afterMs: stopLimits.requests }, 'Stopping: requests were aborted');
        await gateway.stop();
        for (const each of [sandbox, store, outgoing, pushOutgoing, adapters, ...(traces ? [traces] : [])])
          await each
            .close()
            .catch((error: unknown) => log.warn({ err: error }, 'Stopping: a resource could not be closed'));
      };
      const stopped = new AbortController();
      const timedOut = delay(stopLimits.total, true, { signal: stopped.signal }).catch(() => false);
      if (await Promise.race([shutDown().finally(() => stopped.abort()), timedOut]))
        log.warn(
          { afterMs: stopLimits.total },
          'Stopping took too long; unrecorded work is repeated after the next start',
        );
    },
  };
}

async function listen(server: Server, { host, port }: Config): Promise<void> {
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ConfigError(listenFailure(error, host, port));
  }
}

function listenFailure(error: unknown, host: string, port: number): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use, perhaps by another gateway: stop that program, or set PORT to a free port.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user: set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is ${JSON.stringify(host)}, which is not an address of this machine: use 127.0.0.1 or 0.0.0.0.`;
    default:
      return `The gateway cannot listen on ${host}:${port}: ${(error as Error).message}.`;
  }
}

function urlOf(server: Server, host: string): string {
  return localUrl(host, (server.address() as AddressInfo).port);
}
