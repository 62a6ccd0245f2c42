import type { IncomingHttpHeaders } from 'node:http';
import type { Clock, Principal, Sealer } from '@gateway/core';
import type { SignInState } from '../../single-sign-on/provider.js';
import { isSecure, sessionCookie } from '../access/session-cookie.js';

/** How long a person has at the provider. */
const SIGN_IN_MS = 10 * 60_000;
const SEALED_FOR = 'a sign-in with a provider';

/** What the browser keeps while the person is at the provider. */
export interface KeptSignIn extends SignInState {
  readonly returnTo: string;
  /** The operator who links an account of the provider, with the session that began it; null: a sign-in. */
  readonly linkTo: Principal['operator'];
}

export interface KeptSignInOptions {
  readonly sealer: Sealer;
  readonly clock: Pick<Clock, 'now'>;
  readonly publicUrl: string | null;
}

/** Keeps a sign-in in a sealed cookie. */
export function keptSignIns({ sealer, clock, publicUrl }: KeptSignInOptions) {
  const cookie = sessionCookie(publicUrl, 'oidc');
  return {
    /** The Set-Cookie header. */
    write: (headers: IncomingHttpHeaders, content: KeptSignIn) =>
      cookie.write(headers, sealer.seal(JSON.stringify({ ...content, until: clock.now() + SIGN_IN_MS }), SEALED_FOR)),
    clear: cookie.clear,
    /** Null: there is none, or it has expired. */
    read(headers: IncomingHttpHeaders): KeptSignIn | null {
      const sealed = cookie.read(headers);
      if (sealed === null) return null;
      try {
        const found = JSON.parse(sealer.open(sealed, SEALED_FOR)) as KeptSignIn & { readonly until: number };
        return found.until > clock.now() ? found : null;
      } catch {
        return null;
      }
    },
  };
}

/** The origin of the console: the public one, or the one that the browser uses. */
export function consoleOrigin(headers: IncomingHttpHeaders, publicUrl: string | null): string {
  return publicUrl ?? `${isSecure(headers, publicUrl) ? 'https' : 'http'}://${headers.host ?? 'localhost'}`;
}

export const callbackPath = '/console/session/oidc/callback';
