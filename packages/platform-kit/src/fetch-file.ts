import { isPlatformError, PlatformError, unreachable } from './errors.js';
import { retryAfterMs } from './retry.js';

/** A file at a platform. */
export interface FileRequest {
  /** `context.fetch`. */
  readonly fetch: typeof fetch;
  readonly url: string;
  /** With credentials only for an address that `isAddressOf` the platform. A redirect to another origin does not carry them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether redirects are followed. Default: no, and one is an error. */
  readonly followRedirects?: boolean;
  readonly signal: AbortSignal;
  /** The name of the platform, for errors. */
  readonly service: string;
  /** What to check when there is no answer, as for `unreachable`. */
  readonly settings: string;
  /** The error for a successful answer that is not the file, such as a page to sign in. Default: it is the file. */
  readonly refuse?: (response: Response) => PlatformError | null;
}

/**
 * Fetches a file that a person sent, for `InboundFile.read`, and returns its bytes as they arrive. Rejects only with a `PlatformError`, and
 * so does the iteration: `auth` for 401, `forbidden` for 403, `not_found` for 404 and 410, `rate_limited` for 429, otherwise `unavailable`.
 * No error contains the address, which may contain a secret.
 */
export async function fetchFile(request: FileRequest): Promise<AsyncIterable<Uint8Array>> {
  const { fetch, url, headers = {}, followRedirects = false, signal, refuse } = request;
  let response: Response;
  try {
    signal.throwIfAborted();
    response = await fetch(url, { headers, redirect: followRedirects ? 'follow' : 'error', signal });
  } catch (error) {
    throw failure(request, error);
  }
  const refusal = response.ok ? (refuse?.(response) ?? null) : refusalOf(request, response);
  if (refusal === null) return chunks(request, response);
  await response.body?.cancel().catch(() => {});
  throw refusal;
}

/** As `fetchFile`, with a bearer token. It may be revoked before it expires, so after a 401 the file is fetched once more with a new one. */
export async function fetchFileWithToken(
  tokens: { get(signal: AbortSignal): Promise<string>; drop(token: string): void },
  request: FileRequest,
): Promise<AsyncIterable<Uint8Array>> {
  const fetchWith = (token: string) =>
    fetchFile({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
  const token = await tokens.get(request.signal);
  try {
    return await fetchWith(token);
  } catch (error) {
    if (!isPlatformError(error) || error.code !== 'auth') throw error;
    tokens.drop(token);
    return await fetchWith(await tokens.get(request.signal));
  }
}

/**
 * Whether `url` may get the credentials of a platform: it has the origin of one of `roots`, addresses that the operator or the manifest set,
 * or it is over TLS at one of `domains` or below it.
 */
export function isAddressOf(url: string, roots: readonly string[], domains: readonly string[] = []): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, protocol, hostname, port, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  if (roots.some((root) => URL.canParse(root) && new URL(root).origin === origin)) return true;
  const isBelow = domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
  return protocol === 'https:' && port === '' && isBelow;
}

/** The error for a file whose address is not one of the platform. */
export function foreignAddress(service: string): PlatformError {
  return new PlatformError('invalid', `The file is not stored at ${service}, so it was not fetched.`, {
    hint: 'Send the file itself instead of a link to it.',
  });
}

async function* chunks(request: FileRequest, { body }: Response): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  try {
    for await (const chunk of body) {
      request.signal.throwIfAborted();
      yield chunk;
    }
  } catch (error) {
    throw failure(request, error);
  }
}

function failure({ signal, service, settings }: FileRequest, error: unknown): PlatformError {
  if (signal.aborted) return new PlatformError('unavailable', `The download from ${service} was cancelled.`);
  return unreachable(service, error, settings);
}

function refusalOf({ service }: FileRequest, { status, headers }: Response): PlatformError {
  if (status === 401) return new PlatformError('auth', `${service} refuses the credentials for the file (HTTP 401).`);
  if (status === 403)
    return new PlatformError('forbidden', `${service} does not let the bot read the file (HTTP 403).`);
  if (status === 404 || status === 410)
    return new PlatformError('not_found', `${service} does not have the file any more (HTTP ${status}).`);
  if (status !== 429) return new PlatformError('unavailable', `${service} did not send the file (HTTP ${status}).`);
  const wait = retryAfterMs(headers.get('retry-after')) ?? 1000;
  return new PlatformError('rate_limited', `${service} limits downloads (HTTP 429).`, { retryAfterMs: wait });
}
