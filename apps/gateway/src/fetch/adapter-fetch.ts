import type { Logger } from 'pino';
import type { buildConnector } from 'undici';
import type { ConnectionContext, Platform } from '@gateway/platform-kit';
import type { AddressRules } from '../network/addresses.js';
import { failureOfProxy, type ProxyOf } from '../network/egress-proxy.js';
import { guardedLookup, REFUSED_ADDRESS } from '../network/outgoing.js';
import { createAdapterConnect } from './adapter-connect.js';

type Endpoints = Readonly<Record<string, string>>;

/** The network that adapters use. */
export interface AdapterFetch {
  /** The network of an account that uses these endpoints. */
  networkFor(
    platform: Pick<Platform, 'id' | 'endpoints'>,
    endpoints: Endpoints,
  ): Pick<ConnectionContext, 'fetch' | 'connect' | 'openDispatcher'>;
  close(): Promise<void>;
}

/**
 * Applies the address rules to adapters, except for endpoints that an operator configured. Each connection is checked by its resolved
 * address, so redirects are covered too. A proxy resolves names itself: then only literal addresses are checked here.
 */
export function createAdapterFetch(rules: AddressRules, proxyOf: ProxyOf | null, log: Logger): AdapterFetch {
  /** By configured origins. There are few, because they come from settings. */
  const opened = new Map<string, ReturnType<typeof open>>();

  function refused(host: string): Error | null {
    const refusal = rules.refusesHost(host);
    return refusal === null ? null : Object.assign(new Error(refusal), { code: REFUSED_ADDRESS });
  }

  async function open(configured: readonly string[]) {
    const [{ Agent, buildConnector }, { requestFetch }] = await Promise.all([
      import('undici'),
      import('./request-fetch.js'),
    ]);
    const unguarded = buildConnector({ timeout: 10_000 });
    const guarded = buildConnector({ timeout: 10_000, lookup: guardedLookup(rules) });
    const direct = new Agent({
      connect(options, callback) {
        if (configured.includes(originOf(options))) return unguarded(options, callback);
        const refusal = refused(options.hostname);
        if (refusal) callback(refusal, null);
        else guarded(options, callback);
      },
    });
    const agent = proxyOf
      ? new (await import('./proxy-dispatcher.js')).ProxyDispatcher(direct, proxyOf, ({ origin, hostname }) =>
          configured.includes(origin) ? null : refused(hostname),
        )
      : direct;
    return { agent, send: requestFetch(agent) };
  }

  return {
    networkFor({ id, endpoints: declared }, endpoints) {
      const configured = Object.entries(endpoints).flatMap(([name, url]) =>
        url === declared[name]?.default ? [] : new URL(url).origin,
      );
      const origins = configured.toSorted();
      const key = origins.join(' ');
      const openOnce = () => {
        const opening = opened.get(key) ?? open(origins);
        opened.set(key, opening);
        return opening;
      };
      const fetchThere: typeof fetch = async (input, init) => {
        const { send } = await openOnce();
        try {
          return await send(input, init);
        } catch (error) {
          const { code, message: refusedBecause } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
          if (code === REFUSED_ADDRESS)
            log.warn({ platform: id, reason: refusedBecause }, 'An adapter was not allowed to reach an address');
          const isProxied = proxyOf !== null && proxyOf(new URL(input instanceof Request ? input.url : input)) !== null;
          const reason = isProxied ? failureOfProxy(error) : null;
          if (reason === null) throw error;
          log.warn(
            { platform: id, reason },
            /^\d+$/.test(reason)
              ? 'The proxy refused a connection of an adapter'
              : 'The proxy cannot be reached by an adapter',
          );
          const failure = Object.assign(new Error('The proxy did not make the connection.'), {
            code: `EPROXY_${reason}`,
          });
          throw new TypeError('fetch failed', { cause: failure });
        }
      };
      const connect = createAdapterConnect({ rules, proxyOf, log, platform: id, configured: origins });
      return { fetch: fetchThere, connect, ...(proxyOf && { openDispatcher: async () => (await openOnce()).agent }) };
    },
    async close() {
      await Promise.all([...opened.values()].map(async (opening) => await (await opening).agent.destroy()));
    },
  };
}

function originOf({ protocol, hostname, port }: buildConnector.Options): string {
  return new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}`).origin;
}
