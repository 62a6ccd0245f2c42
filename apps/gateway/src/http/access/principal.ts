import type { IncomingMessage, ServerResponse } from 'node:http';
import { openPrincipal, type Gateway, type Principal } from '@gateway/core';
import type { Route } from '@gateway/contract';
import { refuseCrossSite } from './cross-site.js';
import { HttpError } from '../errors/errors.js';
import { addressOf, isLocalRequest } from './forwarded.js';
import type { SessionCookie } from './session-cookie.js';

export interface AccessRules {
  readonly useAuth: boolean;
  /** The configured listening host. An open gateway (without authentication) may be called by this name, and by loopback names. */
  readonly host: string;
  readonly publicUrl: string | null;
}

/** Identifies the caller of a request. May renew the session's cookie on the response. */
export type Authenticate = (request: IncomingMessage, response: ServerResponse) => Promise<Principal>;

export interface Authenticators {
  /** How a route identifies its caller: by a key or an operator's session, by a session only, or not at all. */
  readonly of: (route: Pick<Route, 'scopes' | 'path'>) => Authenticate;
  /** By a key only, in `X-API-Key` or as a bearer token. */
  readonly byKey: (request: IncomingMessage) => Promise<Principal>;
  /** Throws when an open gateway does not answer this caller. */
  readonly rejectUnlessAllowed: (request: IncomingMessage) => void;
}

export function authenticators(gateway: Gateway, rules: AccessRules, cookie: SessionCookie): Authenticators {
  const rejectUnlessAllowed = (request: IncomingMessage): void => {
    if (!rules.useAuth) rejectRemoteCallers(request, rules.host);
  };

  /** Null: the request has no cookie. Undefined: the session of its cookie has ended. */
  async function operatorOf(request: IncomingMessage, response: ServerResponse): Promise<Principal | null | undefined> {
    const token = cookie.read(request.headers);
    refuseCrossSite(request, { publicUrl: rules.publicUrl, hasCookie: token !== null });
    if (token === null) return null;
    const recognised = await gateway.operators.sessions.recognise(token, addressOf(request));
    if (recognised?.newToken) response.setHeader('set-cookie', cookie.write(request.headers, recognised.newToken));
    return recognised?.principal;
  }

  async function holderOf(key: string, address: string | null): Promise<Principal> {
    const principal = await gateway.keys.authenticate(key, address);
    if (principal) return principal;
    throw new HttpError(401, {
      detail: 'Invalid or missing API key: this one is unknown, mistyped, revoked or expired.',
    });
  }

  /** For `/v1`. A key takes precedence over a cookie. */
  const byKeyOrSession: Authenticate = async (request, response) => {
    rejectUnlessAllowed(request);
    const address = addressOf(request);
    const key = request.headers['x-api-key'];
    if (rules.useAuth && typeof key === 'string' && key !== '') return await holderOf(key, address);
    if (cookie.read(request.headers) !== null) {
      const operator = await operatorOf(request, response);
      if (operator) return operator;
      throw signInAgain();
    }
    if (rules.useAuth)
      throw new HttpError(401, { detail: 'Invalid or missing API key: send it in the X-API-Key header.' });
    return { ...openPrincipal, address };
  };

  /** For what only a signed-in operator may do. */
  const bySession: Authenticate = async (request, response) => {
    rejectUnlessAllowed(request);
    const operator = await operatorOf(request, response);
    if (operator) return operator;
    if (operator === undefined) throw signInAgain();
    if (request.headers['x-api-key'])
      throw new HttpError(403, {
        detail: 'Only an operator who is signed in to the console may do this, not an API key.',
      });
    throw new HttpError(401, { detail: 'Sign in to the console first.' });
  };

  /** For signing in and its links: a session is used if there is one. */
  const bySessionOrAnonymous: Authenticate = async (request, response) => {
    rejectUnlessAllowed(request);
    return (await operatorOf(request, response)) ?? { ...anonymous, address: addressOf(request) };
  };

  return {
    rejectUnlessAllowed,
    of: ({ scopes, path }) => {
      if (scopes === null) return path.startsWith('/console/') ? bySessionOrAnonymous : async () => anonymous;
      return scopes.length === 0 ? bySession : byKeyOrSession;
    },
    async byKey(request) {
      rejectUnlessAllowed(request);
      const address = addressOf(request);
      if (!rules.useAuth) return { ...openPrincipal, address };
      const key = request.headers['x-api-key'] ?? bearerOf(request.headers.authorization);
      if (typeof key === 'string' && key !== '') return await holderOf(key, address);
      const detail = 'Invalid or missing API key: send it in the X-API-Key header, or as Authorization: Bearer.';
      throw new HttpError(401, { detail });
    },
  };
}

/** The token of `Authorization: Bearer …`. */
function bearerOf(header = ''): string | undefined {
  return /^bearer /i.test(header) ? header.slice('bearer '.length).trim() : undefined;
}

/** A caller who is not identified, and may do nothing that requires a scope. */
export const anonymous: Principal = { ...openPrincipal, scopes: new Set() };

const signInAgain = () => new HttpError(401, { detail: 'Your session has ended: sign in to the console again.' });

/**
 * A gateway without authentication answers only this machine, unless HOST names an address that other machines use. A foreign page in
 * a browser on this machine must not reach it either: neither directly (a foreign Origin), nor by DNS rebinding (a foreign Host).
 */
function rejectRemoteCallers(request: IncomingMessage, configuredHost: string): void {
  const host = request.headers.host ?? '';
  const name = hostName(host);
  if (!isLoopback(name) && name !== configuredHost.toLowerCase()) {
    throw new HttpError(403, {
      detail: `Without authentication the gateway answers only this machine, not calls to ${JSON.stringify(name)}: set USE_AUTH=true, or set HOST to the name that you call.`,
    });
  }
  // Programs can send any Host, so that check only stops pages. This one stops programs on other machines.
  if ((isLoopback(name) || name === '0.0.0.0') && !isLocalRequest(addressOf(request), request.headers)) {
    throw new HttpError(403, {
      detail:
        'Without authentication the gateway answers only this machine, and this request comes from another one or through a proxy: set USE_AUTH=true.',
    });
  }
  const { origin } = request.headers;
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) {
    throw new HttpError(403, {
      detail:
        'Without authentication the gateway does not answer pages of other origins: set USE_AUTH=true and send an API key.',
    });
  }
}

/** Whether a `Host` header has a loopback name, which reaches no other machine. */
export function isLoopbackHost(host: string): boolean {
  return isLoopback(hostName(host));
}

function hostName(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase();
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}
