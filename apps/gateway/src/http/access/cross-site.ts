import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from '../errors/errors.js';
import { isSecure, isToPublic } from './session-cookie.js';

/**
 * Rejects a state-changing request that a page of another site sends from a browser in which an operator is signed in (CSRF). The
 * cookie is `SameSite=Strict` already. This check also covers other ports and hosts of the same site, and login CSRF.
 *
 * Browsers send `Sec-Fetch-Site` (over https, and to this machine) and `Origin` with every such request, and pages cannot change
 * either. A client that sends neither is a program or a very old browser. With a cookie it is rejected, because it could be such a
 * browser; without a cookie a page has nothing to abuse.
 */
export function refuseCrossSite(
  { method, headers }: { readonly method?: string; readonly headers: IncomingHttpHeaders },
  { publicUrl, hasCookie }: { readonly publicUrl: string | null; readonly hasCookie: boolean },
): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
  } else if (origin !== undefined) {
    if (isOwn(origin, headers, publicUrl)) return;
  } else if (!hasCookie) return;
  throw new HttpError(403, {
    detail:
      site === undefined && origin === undefined
        ? 'A request with a session cookie must have the header Origin: send it, or use an API key.'
        : 'Only the gateway’s own pages may do this with a session cookie. Behind a proxy, forward the header Host unchanged, or set PUBLIC_WEBHOOK_URL.',
  });
}

/** Behind a proxy that terminates TLS, the gateway knows the scheme only from its public address or a trusted header. */
function isOwn(origin: string, headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  const host = headers.host?.toLowerCase() ?? '';
  if (isToPublic(headers, publicUrl)) return origin === publicUrl;
  if (isSecure(headers, publicUrl)) return origin === `https://${host}` || origin === publicUrl;
  return origin === publicUrl || origin === `http://${host}` || origin === `https://${host}`;
}
