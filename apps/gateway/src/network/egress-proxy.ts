import { isIP } from 'node:net';
import { createNetworks, isLoopback } from './addresses.js';

export interface ProxySettings {
  /** The proxy for `https` and `wss` addresses; null: none. */
  readonly https: string | null;
  /** The proxy for `http` and `ws` addresses; null: none. */
  readonly http: string | null;
  /** Hosts that are reached directly, in the form of `NO_PROXY`. */
  readonly except: readonly string[];
}

/** The proxy for an address; null: it is reached directly. */
export type ProxyOf = (url: URL) => string | null;

/**
 * Decides by the rules that most programs follow: an entry of `NO_PROXY` covers a host and its subdomains, at one port if it names
 * one; `*` covers all. Addresses and networks cover only literal addresses, because the proxy resolves names. This machine is always
 * reached directly.
 */
export function createProxyOf({ https, http, except }: ProxySettings): ProxyOf {
  const isNetwork = (entry: string) => isIP(entry.replace(/\/\d+$/, '')) !== 0;
  const isInNetworks = createNetworks(except.filter(isNetwork));
  const hosts = except
    .filter((entry) => !isNetwork(entry))
    .map((entry) => {
      const [, name = '', port = ''] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      return { name, port };
    });

  return (url) => {
    const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
    const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    const port = url.port || (isSecure ? '443' : '80');
    const isExcepted = hosts.some(
      (entry) =>
        entry.name === '*' ||
        ((entry.port === '' || entry.port === port) && (host === entry.name || host.endsWith(`.${entry.name}`))),
    );
    return isExcepted || isLoopback(host) || isInNetworks(host) ? null : isSecure ? https : http;
  };
}

/** Why a request through a proxy did not get past it: its status, or the code of the network error. Null: the error has another reason. */
export function failureOfProxy(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const status = /^Proxy response \((\d+)\)/.exec(cause.message)?.[1];
    if (status !== undefined) return status;
    // The proxy is the only host to which such a request connects from here.
    const { syscall, code } = cause as NodeJS.ErrnoException;
    const isConnecting = syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT';
    if (isConnecting && code !== undefined) return code;
  }
  return null;
}
