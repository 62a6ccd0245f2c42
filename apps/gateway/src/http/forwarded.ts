import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { createNetworks, isLoopback, unmapped } from '../addresses.js';

/** Whether a request was made on this machine: neither from elsewhere, nor passed on by a proxy that says so. */
export function isMadeHere(address: string | null, headers: IncomingHttpHeaders): boolean {
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  return address !== null && isLoopback(address) && !isPassedOn;
}

/**
 * Believes `X-Forwarded-For` and `X-Forwarded-Proto` of these proxies, and of nobody else. The one place that decides it: where a
 * request comes from is `addressOf`, and `X-Forwarded-Proto` of others is gone.
 */
export function trustProxies(app: Express, proxies: readonly string[], log: Logger): void {
  const trusted = createNetworks(proxies);
  const isTrusted = (address: string | undefined): boolean => trusted(bare(address) ?? '');
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

/** The address that a request comes from: the peer's, or the one that trusted proxies name. An IPv4 address is never written as IPv6. */
export function addressOf(
  request: Pick<IncomingMessage, 'socket'> & { readonly ip?: string | undefined },
): string | null {
  return bare(request.ip) ?? bare(request.socket.remoteAddress);
}

/** Without the port that some proxies add; null: it is no address. */
function bare(text: string | undefined): string | null {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text ?? '') ?? [];
  const address = bracketed ?? dotted ?? text ?? '';
  return isIP(address) === 0 ? null : unmapped(address);
}
