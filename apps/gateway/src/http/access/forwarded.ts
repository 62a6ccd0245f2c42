import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { createNetworks, isLoopback, unmapped } from '../../addresses.js';

/** Whether a request was made on this machine, and not forwarded by a proxy that says so in its headers. */
export function isLocalRequest(address: string | null, headers: IncomingHttpHeaders): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  return address !== null && isLoopback(address) && !isForwarded;
}

/**
 * Trusts `X-Forwarded-For` and `X-Forwarded-Proto` only from these proxies. This is the only place that decides it: `addressOf` uses
 * the result, and `X-Forwarded-Proto` of other senders is deleted.
 */
export function trustProxies(app: Express, proxies: readonly string[], log: Logger): void {
  const trusted = createNetworks(proxies);
  const isTrusted = (address: string | undefined): boolean => trusted(withoutPort(address) ?? '');
  app.set('trust proxy', isTrusted);
  let warned = false;
  app.use((request, _response, next) => {
    if (!isTrusted(request.socket.remoteAddress)) {
      delete request.headers['x-forwarded-proto'];
      if (!warned && request.headers['x-forwarded-for'] !== undefined) {
        warned = true;
        log.warn(
          { address: addressOf(request) },
          'X-Forwarded-For is ignored: the address that sent it is not in TRUSTED_PROXIES',
        );
      }
    }
    next();
  });
}

/** The client address of a request: the peer's, or the one that trusted proxies report. IPv4 addresses are never written as IPv6. */
export function addressOf(
  request: Pick<IncomingMessage, 'socket'> & { readonly ip?: string | undefined },
): string | null {
  return withoutPort(request.ip) ?? withoutPort(request.socket.remoteAddress);
}

/** Removes the port that some proxies add; null: not an IP address. */
function withoutPort(text: string | undefined): string | null {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text ?? '') ?? [];
  const address = bracketed ?? dotted ?? text ?? '';
  return isIP(address) === 0 ? null : unmapped(address);
}
