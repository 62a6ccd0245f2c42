import { request, type Dispatcher } from 'undici';
import { responseOf } from './response.js';

/** The headers of Node's fetch, except those that ask for a compressed answer. */
const defaultHeaders = { accept: '*/*', 'accept-language': '*', 'user-agent': 'node' };

const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * A `fetch` that sends texts and bytes with undici's `request`, for a fraction of the CPU time: most calls to platforms are short
 * texts. Other requests, such as forms and streams, and redirects are left to Node's `fetch`.
 */
export function requestFetch(dispatcher: Dispatcher): typeof fetch {
  // Node's types describe another version of undici's dispatcher.
  const standardFetch: typeof fetch = (input, init) => fetch(input, { ...init, dispatcher } as object);
  return async (input, init = {}) => {
    const plain = plainRequest(input, init);
    if (!plain) return await standardFetch(input, init);
    const { url, ...options } = plain;
    const signal = init.signal ?? null;
    signal?.throwIfAborted();
    try {
      const answer = await request(url, { ...options, dispatcher, signal });
      const { location } = answer.headers;
      if (location === undefined || !redirects.has(answer.statusCode) || init.redirect === 'manual')
        return await responseOf(url.href, answer, signal);
      await answer.body.dump();
      if (init.redirect === 'error') throw new Error('unexpected redirect');
      return await standardFetch(...redirected(plain, init, answer.statusCode, String(location)));
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof TypeError ? error : new TypeError('fetch failed', { cause: error });
    }
  };
}

interface PlainRequest {
  readonly url: URL;
  readonly method: string;
  /** By lower-case name. */
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | null;
}

/** Null: the request needs Node's `fetch`. */
function plainRequest(input: Parameters<typeof fetch>[0], init: RequestInit): PlainRequest | null {
  if ((typeof input !== 'string' && !(input instanceof URL)) || !URL.canParse(String(input))) return null;
  const url = new URL(input);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  // Many of these ports are refused, because servers of other protocols could take a request for commands.
  if (url.port !== '' && Number(url.port) < 1024) return null;
  const headers: Record<string, string> = { ...defaultHeaders };
  const method = (init.method ?? 'GET').toUpperCase();
  let body: PlainRequest['body'] = null;
  if (typeof init.body === 'string') {
    body = init.body;
    headers['content-type'] = 'text/plain;charset=UTF-8';
  } else if (init.body instanceof URLSearchParams) {
    body = init.body.toString();
    headers['content-type'] = 'application/x-www-form-urlencoded;charset=UTF-8';
  } else if (init.body instanceof Uint8Array) body = init.body;
  else if (init.body !== undefined && init.body !== null) return null;
  const given = init.headers ?? {};
  for (const [name, value] of Symbol.iterator in given ? given : Object.entries(given))
    headers[name.toLowerCase()] = String(value);
  // A caller that accepts compressed answers expects them decompressed.
  if (headers['accept-encoding'] !== undefined || (body !== null && (method === 'GET' || method === 'HEAD')))
    return null;
  return { url, method, headers, body };
}

/** The request that follows a redirect. Other servers do not receive what authenticates the first request. */
function redirected(
  { url, method, headers, body }: PlainRequest,
  init: RequestInit,
  status: number,
  location: string,
): [URL, RequestInit] {
  const target = new URL(location, url);
  const isRead = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST';
  const dropped = new Set([
    ...(target.origin === url.origin ? [] : ['authorization', 'proxy-authorization', 'cookie', 'host']),
    ...(isRead ? ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location'] : []),
  ]);
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
  const next = isRead ? { method: 'GET', body: null } : { method, body: body as RequestInit['body'] };
  return [target, { ...init, ...next, headers: kept }];
}
