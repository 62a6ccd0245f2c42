import type { Logger } from 'pino';
import { Agent, buildConnector } from 'undici';
import type { Platform } from '@gateway/platform-kit';
import type { AddressRules } from './addresses.js';
import { guardedLookup, REFUSED_ADDRESS } from './outgoing.js';

type Endpoints = Readonly<Record<string, string>>;

/** The `fetch` that adapters are lent. */
export interface AdapterFetch {
  /** For an account of a platform whose root addresses are these. */
  fetchFor(platform: Pick<Platform, 'id' | 'endpoints'>, endpoints: Endpoints): typeof fetch;
  close(): Promise<void>;
}

/**
 * Binds adapters to the rules for callbacks, but for root addresses that are not the platform's own: an operator chose those. Hosts
 * are checked at each connection, so also after a redirect, and names on what they resolve to.
 */
export function createAdapterFetch(rules: AddressRules, log: Logger): AdapterFetch {
  const free = buildConnector({ timeout: 10_000 });
  const guarded = buildConnector({ timeout: 10_000, lookup: guardedLookup(rules) });
  /** By the root addresses that operators chose: few, for they are settings. */
  const agents = new Map<string, Agent>();

  function agentFor(chosen: readonly string[]): Agent {
    const name = chosen.join(' ');
    const known = agents.get(name);
    if (known) return known;
    const agent = new Agent({
      connect(options, callback) {
        if (chosen.includes(originOf(options))) return free(options, callback);
        const refusal = rules.refusesHost(options.hostname);
        if (refusal === null) guarded(options, callback);
        else callback(Object.assign(new Error(refusal), { code: REFUSED_ADDRESS }), null);
      },
    });
    agents.set(name, agent);
    return agent;
  }

  return {
    fetchFor({ id, endpoints: own }, endpoints) {
      const chosen = Object.entries(endpoints).flatMap(([name, url]) =>
        url === own[name]?.default ? [] : new URL(url).origin,
      );
      const dispatcher = agentFor(chosen.toSorted());
      return async (input, init) => {
        // Node's own types describe another version of undici's dispatcher.
        const bound: object = { ...init, dispatcher };
        try {
          return await fetch(input, bound);
        } catch (error) {
          const { code, message } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
          if (code === REFUSED_ADDRESS)
            log.warn({ platform: id, reason: message }, 'An adapter may not reach an address');
          throw error;
        }
      };
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

function originOf({ protocol, hostname, port }: buildConnector.Options): string {
  return new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}`).origin;
}
