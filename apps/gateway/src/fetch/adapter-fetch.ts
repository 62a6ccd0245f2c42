import type { Logger } from 'pino';
import type { buildConnector } from 'undici';
import type { Platform } from '@gateway/platform-kit';
import type { AddressRules } from '../addresses.js';
import { guardedLookup, REFUSED_ADDRESS } from '../outgoing.js';

type Endpoints = Readonly<Record<string, string>>;

/** The `fetch` that adapters use. */
export interface AdapterFetch {
  /** A `fetch` for an account that uses these endpoints. */
  fetchFor(platform: Pick<Platform, 'id' | 'endpoints'>, endpoints: Endpoints): typeof fetch;
  close(): Promise<void>;
}

/**
 * Applies the address rules to adapters, except for endpoints that an operator configured. Each connection is checked by its resolved
 * address, so redirects are covered too.
 */
export function createAdapterFetch(rules: AddressRules, log: Logger): AdapterFetch {
  /** By configured origins. There are few, because they come from settings. */
  const opened = new Map<string, ReturnType<typeof open>>();

  async function open(configured: readonly string[]) {
    const [{ Agent, buildConnector }, { requestFetch }] = await Promise.all([
      import('undici'),
      import('./request-fetch.js'),
    ]);
    const unguarded = buildConnector({ timeout: 10_000 });
    const guarded = buildConnector({ timeout: 10_000, lookup: guardedLookup(rules) });
    const agent = new Agent({
      connect(options, callback) {
        if (configured.includes(originOf(options))) return unguarded(options, callback);
        const refusal = rules.refusesHost(options.hostname);
        if (refusal === null) guarded(options, callback);
        else callback(Object.assign(new Error(refusal), { code: REFUSED_ADDRESS }), null);
      },
    });
    return { agent, send: requestFetch(agent) };
  }

  return {
    fetchFor({ id, endpoints: declared }, endpoints) {
      const configured = Object.entries(endpoints).flatMap(([name, url]) =>
        url === declared[name]?.default ? [] : new URL(url).origin,
      );
      const origins = configured.toSorted();
      const key = origins.join(' ');
      return async (input, init) => {
        const opening = opened.get(key) ?? open(origins);
        opened.set(key, opening);
        const { send } = await opening;
        try {
          return await send(input, init);
        } catch (error) {
          const { code, message } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
          if (code === REFUSED_ADDRESS)
            log.warn({ platform: id, reason: message }, 'An adapter was not allowed to reach an address');
          throw error;
        }
      };
    },
    async close() {
      await Promise.all([...opened.values()].map(async (opening) => await (await opening).agent.destroy()));
    },
  };
}

function originOf({ protocol, hostname, port }: buildConnector.Options): string {
  return new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}`).origin;
}
