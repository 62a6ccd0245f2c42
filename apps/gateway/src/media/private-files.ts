import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { AddressRules } from '../network/addresses.js';
import { withoutUser } from '../network/outgoing.js';

const MAX_REDIRECTS = 3;
const LOOKUP_LIMIT_MS = 3000;
const redirects = new Set([301, 302, 303, 307, 308]);

export interface PrivateFilesOptions {
  readonly rules: AddressRules;
  /** The connections of callbacks, which apply the rules to each resolved address. */
  readonly dispatcher: () => Promise<Dispatcher>;
  /** Milliseconds from the request to the last byte. */
  readonly timeoutMs: number;
}

/** A file that is being fetched. */
interface FetchedFile {
  readonly body: Readable;
  readonly contentType: string;
  /** The end of its address. */
  readonly filename: string;
}

/** Files at addresses that chat platforms cannot reach. */
export interface PrivateFiles {
  /**
   * Whether all addresses of its host are private. False for a name that does not resolve here, and for a host that the rules refuse,
   * because no request may go there.
   */
  isPrivate(url: string): Promise<boolean>;
  /** Fetches a file. Redirects are followed and checked. */
  open(url: string): Promise<FetchedFile>;
  /** Why a file could not be fetched, as the end of a sentence. */
  reasonOf(error: unknown): string;
}

export function privateFiles({ rules, dispatcher, timeoutMs }: PrivateFilesOptions): PrivateFiles {
  async function get(url: URL, user: Record<string, string>, signal: AbortSignal) {
    if (!/^https?:$/.test(url.protocol)) throw new Error('it redirects to an address that is not http or https.');
    const refusal = rules.refusesHost(url.hostname);
    if (refusal !== null) throw new Error(refusal);
    return await (
      await dispatcher()
    ).request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { 'user-agent': 'gateway/0.1', accept: '*/*', 'accept-encoding': 'identity', ...user },
      signal,
    });
  }

  async function open(given: string): Promise<FetchedFile> {
    const signal = AbortSignal.timeout(timeoutMs);
    const { address, authorization } = withoutUser(given);
    let url = address;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const user = url.origin === address.origin ? authorization : {};
      const { statusCode, headers, body } = await get(url, user, signal);
      if (statusCode === 200)
        return { body, contentType: mimeType(headers['content-type']), filename: nameIn(address) };
      await body.dump();
      const { location } = headers;
      if (!redirects.has(statusCode) || typeof location !== 'string' || !URL.canParse(location, url.href))
        throw new Error(`its server answered ${statusCode}.`);
      url = new URL(location, url);
    }
    throw new Error(`it redirects more than ${MAX_REDIRECTS} times.`);
  }

  return {
    async isPrivate(url) {
      const { hostname } = new URL(url);
      if (rules.refusesHost(hostname) !== null) return false;
      const host = hostname.replace(/^\[|\]$/g, '');
      const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
      return addresses.length > 0 && addresses.every((address) => rules.isPrivate(address));
    },
    open,
    reasonOf: (error) => reasonOf(error, timeoutMs),
  };
}

/** Empty when the name does not resolve in time. */
async function addressesOf(host: string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), LOOKUP_LIMIT_MS);
  });
  const found = lookup(host, { all: true }).then(
    (entries) => entries.map(({ address }) => address),
    () => [],
  );
  return await Promise.race([found, late]).finally(() => clearTimeout(timer));
}

function mimeType(header: string | string[] | undefined): string {
  return (
    String(header ?? '')
      .split(';')[0]
      ?.trim() || 'application/octet-stream'
  );
}

function nameIn({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || code === 'UND_ERR_ABORTED') return `it took longer than ${timeoutMs} ms.`;
  const known: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there.',
    ECONNRESET: 'its server closed the connection.',
    UND_ERR_SOCKET: 'its server closed the connection.',
    ENOTFOUND: 'its name does not resolve.',
    EAI_AGAIN: 'its name does not resolve at the moment.',
    UND_ERR_CONNECT_TIMEOUT: 'its server could not be reached in time.',
  };
  return (code !== undefined && known[code]) || message || 'its server could not be reached.';
}
