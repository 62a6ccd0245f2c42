import type { AuthenticatorCodes } from '@gateway/core';

/** What authenticator apps support everywhere. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the present one, for clocks that differ. */
const WINDOW = 1;

/** Codes of authenticator apps. The library is loaded at the first use. */
export function createAuthenticatorCodes(): AuthenticatorCodes {
  return {
    async newSecret() {
      const { Secret } = await import('otpauth');
      return new Secret({ size: 20 }).base32;
    },
    async address(secret, account) {
      const { TOTP } = await import('otpauth');
      return new TOTP({ ...settings, issuer: 'Gateway', label: account, secret }).toString();
    },
    async stepOf(secret, code, at) {
      const { TOTP } = await import('otpauth');
      const totp = new TOTP({ ...settings, secret });
      const delta = totp.validate({ token: code, timestamp: at.getTime(), window: WINDOW });
      return delta === null ? null : totp.counter({ timestamp: at.getTime() }) + delta;
    },
  };
}
