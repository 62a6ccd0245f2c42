import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createSealer, DEFAULT_ORGANIZATION, startGateway, type Clock } from '@gateway/core';
import { openStore } from '@gateway/store';
import { createAdapterFetch } from './adapter-fetch.js';
import { createAddressRules } from './addresses.js';
import { ConfigError, type Config } from './config.js';
import { createApp } from './http/app.js';
import { explainClientErrors } from './http/client-error.js';
import { explainExpectations } from './http/request-head.js';
import { localUrl } from './local-url.js';
import { linkOf } from './one-time-link.js';
import { openMedia } from './media/media.js';
import { drainable } from './drain.js';
import { holdRequests } from './early-requests.js';
import { createMetrics } from './metrics.js';
import { createOutgoing } from './outgoing.js';
import { createPasswords } from './passwords.js';
import { endpointsOf } from './platforms/endpoints.js';
import { findPlatforms } from './platforms/find-platforms.js';
import { reportUninstalled } from './platforms/report-uninstalled.js';
import { Sandbox } from './sandbox/sandbox.js';
import type { Secrets } from './secrets.js';
import { stopLimits } from './stop-limits.js';

/** What a folder that cannot be one, or cannot be written, answers. */
const folderErrors = new Set(['EACCES', 'EEXIST', 'ENOTDIR', 'EPERM', 'EROFS']);

export interface Service {
  /** Where it listens, such as `http://127.0.0.1:8100`. */
  readonly url: string;
  /**
   * Says that it is not ready, for `SHUTDOWN_DELAY_MS`, then takes no more requests, ends those under way, records everything, and
   * closes the database.
   */
  stop(): Promise<void>;
}

/** Puts the service together: database, core, HTTP. Throws `ConfigError` or a storage error with a sentence for the operator. */
export async function startService(config: Config, secrets: Secrets, log: Logger, clock: Clock): Promise<Service> {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 5000,
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
  });
  const drain = drainable(server);
  explainClientErrors(server, log);
  explainExpectations(server);
  const serve = holdRequests(server);
  await listen(server, config);
  const store = await openStore({ databaseUrl: config.databaseUrl ?? undefined, dataDir: config.dataDir }).catch(
    async (error: NodeJS.ErrnoException) => {
      server.close();
      throw config.databaseUrl === null && folderErrors.has(error.code ?? '')
        ? new ConfigError(
            `DATA_DIR is ${JSON.stringify(config.dataDir)}, where no database can be kept (${error.code}): it must be a folder that this user may write to.`,
          )
        : error;
    },
  );
  const media = await openMedia({
    folder: path.resolve(config.dataDir, 'spool'),
    exclusive: config.databaseUrl === null,
    maxSizeMb: config.maxMediaSizeMb,
    allowedDir: config.mediaAllowedDir,
  }).catch(async (error: NodeJS.ErrnoException) => {
    server.close();
    await store.close();
    throw new ConfigError(
      `DATA_DIR is ${JSON.stringify(config.dataDir)}, which cannot be written (${error.code}): attachments lie there while they are posted.`,
    );
  });
  const platforms = await findPlatforms(config.platformPackages, log);
  await reportUninstalled(store, platforms, log);
  const rules = createAddressRules({ privateAllowed: !config.useAuth, allowed: config.outboundAllowed });
  const outgoing = createOutgoing(rules);
  const adapters = createAdapterFetch(rules, log);
  const metrics = createMetrics();
  const sandbox = new Sandbox({ enabled: config.sandbox, dataDir: config.dataDir, platforms, store, log });
  const gateway = await startGateway({
    store,
    platforms,
    outgoing,
    passwords: createPasswords(),
    clock,
    log,
    meter: metrics,
    sealer: createSealer(secrets.encryptionKey, secrets.encryptionKeysPrevious),
    random: Math.random,
    bootstrapKey: config.bootstrapKey,
    defaultPromptChannelId: config.defaultPromptChannelId,
    publicUrl: config.publicUrl,
    endpointsOf: async (platform, account) =>
      (await sandbox.owns(platform.id, account)) ? await sandbox.endpoints() : endpointsOf(platform, config.endpoints),
    fetchFor: adapters.fetchFor,
    isLocal: (platform, account) => sandbox.owns(platform, account),
    leaseMs: config.leaseMs,
    cleanOnBoot: config.cleanOnBoot,
    callbacks: { secrets: secrets.signing, schedule: config.retrySchedule, timeoutMs: config.callbackTimeoutMs },
  });

  if (config.useAuth && (await store.keys.list(DEFAULT_ORGANIZATION, { limit: 1, before: null })).length === 0) {
    log.warn('There is no API key yet, so every call to /v1 is refused: set GATEWAY_API_KEY and start again.');
  }

  const setUp = await gateway.operators.setUp.link();
  if (setUp) {
    const link = linkOf(config.publicUrl ?? urlOf(server, config.host), 'setup', setUp.token);
    log.warn(`The console has no operator yet. Within 24 hours, become its first one here: ${link}`);
  }

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
        figures: () => store.metrics.read(),
        databaseCheck: gateway.databaseCheck,
        eventStreams: () => gateway.eventFeed.readers,
      },
    },
    access: { useAuth: config.useAuth, host: config.host, publicUrl: config.publicUrl },
    enableDocs: config.enableDocs,
    platforms,
    sandbox,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    isStopping: () => stopping,
    track: drain.track,
  });
  serve(app);

  return {
    url: urlOf(server, config.host),
    async stop() {
      stopping = true;
      if (config.shutdownDelayMs > 0) await delay(config.shutdownDelayMs);
      const end = async () => {
        gateway.endWaits();
        const cutOff = await drain.end(stopLimits.requests);
        if (cutOff > 0) log.warn({ requests: cutOff, afterMs: stopLimits.requests }, 'Stopping: requests were cut off');
        await gateway.stop();
        for (const each of [sandbox, store, outgoing, adapters])
          await each
            .close()
            .catch((error: unknown) => log.warn({ err: error }, 'Stopping: something could not be closed'));
      };
      const over = new AbortController();
      const late = delay(stopLimits.whole, true, { signal: over.signal }).catch(() => false);
      if (await Promise.race([end().finally(() => over.abort()), late]))
        log.warn({ afterMs: stopLimits.whole }, 'Stopping took too long: what was not recorded is done again');
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
