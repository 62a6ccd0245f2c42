import { startTestGateway, type TestGateway } from './gateway.js';
import { startProvider, type TestProvider } from './openid-provider.js';
import { openBrowser } from './operators.js';
import { openCookieBrowser } from './sign-in-with-provider.js';

export const oidcStart = '/console/session/oidc/start';
export const grace = {
  sub: 'grace',
  email: 'Grace@example.com',
  email_verified: true,
  name: 'Grace',
  groups: ['admins'],
};

/** Signs in with the provider in a new browser. */
export async function signInWith(
  gateway: TestGateway,
  provider: TestProvider,
  account: TestProvider['account'] = grace,
) {
  provider.account = account;
  const visitor = openCookieBrowser();
  const { response, text, url } = await visitor.open(gateway.url + oidcStart);
  const browser = openBrowser(gateway, visitor.token(gateway));
  return { status: response.status, text, url, browser, visitor };
}

export async function startBoth(options: Parameters<typeof startTestGateway>[0] = {}) {
  const provider = await startProvider();
  const gateway = await startTestGateway({ ...options, env: { ...options.env, ...provider.env } });
  return { provider, gateway };
}
