import type { IncomingHttpHeaders } from 'node:http';

const NAME = 'gateway_session';
/** A session's longest life; the gateway decides when it ends before. */
const MAX_AGE_SEC = 7 * 86_400;

/** The cookie that carries a session's token. */
export interface SessionCookie {
  /** Null: the request has none. */
  read(headers: IncomingHttpHeaders): string | null;
  /** A `Set-Cookie` header. */
  write(headers: IncomingHttpHeaders, token: string): string;
  /** A `Set-Cookie` header that removes it. */
  clear(headers: IncomingHttpHeaders): string;
}

/**
 * Over https the cookie is `Secure` and has the prefix `__Host-`, which keeps other hosts of the domain from setting one. The gateway
 * itself speaks http; that a request came over https is known when it was sent to the host of an https:// `PUBLIC_WEBHOOK_URL`.
 */
export function sessionCookie(publicUrl: string | null): SessionCookie {
  const nameFor = (headers: IncomingHttpHeaders) => (isSecure(headers, publicUrl) ? `__Host-${NAME}` : NAME);
  const header = (headers: IncomingHttpHeaders, token: string, maxAge: number) =>
    `${nameFor(headers)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${isSecure(headers, publicUrl) ? '; Secure' : ''}`;
  return {
    read(headers) {
      const name = nameFor(headers);
      for (const part of (headers.cookie ?? '').split(';')) {
        const [key = '', value = ''] = part.trim().split('=', 2);
        if (key === name && value !== '') return value;
      }
      return null;
    },
    write: (headers, token) => header(headers, token, MAX_AGE_SEC),
    clear: (headers) => header(headers, '', 0),
  };
}

/** Whether a request came over https, as far as can be told. */
export function isSecure({ host }: IncomingHttpHeaders, publicUrl: string | null): boolean {
  return publicUrl !== null && publicUrl.startsWith('https://') && host?.toLowerCase() === new URL(publicUrl).host;
}
