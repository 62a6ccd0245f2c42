import type { Request } from 'express';
import { openPrincipal, type Gateway, type Principal } from '@gateway/core';
import { HttpError } from './errors.js';

export interface AccessRules {
  readonly useAuth: boolean;
  /** The configured listening host: a name under which an open gateway may be called beside loopback ones. */
  readonly host: string;
}

/** Finds out who calls `/v1`. */
export function authenticator(gateway: Gateway, rules: AccessRules): (request: Request) => Promise<Principal> {
  return async (request) => {
    const address = addressOf(request);
    if (!rules.useAuth) {
      refuseStrangers(request, rules.host);
      return { ...openPrincipal, address };
    }
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string' || key === '')
      throw new HttpError(401, { detail: 'Invalid or missing API key: send it in the X-API-Key header.' });
    const principal = await gateway.keys.authenticate(key, address);
    if (!principal)
      throw new HttpError(401, { detail: 'Invalid or missing API key: this one is unknown, mistyped or revoked.' });
    return principal;
  };
}

/**
 * An open gateway answers only this machine: a page elsewhere that a browser here happens to show must not reach it, neither
 * directly (a foreign Origin) nor under a name of its own that resolves to this machine (a foreign Host).
 */
function refuseStrangers(request: Request, configuredHost: string): void {
  const host = request.headers.host ?? '';
  const name = hostName(host);
  if (!isLoopback(name) && name !== configuredHost.toLowerCase()) {
    throw new HttpError(403, {
      detail: `Without authentication only this machine is answered, not calls to ${JSON.stringify(name)}: set USE_AUTH=true, or HOST to the name that you call.`,
    });
  }
  const { origin } = request.headers;
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) {
    throw new HttpError(403, {
      detail: 'Without authentication pages of other origins are not answered: set USE_AUTH=true and send a key.',
    });
  }
}

/** The peer's address; an IPv4 one also where the socket serves both families. */
export function addressOf(request: Pick<Request, 'socket'>): string | null {
  return request.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? null;
}

/** Whether a `Host` header names this machine itself, which no other machine can be reached by. */
export function isOfThisMachine(host: string): boolean {
  return isLoopback(hostName(host));
}

function hostName(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase();
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}
