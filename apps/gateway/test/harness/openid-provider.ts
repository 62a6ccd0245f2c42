import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { Provider } from 'oidc-provider';
import { onCleanUp } from './shared.js';

/** A person at the provider. */
interface ProviderAccount {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export interface TestProvider {
  readonly issuer: string;
  /** Settings of a gateway that uses it. */
  readonly env: Record<string, string>;
  /** Who signs in next; null: the person refuses. */
  account: ProviderAccount | null;
  /** Answers every request with this status; null: as usual. */
  failing: number | null;
  /** A logout token, signed by the provider unless `key` is another one. */
  /** The id of the provider's session that the last ID token of a person names. */
  readonly sids: readonly string[];
  logoutToken(claims: JWTPayload, options?: { readonly key?: SigningKey; readonly type?: string }): Promise<string>;
}

type SigningKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

export const clientId = 'gateway';
const clientSecret = 'secret-of-the-gateway';

/** Starts a real OpenID provider that stops with the test. Its pages sign `account` in without asking. `port`: 0 is a free one. */
export async function startProvider(port = 0): Promise<TestProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'key-1', alg: 'RS256', use: 'sig' };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onCleanUp(() => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sids: string[] = [];
  const known = new Map<string, ProviderAccount>();

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        // The port of a loopback address is not compared for this type.
        application_type: 'native',
        redirect_uris: ['127.0.0.1', 'localhost'].map((host) => `http://${host}/console/session/oidc/callback`),
        // With these, ID tokens name the session. Tests make the logout tokens themselves.
        backchannel_logout_uri: 'http://127.0.0.1/console/session/oidc/logout',
        backchannel_logout_session_required: true,
        post_logout_redirect_uris: ['127.0.0.1', 'localhost'].map((host) => `http://${host}/console/login`),
      },
    ],
    jwks: { keys: [jwk] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['a key for tests'] },
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    async findAccount(_context, sub) {
      return { accountId: sub, claims: async () => ({ ...known.get(sub), sub }) };
    },
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      const grant = new context.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.on('server_error', (_context, error) => console.error(error));
  // The events give the session ids in the order of the sign-ins.
  provider.on('grant.success', ({ oidc }) => {
    const sid = oidc.entities.AuthorizationCode?.sid;
    if (sid !== undefined) sids.push(sid);
  });

  const callback = provider.callback();
  const test: TestProvider = {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ROLE_OWNER: 'admins',
      OIDC_ROLE_OPERATOR: 'support, on-call',
      OIDC_NAME: 'Example ID',
    },
    account: null,
    sids,
    failing: null,
    logoutToken: async (claims, { key = privateKey, type = 'logout+jwt' } = {}) =>
      await new SignJWT({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'key-1', typ: type })
        .sign(key),
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (test.failing !== null) return void response.writeHead(test.failing).end('down');
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    const { account } = test;
    if (account) known.set(account.sub, account);
    const result = account
      ? { login: { accountId: account.sub }, consent: {} }
      : { error: 'access_denied', error_description: 'The person said no.' };
    void provider.interactionFinished(request, response, result);
  });
  return test;
}
