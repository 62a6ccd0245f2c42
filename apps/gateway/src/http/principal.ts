import type { Request, Response } from 'express';
import { openPrincipal, type Gateway, type Principal } from '@gateway/core';
import type { Route } from '@gateway/contract';
import { refuseCrossSite } from './cross-site.js';
import { HttpError } from './errors.js';
import { addressOf, isMadeHere } from './forwarded.js';
import type { SessionCookie } from './session-cookie.js';

export interface AccessRules {
  readonly useAuth: boolean;
  /** The configured listening host: a name under which an open gateway may be called beside loopback ones. */
  readonly host: string;
  readonly publicUrl: string | null;
}

/** Finds out who makes a request; may renew the session's cookie on the response. */
export type Authenticate = (request: Request, response: Response) => Promise<Principal>;

/** How each route finds out who calls: by a key or an operator's session, by a session alone, or not at all. */
export function authenticators(
  gateway: Gateway,
  rules: AccessRules,
  cookie: SessionCookie,
): (route: Pick<Route, 'scopes' | 'path'>) => Authenticate {
  const refuseOthers = (request: Request): void => {
    if (!rules.useAuth) refuseStrangers(request, rules.host);
  };

  /** Null: there is no cookie. Undefined: the session it names has ended. */
  async function operatorOf(request: Request, response: Response): Promise<Principal | null | undefined> {
    const token = cookie.read(request.headers);
    refuseCrossSite(request, { publicUrl: rules.publicUrl, hasCookie: token !== null });
    if (token === null) return null;
    const recognised = await gateway.operators.sessions.recognise(token, addressOf(request));
    if (recognised?.newToken) response.setHeader('set-cookie', cookie.write(request.headers, recognised.newToken));
    return recognised?.principal;
  }

  /** `/v1`: a key goes before a cookie. */
  const byKeyOrSession: Authenticate = async (request, response) => {
    refuseOthers(request);
    const address = addressOf(request);
    const key = request.headers['x-api-key'];
    if (rules.useAuth && typeof key === 'string' && key !== '') {
      const principal = await gateway.keys.authenticate(key, address);
      if (principal) return principal;
      throw new HttpError(401, { detail: 'Invalid or missing API key: this one is unknown, mistyped or revoked.' });
    }
    if (cookie.read(request.headers) !== null) {
      const operator = await operatorOf(request, response);
      if (operator) return operator;
      throw signInAgain();
    }
    if (rules.useAuth)
      throw new HttpError(401, { detail: 'Invalid or missing API key: send it in the X-API-Key header.' });
    return { ...openPrincipal, address };
  };

  /** What only an operator may do, in person. */
  const bySession: Authenticate = async (request, response) => {
    refuseOthers(request);
    const operator = await operatorOf(request, response);
    if (operator) return operator;
    if (operator === undefined) throw signInAgain();
    if (request.headers['x-api-key'])
      throw new HttpError(403, { detail: 'Only an operator who is signed in to the console may do this, not a key.' });
    throw new HttpError(401, { detail: 'Sign in to the console first.' });
  };

  /** Signing in and what leads to it: whoever is there already is known. */
  const visitor: Authenticate = async (request, response) => {
    refuseOthers(request);
    return (await operatorOf(request, response)) ?? { ...nobody, address: addressOf(request) };
  };

  return ({ scopes, path }) => {
    if (scopes === null) return path.startsWith('/console/') ? visitor : async () => nobody;
    return scopes.length === 0 ? bySession : byKeyOrSession;
  };
}

const nobody: Principal = { ...openPrincipal, scopes: new Set() };

const signInAgain = () => new HttpError(401, { detail: 'Your session has ended: sign in to the console again.' });

/**
 * An open gateway answers only this machine, unless HOST names an address that others call it by. A page elsewhere that a browser
 * here happens to show must not reach it either: neither directly (a foreign Origin) nor under a name of its own that resolves to
 * this machine (a foreign Host).
 */
function refuseStrangers(request: Request, configuredHost: string): void {
  const host = request.headers.host ?? '';
  const name = hostName(host);
  if (!isLoopback(name) && name !== configuredHost.toLowerCase()) {
    throw new HttpError(403, {
      detail: `Without authentication only this machine is answered, not calls to ${JSON.stringify(name)}: set USE_AUTH=true, or HOST to the name that you call.`,
    });
  }
  // Whoever asks writes the Host that they like: it keeps out pages, and this keeps out programs elsewhere.
  if ((isLoopback(name) || name === '0.0.0.0') && !isMadeHere(addressOf(request), request.headers)) {
    throw new HttpError(403, {
      detail:
        'Without authentication only this machine is answered, and this request comes from another one or through a proxy: set USE_AUTH=true.',
    });
  }
  const { origin } = request.headers;
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) {
    throw new HttpError(403, {
      detail: 'Without authentication pages of other origins are not answered: set USE_AUTH=true and send a key.',
    });
  }
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
