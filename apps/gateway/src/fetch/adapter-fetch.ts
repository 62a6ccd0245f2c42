import type { Logger } from 'pino';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { ConnectionContext, Platform } from '@gateway/platform-kit';
import type { AddressRules } from '../addresses.js';
import { ProxyDispatcher, statusOfProxy, type ProxyOf } from '../egress-proxy.js';
import { guardedLookup, REFUSED_ADDRESS } from '../outgoing.js';
import { requestFetch } from './request-fetch.js';

type Endpoints = Readonly<Record<string, string>>;

/** The network that adapters use. */
export interface AdapterFetch {
  /** The network of an account that uses these endpoints. */
  networkFor(
    platform: Pick<Platform, 'id' | 'endpoints'>,
    endpoints: Endpoints,
  ): Pick<ConnectionContext, 'fetch' | 'dispatcher'>;
  close(): Promise<void>;
}

/**
 * Applies the address rules to adapters, except for endpoints that an operator configured. Each connection is checked by its resolved
 * address, so redirects are covered too. A proxy resolves names itself: then only literal addresses are checked here.
 */
export function createAdapterFetch(rules: AddressRules, proxyOf: ProxyOf | null, log: Logger): AdapterFetch {
  const unguarded = buildConnector({ timeout: 10_000 });
  const guarded = buildConnector({ timeout: 10_000, lookup: guardedLookup(rules) });
  /** By configured origins. There are few, because they come from settings. */
  const agents = new Map<string, Dispatcher>();

  function refused(host: string): Error | null {
    const refusal = rules.refusesHost(host);
    return refusal === null ? null : Object.assign(new Error(refusal), { code: REFUSED_ADDRESS });
  }

  function agentFor(configured: readonly string[]): Dispatcher {
    const name = configured.join(' ');
    const known = agents.get(name);
    if (known) return known;
    const direct = new Agent({
      connect(options, callback) {
        if (configured.includes(originOf(options))) return unguarded(options, callback);
        const refusal = refused(options.hostname);
        if (refusal) callback(refusal, null);
        else guarded(options, callback);
      },
    });
    const agent = proxyOf
      ? new ProxyDispatcher(direct, proxyOf, ({ origin, hostname }) =>
          configured.includes(origin) ? null : refused(hostname),
        )
      : direct;
    agents.set(name, agent);
    return agent;
  }

  return {
    networkFor({ id, endpoints: declared }, endpoints) {
      const dispatcher = agentFor(configuredOrigins(declared, endpoints));
      const send = requestFetch(dispatcher);
      const fetchThere: typeof fetch = async (input, init) => {
        try {
          return await send(input, init);
        } catch (error) {
          const { code, message } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
          if (code === REFUSED_ADDRESS)
            log.warn({ platform: id, reason: message }, 'An adapter was not allowed to reach an address');
          const status = statusOfProxy(error);
          if (status === null) throw error;
          log.warn({ platform: id, status }, 'The proxy refused a connection of an adapter');
          const refusal = Object.assign(new Error('The proxy refused the connection.'), { code: `EPROXY_${status}` });
          throw new TypeError('fetch failed', { cause: refusal });
        }
      };
      return { fetch: fetchThere, ...(proxyOf && { dispatcher }) };
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

/** The origins that an operator configured, sorted. */
function configuredOrigins(declared: Platform['endpoints'], endpoints: Endpoints): string[] {
  return Object.entries(endpoints)
    .flatMap(([name, url]) => (url === declared[name]?.default ? [] : new URL(url).origin))
    .toSorted();
}

function originOf({ protocol, hostname, port }: buildConnector.Options): string {
  return new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}`).origin;
}
