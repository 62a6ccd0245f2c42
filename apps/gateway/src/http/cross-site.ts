import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from './errors.js';
import { isSecure, isToPublic } from './session-cookie.js';

/**
 * Refuses a request that changes something and that a page of another site made in a browser where an operator is signed in. The
 * cookie is `SameSite=Strict` already; this also holds off other ports and hosts of the same site, and a page that signs
 * somebody in as somebody else.
 *
 * A browser says `Sec-Fetch-Site` itself (over https and to this machine) and `Origin` with every request of this kind; no page can
 * change either. Who says neither is a program, or a browser too old to say: with a cookie it is refused, for it could be such a
 * browser; without one there is nothing that a page could abuse.
 */
export function refuseCrossSite(
  { method, headers }: { readonly method: string; readonly headers: IncomingHttpHeaders },
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
        ? 'With a session cookie a request must say where it comes from: send the header Origin, or use an API key.'
        : 'Only the gateway’s own pages may do this with a session cookie. Behind a proxy, pass the header Host on unchanged, or set PUBLIC_WEBHOOK_URL.',
  });
}

/** Behind a proxy that ends TLS the gateway cannot see the scheme unless it is told its public address. */
function isOwn(origin: string, headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  const host = headers.host?.toLowerCase() ?? '';
  if (isToPublic(headers, publicUrl)) return origin === publicUrl;
  if (isSecure(headers, publicUrl)) return origin === `https://${host}` || origin === publicUrl;
  return origin === publicUrl || origin === `http://${host}` || origin === `https://${host}`;
}
