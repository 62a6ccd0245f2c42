import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { PasskeySupport } from '@gateway/contract';
import type { RelyingParty } from '@gateway/core';
import { HttpError } from '../errors/errors.js';
import { isSecure } from './session-cookie.js';

interface Options {
  readonly publicUrl: string | null;
  /** Whether operators may sign in with a password. Without passwords there are no passkeys. */
  readonly passwords: boolean;
}

/** The website of passkeys at the address of a request, or why there can be none. */
function find(headers: IncomingHttpHeaders, { publicUrl }: Pick<Options, 'publicUrl'>): RelyingParty | PasskeySupport {
  const host = headers.host?.toLowerCase() ?? '';
  const requested = `${isSecure(headers, publicUrl) ? 'https' : 'http'}://${host}`;
  if (!URL.canParse(requested)) return 'other_address';
  const isPublic = publicUrl !== null && new URL(publicUrl).host === host;
  const { origin, hostname, protocol } = new URL(isPublic ? publicUrl : requested);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  // On this machine the console is also used without the public address, such as for a first look.
  if (publicUrl !== null && !isPublic && !isLocal) return 'other_address';
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return 'ip_address';
  if (protocol !== 'https:' && !isLocal) return 'not_https';
  return { id: hostname, origin };
}

/** Whether passkeys work at the address of a request. */
export function passkeySupport(headers: IncomingHttpHeaders, options: Options): PasskeySupport {
  if (!options.passwords) return 'passwords_off';
  const found = find(headers, options);
  return typeof found === 'string' ? found : 'available';
}

/** The website of passkeys at the address of a request. Throws a 400 when there can be none. */
export function relyingPartyOf(headers: IncomingHttpHeaders, { publicUrl }: Pick<Options, 'publicUrl'>): RelyingParty {
  const found = find(headers, { publicUrl });
  if (typeof found !== 'string') return found;
  throw new HttpError(400, { detail: reasons[found]?.(publicUrl ?? '') ?? 'Passkeys do not work here.' });
}

const reasons: Partial<Record<PasskeySupport, (publicUrl: string) => string>> = {
  other_address: (publicUrl) => `Passkeys belong to one address: open the console at ${publicUrl}/console/.`,
  ip_address: () =>
    'Passkeys need a host name, and this address is an IP address: use the name of the machine over https.',
  not_https: () => 'Passkeys need https, except on localhost: set up TLS, and PUBLIC_WEBHOOK_URL.',
};
