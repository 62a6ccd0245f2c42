import type { IncomingHttpHeaders } from 'node:http';

/** Names and maximum ages. The gateway may end a session earlier; a new password makes all known browsers unknown. */
const cookies = {
  session: { name: 'gateway_session', maxAgeSec: 7 * 86_400, sameSite: 'Strict' },
  browser: { name: 'gateway_browser', maxAgeSec: 365 * 86_400, sameSite: 'Strict' },
  /** The state of a sign-in that needs a second factor. */
  secondFactor: { name: 'gateway_second_factor', maxAgeSec: 300, sameSite: 'Strict' },
  /** The state of a sign-in with the OpenID provider, which sends the browser back from another site. */
  oidc: { name: 'gateway_oidc', maxAgeSec: 600, sameSite: 'Lax' },
} as const;

/** A cookie with a token: of a session, of a browser in which an operator has signed in, or of a sign-in that has begun. */
export interface SessionCookie {
  /** Null: the request has no such cookie. */
  read(headers: IncomingHttpHeaders): string | null;
  /** A `Set-Cookie` header. */
  write(headers: IncomingHttpHeaders, token: string): string;
  /** A `Set-Cookie` header that removes it. */
  clear(headers: IncomingHttpHeaders): string;
}

/**
 * Over https the cookie is `Secure` and has the prefix `__Host-`, so that other hosts of the domain cannot set it. The gateway itself
 * serves http. It knows that a request came over https when it was sent to the host of an https:// `PUBLIC_WEBHOOK_URL`, or when a
 * trusted proxy says so.
 */
export function sessionCookie(publicUrl: string | null, kind: keyof typeof cookies = 'session'): SessionCookie {
  const { name: plainName, maxAgeSec, sameSite } = cookies[kind];
  const nameFor = (headers: IncomingHttpHeaders) => (isSecure(headers, publicUrl) ? `__Host-${plainName}` : plainName);
  const header = (headers: IncomingHttpHeaders, token: string, maxAge: number) =>
    `${nameFor(headers)}=${token}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAge}${isSecure(headers, publicUrl) ? '; Secure' : ''}`;
  return {
    read(headers) {
      const name = nameFor(headers);
      for (const part of (headers.cookie ?? '').split(';')) {
        const [key = '', value = ''] = part.trim().split('=', 2);
        if (key === name && value !== '') return value;
      }
      return null;
    },
    write: (headers, token) => header(headers, token, maxAgeSec),
    clear: (headers) => header(headers, '', 0),
  };
}

/** Whether a request came over https, judged by a trusted proxy's header or by the host that it was sent to. */
export function isSecure(headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  return saysHttps(headers) || isToPublic(headers, publicUrl);
}

/** Headers of other senders were deleted before. With several proxies, the first entry is that of the outermost one. */
function saysHttps(headers: IncomingHttpHeaders): boolean {
  return [headers['x-forwarded-proto'] ?? ''].flat().join(',').split(',', 1)[0]?.trim().toLowerCase() === 'https';
}

/** Whether a request was sent to the host of a public https address. */
export function isToPublic({ host }: IncomingHttpHeaders, publicUrl: string | null): boolean {
  return publicUrl !== null && publicUrl.startsWith('https://') && host?.toLowerCase() === new URL(publicUrl).host;
}
