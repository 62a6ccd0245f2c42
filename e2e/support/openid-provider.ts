import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** Starts an OpenID provider with its own sign-in page, on another site than the gateway. It accepts every name and password. */
export async function startProvider(): Promise<{ issuer: string; close(): Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  // The browser sees two sites: localhost, and 127.0.0.1 of the gateway.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'gateway',
        client_secret: 'secret-of-the-gateway',
        // The port of a loopback address is not compared for this type.
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/console/session/oidc/callback'],
        post_logout_redirect_uris: ['http://127.0.0.1/console/login'],
      },
    ],
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['a key for tests'] },
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, name: sub, email: `${sub}@example.com`, email_verified: true, groups: ['admins'] }),
    }),
  });
  const callback = provider.callback();
  server.on('request', (request, response) => void callback(request, response));
  return {
    issuer,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
