import { lookup, type LookupOptions } from 'node:dns';
import type { Dispatcher } from 'undici';
import { ReceiverTimeout, type Outgoing } from '@gateway/core';
import type { AddressRules } from './addresses.js';
import type { ProxyOf } from './egress-proxy.js';
import { receiverResponse } from './receiver-response.js';

export interface OutgoingConnections extends Outgoing {
  /** The connections, which apply the rules to each resolved address. The caller applies them to the host. */
  dispatcher(): Promise<Dispatcher>;
  close(): Promise<void>;
}

/**
 * Posts to receivers over keep-alive connections. The rules are applied to the resolved address of each connection. A proxy resolves
 * names itself: then only literal addresses are checked. `proxyOf` null: no proxy is used.
 */
export function createOutgoing(
  rules: AddressRules,
  proxyOf: ProxyOf | null,
  { httpsOnly = false }: { readonly httpsOnly?: boolean } = {},
): OutgoingConnections {
  let opened: Promise<Dispatcher> | null = null;
  const openAgent = async () => {
    const undici = await import('undici');
    const direct = new undici.Agent({
      connections: 32,
      pipelining: 1,
      keepAliveTimeout: 10_000,
      maxResponseSize: -1,
      connect: { timeout: 10_000, lookup: guardedLookup(rules) },
    });
    if (!proxyOf) return direct;
    const { ProxyDispatcher } = await import('../fetch/proxy-dispatcher.js');
    // `post` applies the rules to the host before each request.
    return new ProxyDispatcher(direct, proxyOf, () => null);
  };
  const dispatcher = () => (opened ??= openAgent());
  const refusesAddress = ({ protocol, hostname }: URL) =>
    httpsOnly && protocol !== 'https:' ? 'The address must begin with https://.' : rules.refusesHost(hostname);

  return {
    refuses: (url) => refusesAddress(new URL(url)),
    dispatcher,
    async post({ url, headers, body, timeoutMs, signal }) {
      const { address, authorization } = withoutUser(url);
      const refusal = refusesAddress(address);
      if (refusal !== null) throw new Error(refusal);
      const request = {
        origin: address.origin,
        path: address.pathname + address.search,
        method: 'POST' as const,
        headers: { 'user-agent': 'gateway/0.1', ...authorization, ...headers },
        body,
        headersTimeout: 0,
        bodyTimeout: 0,
      };
      try {
        return await receiverResponse(await dispatcher(), request, { timeoutMs, signal });
      } catch (error) {
        if (error instanceof ReceiverTimeout) throw error;
        throw isConnectTimeout(error) ? new ReceiverTimeout(reasonOf(error)) : new Error(reasonOf(error));
      }
    },
    close: async () => await (await opened)?.destroy(),
  };
}

/** The code of errors that say why an address may not be reached. */
export const REFUSED_ADDRESS = 'EREFUSED_ADDRESS';

/** A lookup for sockets: it resolves a name once, and returns only addresses that may be reached. */
export function guardedLookup(rules: AddressRules, resolve: typeof lookup = lookup) {
  type Callback = (
    error: NodeJS.ErrnoException | null,
    address: string | { address: string; family: number }[],
    family?: number,
  ) => void;
  return (host: string, options: LookupOptions, callback: Callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const refusals = addresses.map(({ address }) => rules.refusesAddress(host, address));
      const open = addresses.filter((_, index) => refusals[index] === null);
      const [first] = open;
      if (!first)
        return callback(
          Object.assign(new Error(refusals[0] ?? `${host} has no address.`), { code: REFUSED_ADDRESS }),
          '',
        );
      if (options.all) callback(null, open);
      else callback(null, first.address, first.family);
    });
  };
}

/** Turns a user in the address into basic authentication, so that no error text or log line contains the password. */
export function withoutUser(url: string): { address: URL; authorization: Record<string, string> } {
  const address = new URL(url);
  if (address.username === '' && address.password === '') return { address, authorization: {} };
  const user = `${decoded(address.username)}:${decoded(address.password)}`;
  address.username = '';
  address.password = '';
  return { address, authorization: { authorization: `Basic ${Buffer.from(user).toString('base64')}` } };
}

/** Keeps a % that is not an escape, as browsers and curl do. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isConnectTimeout(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'UND_ERR_CONNECT_TIMEOUT';
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The receiver could not be reached.';
  const { code } = error as NodeJS.ErrnoException;
  const known: Record<string, string> = {
    ECONNREFUSED: 'The receiver refused the connection: nothing listens there.',
    ECONNRESET: 'The receiver closed the connection.',
    UND_ERR_SOCKET: 'The receiver closed the connection.',
    ENOTFOUND: "The receiver's name does not resolve.",
    EAI_AGAIN: "The receiver's name does not resolve at the moment.",
    UND_ERR_CONNECT_TIMEOUT: 'The receiver could not be reached in time.',
  };
  return (code !== undefined && known[code]) || error.message || 'The receiver could not be reached.';
}
