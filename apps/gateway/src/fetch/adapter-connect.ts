import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect, isIPv6, type Socket } from 'node:net';
import { PlatformError, startTls, unreachable, type OpenSocket } from '@gateway/platform-kit';
import type { Logger } from 'pino';
import type { AddressRules } from '../network/addresses.js';
import type { ProxyOf } from '../network/egress-proxy.js';
import { guardedLookup, REFUSED_ADDRESS, withoutUser } from '../network/outgoing.js';

const TIMEOUT_MS = 10_000;

export interface AdapterConnectOptions {
  readonly rules: AddressRules;
  /** Null: no proxy is used. */
  readonly proxyOf: ProxyOf | null;
  readonly log: Pick<Logger, 'warn'>;
  /** The id of the platform, for the log. */
  readonly platform: string;
  /** Origins that an operator set. The rules do not apply to their hosts at their ports. */
  readonly configured: readonly string[];
  readonly resolve?: typeof lookup;
}

/**
 * Opens the sockets of an adapter by the address rules. A name is resolved once, for the check and the connection. A proxy resolves
 * names itself: then only literal addresses are checked.
 */
export function createAdapterConnect(options: AdapterConnectOptions): OpenSocket {
  const { rules, proxyOf, log, platform } = options;
  const exempt = new Set(options.configured.map((origin) => placeOf(new URL(origin))));

  function refuse(place: string, reason: string, cause: unknown): never {
    log.warn({ platform, reason }, 'An adapter was not allowed to reach an address');
    const error = new PlatformError('unavailable', `The gateway does not connect to ${place}.`, { hint: reason });
    throw Object.assign(error, { cause });
  }

  return async ({ host, port, tls, signal: given }) => {
    const target = urlOf(host, port, tls !== undefined && tls !== false);
    const place = placeOf(target);
    const name = target.hostname.replace(/^\[|\]$/g, '');
    const isExempt = exempt.has(place);
    const refusal = isExempt ? null : rules.refusesHost(name);
    if (refusal !== null) refuse(place, refusal, { code: REFUSED_ADDRESS });
    const late = AbortSignal.timeout(TIMEOUT_MS);
    const signal = given ? AbortSignal.any([given, late]) : late;
    const proxy = proxyOf?.(target) ?? null;
    try {
      signal.throwIfAborted();
      const guard = isExempt ? {} : { lookup: guardedLookup(rules, options.resolve) as never };
      const socket = proxy
        ? await tunnel(new URL(proxy), place, signal)
        : await opened(connect({ host: name, port, ...guard }), signal);
      if (tls === undefined || tls === false) return socket;
      return await secured(socket, signal, startTls(socket, name, tls === true ? {} : tls));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === REFUSED_ADDRESS) refuse(place, message, { code });
      throw unreachable(place, late.aborted ? { code: 'ETIMEDOUT' } : error, 'the host, the port and TLS');
    }
  };
}

/** The target in the form in which URLs are compared: with the usual form of an address, so that `2130706433` is `127.0.0.1`. */
function urlOf(host: string, port: number, isSecure: boolean): URL {
  const bare = host.replace(/^\[|\]$/g, '');
  const isHost = isIPv6(bare) ? !bare.includes('%') : /^[^\s/?#@\\:%[\]]{1,255}$/.test(bare);
  const address = `${isSecure ? 'https' : 'http'}://${isIPv6(bare) ? `[${bare}]` : bare}:${port}`;
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  if (!isHost || !isPort || !URL.canParse(address))
    throw new PlatformError('invalid', 'A socket needs a host and a port from 1 to 65535.', {
      hint: 'Check the server in the credentials.',
    });
  return new URL(address);
}

const placeOf = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' || protocol === 'wss:' ? '443' : '80')}`;

async function opened(socket: Socket, signal: AbortSignal): Promise<Socket> {
  return await secured(
    socket,
    signal,
    once(socket, 'connect', { signal }).then(() => socket),
  );
}

/** Waits for a step of a socket. Destroys the socket when it fails or the signal aborts. */
async function secured<S extends Socket>(socket: Socket, signal: AbortSignal, step: Promise<S>): Promise<S> {
  const stop = () => void socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await step;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Opens a tunnel through a proxy. */
async function tunnel(proxy: URL, place: string, signal: AbortSignal): Promise<Socket> {
  const { address, authorization } = withoutUser(proxy.href);
  const send = address.protocol === 'https:' ? secureRequest : plainRequest;
  const headers = {
    host: place,
    ...(authorization['authorization'] && { 'proxy-authorization': authorization['authorization'] }),
  };
  const asked = send({
    host: address.hostname.replace(/^\[|\]$/g, ''),
    port: address.port || (address.protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: place,
    headers,
    agent: false,
    signal,
  });
  const answered = Promise.race([once(asked, 'connect'), once(asked, 'response').then(([reply]) => [reply, null])]);
  asked.end();
  const [reply, socket, head] = (await answered.catch((error: NodeJS.ErrnoException) => {
    throw Object.assign(new Error('The proxy cannot be reached.'), { code: `EPROXY_${error.code ?? 'FAILED'}` });
  })) as [IncomingMessage, Socket | null, Buffer];
  if (socket === null || reply.statusCode !== 200) {
    asked.destroy();
    socket?.destroy();
    throw Object.assign(new Error('The proxy refused the connection.'), { code: `EPROXY_${reply.statusCode}` });
  }
  if (head.length > 0) socket.unshift(head);
  return socket;
}
