import express, { Router, type NextFunction, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { DEFAULT_ORGANIZATION, type Clock, type Gateway, type Sealer } from '@gateway/core';
import type { Provider } from '../../single-sign-on/provider.js';
import { ProviderError, reasonForLog } from '../../single-sign-on/provider-error.js';
import { addressOf } from '../access/forwarded.js';
import { sessionCookie } from '../access/session-cookie.js';
import { HttpError, responseOf } from '../errors/errors.js';
import { note } from '../entry/request-log.js';
import { callbackPath, consoleOrigin, keptSignIns, type KeptSignIn } from './kept-sign-in.js';
import { sendPage } from './page.js';

const start = '/console/session/oidc/start';

export interface SingleSignOnOptions {
  readonly gateway: Pick<Gateway, 'operators'>;
  readonly provider: Provider;
  readonly sealer: Sealer;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly publicUrl: string | null;
  /** Throws when the gateway does not answer this caller. */
  readonly rejectUnlessAllowed: (request: Request) => void;
}

/** Sign-in with the OpenID provider, below `/console/session/oidc`. Browsers open these addresses, so errors are pages. */
export function singleSignOnRoutes(options: SingleSignOnOptions): Router {
  const { gateway, provider, log, publicUrl } = options;
  const { singleSignOn } = gateway.operators;
  const kept = keptSignIns(options);
  const cookie = sessionCookie(publicUrl);
  const browserOf = (request: Request) => ({
    userAgent: request.headers['user-agent'] ?? null,
    address: addressOf(request),
    known: null,
  });

  const originOf = ({ headers }: Request) => consoleOrigin(headers, publicUrl);

  /** The operator who links an account, if the session that began it has not ended. */
  async function linkingOperator(linkTo: KeptSignIn['linkTo']): Promise<string | null> {
    if (linkTo === null) return null;
    const principal = { organizationId: DEFAULT_ORGANIZATION, operator: linkTo };
    if (await gateway.operators.sessions.current(principal)) return linkTo.id;
    throw new ProviderError(403, 'Your session has ended: sign in to the console, and link the account again.');
  }

  const router = Router();
  router.use((request, response, next) => {
    note(response, { route: `/console/session/oidc${request.path}` });
    options.rejectUnlessAllowed(request);
    next();
  });

  router.get('/start', async (request, response) => {
    const origin = originOf(request);
    const returnTo = pathOf(request.query['returnTo']);
    const { host } = new URL(origin);
    // The provider sends the browser back to the public address, which must have the cookie.
    if (request.headers.host?.toLowerCase() !== host && request.query['at'] === undefined)
      return response.redirect(302, `${origin}${start}?${new URLSearchParams({ returnTo, at: 'public' }).toString()}`);
    const { url, kept: state } = await provider.start(origin + callbackPath);
    response.setHeader('set-cookie', kept.write(request.headers, { ...state, returnTo, linkTo: null }));
    response.redirect(302, url.href);
  });

  router.get('/callback', async (request, response) => {
    const state = kept.read(request.headers);
    response.setHeader('set-cookie', kept.clear(request.headers));
    if (!state)
      throw new ProviderError(
        400,
        `This sign-in has expired, or was started in another browser or at another address. Sign in again${publicUrl === null ? '' : `, at ${publicUrl}/console/`}.`,
      );
    const query = request.originalUrl.slice(request.originalUrl.indexOf('?'));
    const identity = await provider.finish(state, query.startsWith('?') ? query : '').catch(async (error: unknown) => {
      await singleSignOn.refused(browserOf(request));
      throw error;
    });
    const linkTo = await linkingOperator(state.linkTo);
    const { token } = await singleSignOn.signIn(identity, browserOf(request), linkTo);
    response.setHeader('set-cookie', [kept.clear(request.headers), cookie.write(request.headers, token)]);
    const next = { path: state.returnTo, text: 'Continue' };
    sendPage(response, 200, { title: 'Signed in', text: 'The console opens now.', next, goOn: true });
  });

  router.get('/sign-out', async (request, response) => {
    const login = `${originOf(request)}/console/login`;
    response.redirect(302, (await provider.signOutUrl(login))?.href ?? login);
  });

  router.post('/logout', express.urlencoded({ extended: false, limit: 65_536 }), async (request, response) => {
    const token = (request.body as { readonly logout_token?: unknown } | undefined)?.logout_token;
    try {
      if (typeof token !== 'string')
        throw new ProviderError(400, 'The body must be a form with the field logout_token.');
      const notice = await provider.readLogout(token);
      const sessions = await singleSignOn.signOut(notice);
      if (sessions === null) throw new ProviderError(400, 'This logout token was used before.');
      log.info({ sessions }, 'The OpenID provider ended sessions');
      response.status(200).end();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ reason: reasonForLog(error) }, 'A logout token was refused');
      throw new HttpError(error.status, { detail: error.message });
    }
  });

  router.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    const shown = error instanceof ProviderError ? error : responseOf(error);
    if (!shown || request.method !== 'GET') return next(error);
    if (error instanceof ProviderError) log.warn({ reason: reasonForLog(error) }, 'A sign-in with the provider failed');
    const text = error instanceof ProviderError ? error.message : (responseOf(error)?.body.detail ?? '');
    const back = { path: '/console/login', text: 'Back to the sign-in page' };
    sendPage(response, shown.status, { title: 'You are not signed in', text, next: back });
  });
  return router;
}

/** A path of the console. Other addresses are replaced, so that a forged link leads to no other site. */
function pathOf(returnTo: unknown): string {
  const base = 'http://gateway.invalid';
  if (typeof returnTo !== 'string' || !URL.canParse(returnTo, base)) return '/console/';
  const { origin, pathname, search } = new URL(returnTo, base);
  if (origin !== base) return '/console/';
  return pathname.startsWith('/console/') ? pathname + search : `/console${pathname}${search}`;
}
