import { failed, networkReason, ok, warning, type Check } from './check.js';

const name = 'OIDC_ISSUER';
const ANSWER_MS = 10_000;
const advice = 'Correct OIDC_ISSUER, or check the provider. Without it no operator can sign in with single sign-on.';

/** Reads the addresses of the OpenID provider. No result: none is configured. */
export const provider: Check = {
  name,
  timeoutMs: 15_000,
  async run({ config, adapters }, signal) {
    if (config.oidc === null) return [];
    const { issuer } = config.oidc;
    const problem = await problemOf(
      issuer,
      adapters.networkFor({ id: 'oidc', endpoints: {} }, { issuer }).fetch,
      signal,
    );
    if (problem === null) return [ok(name, `${issuer} describes itself as an OpenID provider.`)];
    // Operators with a password can still sign in.
    return [(config.passwordSignIn ? warning : failed)(name, `${issuer} cannot be used: ${problem}.`, advice)];
  },
};

/** Why a provider cannot be used; null: it can. */
async function problemOf(issuer: string, send: typeof fetch, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await send(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    if (response.status !== 200) return `its configuration answers with status ${response.status}`;
    const found = (await response.json().catch(() => null)) as { issuer?: unknown } | null;
    if (typeof found?.issuer !== 'string') return 'its configuration is not that of an OpenID provider';
    return found.issuer === issuer ? null : `its configuration names the issuer ${found.issuer.slice(0, 200)}`;
  } catch (error) {
    return networkReason(error);
  }
}
