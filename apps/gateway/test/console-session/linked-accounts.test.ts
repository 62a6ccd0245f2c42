import { describe, expect, it } from 'vitest';
import { codeAt } from '../harness/authenticator-app.js';
import { onEveryEngine } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';
import { startProvider } from '../harness/openid-provider.js';
import { ada, openBrowser, setUpConsole, signInAs } from '../harness/operators.js';
import { grace, oidcStart, signInWith, startBoth } from '../harness/provider-sign-in.js';
import { openCookieBrowser } from '../harness/sign-in-with-provider.js';

const factor = '/console/session/second-factor/authenticator';

const roleOf = async (browser: ReturnType<typeof openBrowser>) =>
  (await browser.request('GET', '/console/session')).json.operator?.role ?? null;

onEveryEngine((engine) => {
  describe('an account of the OpenID provider', () => {
    it('links no operator by the e-mail address unless OIDC_LINK_BY_EMAIL is set, the address is verified and there is no second factor', async () => {
      const provider = await startProvider();
      const env = { ...(await engine.empty()), ...provider.env };
      const first = await startTestGateway({ env });
      const owner = await setUpConsole(first);
      const person = { ...grace, email: ada.email };
      const unasked = await signInWith(first, provider, person);
      expect(unasked).toMatchObject({ status: 403, text: expect.stringContaining('on the page Account') });
      expect(unasked.browser.token).toBeNull();
      await first.stop();

      const gateway = await startTestGateway({ env: { ...env, OIDC_LINK_BY_EMAIL: 'true' } });
      const again = openBrowser(gateway, owner.token);
      const { json } = await again.request('POST', `${factor}/start`, { password: ada.password });
      for (const email_verified of [false, undefined]) {
        const refused = await signInWith(gateway, provider, { ...person, email_verified: email_verified as boolean });
        expect(refused.status).toBe(403);
        expect(refused.browser.token).toBeNull();
      }
      const app = { set_up: json.set_up, code: codeAt(json.secret, Date.now()) };
      expect((await again.request('POST', factor, app)).status).toBe(201);
      expect((await signInWith(gateway, provider, person)).status).toBe(403);
      expect((await again.request('POST', `${factor}/remove`, { password: ada.password })).status).toBe(200);

      const linked = await signInWith(gateway, provider, person);
      expect((await linked.browser.request('GET', '/console/session')).json.operator).toMatchObject({
        name: 'Ada',
        email: ada.email,
        has_password: true,
      });
      // Afterwards the subject decides, also when the address there changes.
      const changed = { ...person, email: 'new@example.com', email_verified: false };
      expect(await roleOf((await signInWith(gateway, provider, changed)).browser)).toBe('owner');
      // Another subject with the same address is another person.
      const second = await signInWith(gateway, provider, { ...person, sub: 'somebody else' });
      expect(second).toMatchObject({ status: 403, text: expect.stringContaining('another account at the provider') });
      expect((await again.request('GET', '/console/session/operators')).json).toHaveLength(1);
      expect((await again.request('GET', '/v1/audit?action=operator.identity_linked')).json).toHaveLength(1);
      await signInAs(gateway);
    });

    it('is linked by a signed-in operator with the password, in the same session, to one account', async () => {
      const { gateway, provider } = await startBoth({ engine });
      const owner = await setUpConsole(gateway);
      const path = '/console/session/oidc/link';
      const begin = async (browser: typeof owner) => {
        const { token } = browser;
        const reply = await browser.request('POST', path, { password: ada.password });
        // This cookie is another one.
        browser.token = token;
        expect(reply.status).toBe(200);
        const cookie = reply.headers.getSetCookie().find((each) => each.startsWith('gateway_oidc=')) ?? '';
        return { url: reply.json.url as string, cookie: cookie.split(';')[0] ?? '' };
      };
      const finish = async ({ url, cookie }: { url: string; cookie: string }, account: typeof grace) => {
        provider.account = account;
        const visitor = openCookieBrowser();
        const { url: callback } = await visitor.open(url, (next) => next.pathname.endsWith('/oidc/callback'));
        const response = await fetch(callback, { headers: { cookie } });
        return { status: response.status, text: await response.text(), cookies: response.headers.getSetCookie() };
      };
      expect((await owner.request('POST', path, { password: 'not the password' })).status).toBe(400);
      expect((await openBrowser(gateway).request('POST', path, { password: ada.password })).status).toBe(401);

      const ended = await signInAs(gateway);
      const stale = await begin(ended);
      expect((await ended.request('DELETE', '/console/session')).status).toBe(200);
      expect(await finish(stale, grace)).toMatchObject({ status: 403, text: expect.stringContaining('has ended') });

      // The address at the provider is another one.
      const linked = await finish(await begin(owner), grace);
      expect(linked.status).toBe(200);
      const signedIn = await signInWith(gateway, provider, grace);
      expect((await signedIn.browser.request('GET', '/console/session')).json.operator).toMatchObject({
        role: 'owner',
      });
      expect((await owner.request('GET', '/console/session/operators')).json).toHaveLength(1);
      const another = await finish(await begin(owner), { ...grace, sub: 'another' });
      expect(another).toMatchObject({ status: 403, text: expect.stringContaining('another account') });

      const alan = { ...grace, sub: 'alan', email: 'alan@example.com' };
      expect((await signInWith(gateway, provider, alan)).status).toBe(200);
      const taken = await finish(await begin(owner), alan);
      expect(taken).toMatchObject({ status: 403, text: expect.stringContaining('belongs to another operator') });
    });

    it('is 400 when the answer of the provider is used again with its cookie', async () => {
      const { gateway, provider } = await startBoth({ engine });
      provider.account = grace;
      const visitor = openCookieBrowser();
      const isCallback = (url: URL) => url.pathname.endsWith('/oidc/callback');
      const { url } = await visitor.open(gateway.url + oidcStart, isCallback);
      const cookie = visitor.setCookies.find((each) => each.startsWith('gateway_oidc=')) ?? '';
      const headers = { cookie: cookie.split(';')[0] ?? '' };
      expect((await fetch(url, { headers })).status).toBe(200);
      const repeated = await fetch(url, { headers });
      expect(repeated.status).toBe(400);
      expect(await repeated.text()).toContain('was used before');
      expect(repeated.headers.getSetCookie().join()).not.toContain('gateway_session=');
    });
  });
});
