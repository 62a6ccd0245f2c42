import { generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { createSealer } from '@gateway/core';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';
import { installationCommand } from '../harness/installation-command.js';
import { clientId, startProvider } from '../harness/openid-provider.js';
import { ada, openBrowser, setUpConsole } from '../harness/operators.js';
import { grace, oidcStart, signInWith, startBoth } from '../harness/provider-sign-in.js';
import { openCookieBrowser } from '../harness/sign-in-with-provider.js';

const roleOf = async (browser: ReturnType<typeof openBrowser>) =>
  (await browser.request('GET', '/console/session')).json.operator?.role ?? null;

onEveryEngine((engine) => {
  describe('a sign-in with an OpenID provider', () => {
    it('creates the first operator, and gives the role of the claim at each sign-in', async () => {
      const { gateway, provider } = await startBoth({ engine });
      const refused = await signInWith(gateway, provider, { ...grace, sub: 'first', groups: ['support'] });
      expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('the first one must be an owner') });

      const owner = await signInWith(gateway, provider);
      expect(owner.status).toBe(200);
      const session = (await owner.browser.request('GET', '/console/session')).json;
      expect(session).toMatchObject({
        state: 'signed_in',
        operator: { name: 'Grace', email: 'grace@example.com', role: 'owner', has_password: false },
        gateway: { sign_in: { password: true, provider: 'Example ID' } },
      });
      const alan = { ...grace, sub: 'alan', email: 'alan@example.com', name: 'Alan' };
      const other = await signInWith(gateway, provider, { ...alan, groups: ['on-call', 'admins'] });
      expect(await roleOf(other.browser)).toBe('owner');
      const demoted = await signInWith(gateway, provider, { ...alan, groups: ['on-call'] });
      expect(await roleOf(demoted.browser)).toBe('operator');
      // The open session of the same person has the new role, too.
      expect(await roleOf(other.browser)).toBe('operator');
      const without = await signInWith(gateway, provider, { ...alan, groups: [] });
      expect(without).toMatchObject({ status: 403, text: expect.stringContaining('no role') });
      // The last owner keeps the role.
      expect(await roleOf((await signInWith(gateway, provider, { ...grace, groups: ['support'] })).browser)).toBe(
        'owner',
      );
      expect(gateway.logLines.join()).toContain('last owner');

      expect((await owner.browser.request('GET', '/console/session/operators')).json).toHaveLength(2);
      const actions = (await owner.browser.request('GET', '/v1/audit')).json.map(
        ({ action }: { action: string }) => action,
      );
      expect(actions).toEqual([
        'operator.signed_in',
        'operator.sign_in_refused',
        'operator.signed_in',
        'operator.updated',
        'operator.created',
        'operator.created',
        'operator.sign_in_refused',
      ]);
    });

    it('of a removed operator starts again without the old rights', { tags: ['slow'] }, async () => {
      const { gateway, provider } = await startBoth({ engine });
      const owner = await setUpConsole(gateway);
      const alan = { ...grace, sub: 'alan', email: 'alan@example.com', groups: ['support'] };
      const before = await signInWith(gateway, provider, alan);
      const { id } = (await before.browser.request('GET', '/console/session')).json.operator;
      await owner.request('DELETE', `/console/session/operators/${id}`);
      expect((await before.browser.request('GET', '/v1/status')).status).toBe(401);
      const after = await signInWith(gateway, provider, alan);
      expect((await after.browser.request('GET', '/console/session')).json.operator.id).not.toBe(id);
    });

    it('returns to the wanted page of the console and to no other site', { tags: ['slow'] }, async () => {
      const { gateway, provider } = await startBoth({ engine });
      provider.account = grace;
      const cases = {
        '/console/prompts/%231?tab=a': '/console/prompts/%231?tab=a',
        '/prompts': '/console/prompts',
        'https://evil.example/': '/console/',
        '//evil.example/console/': '/console/',
        '/\\evil.example': '/console/',
        '/console/../../v1"><script>': '/console/v1%22%3E%3Cscript%3E',
        'javascript:alert(1)': '/console/',
      };
      for (const [wanted, path] of Object.entries(cases)) {
        const visitor = openCookieBrowser();
        const query = new URLSearchParams({ returnTo: wanted });
        const { text, response } = await visitor.open(`${gateway.url}${oidcStart}?${query.toString()}`);
        expect(text, wanted).toContain(`content="0;url=${path}"`);
        expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
        expect(visitor.setCookies.find((each) => each.startsWith('gateway_oidc='))).toMatch(
          /HttpOnly; SameSite=Lax; Max-Age=600/,
        );
        expect(visitor.setCookies.find((each) => each.startsWith('gateway_session='))).toContain('SameSite=Strict');
      }
    });

    it('is refused with a wrong state, a wrong nonce, an expired or a missing cookie, and a used code', async () => {
      const clock = manualClock();
      const { gateway, provider } = await startBoth({ engine, clock });
      provider.account = grace;
      const isCallback = (url: URL) => url.pathname.endsWith('/callback') && url.host === new URL(gateway.url).host;
      const begin = async () => {
        const visitor = openCookieBrowser();
        return { visitor, callback: (await visitor.open(gateway.url + oidcStart, isCallback)).url };
      };
      const refused = async (visitor: ReturnType<typeof openCookieBrowser>, url: URL, text: string) => {
        const reply = await visitor.open(url.href);
        expect(reply.response.status).toBe(400);
        expect(reply.text).toContain(text);
        expect(visitor.token(gateway)).toBeNull();
      };
      const [mine, theirs] = [await begin(), await begin()];
      // The code of another person, as in a forged link.
      await refused(mine.visitor, theirs.callback, 'belongs to another sign-in');
      const forged = await begin();
      const swapped = new URL(forged.callback);
      swapped.searchParams.set('code', (await begin()).callback.searchParams.get('code') ?? '');
      const reply = await forged.visitor.open(swapped.href);
      expect(reply.response.status).toBe(400);
      expect(forged.visitor.token(gateway)).toBeNull();

      // A right code with another nonce, as when an ID token of an earlier sign-in is used again.
      const { visitor, callback } = await begin();
      const sealer = createSealer(Buffer.alloc(32, 7));
      const purpose = 'a sign-in with a provider';
      const sealed = /^gateway_oidc=([^;]+)/.exec(visitor.setCookies[0] ?? '')?.[1] ?? '';
      const changed = { ...(JSON.parse(sealer.open(sealed, purpose)) as object), nonce: 'another' };
      const cookie = `gateway_oidc=${sealer.seal(JSON.stringify(changed), purpose)}`;
      const wrongNonce = await fetch(callback, { headers: { cookie } });
      expect(wrongNonce.status).toBe(400);
      expect(await wrongNonce.text()).toContain('belongs to another sign-in');
      expect(wrongNonce.headers.getSetCookie().join()).not.toContain('gateway_session');

      await refused(openCookieBrowser(), (await begin()).callback, 'another browser');
      const slow = await begin();
      clock.skip(10 * 60_000 + 1);
      await refused(slow.visitor, slow.callback, 'has expired');
      const twice = await begin();
      expect((await twice.visitor.open(twice.callback.href)).response.status).toBe(200);
      expect((await twice.visitor.open(twice.callback.href)).response.status).toBe(400);
    });

    it(
      'shows what to do when the person refuses, and when the provider is down, and recovers',
      { tags: ['slow'] },
      async () => {
        const { gateway, provider } = await startBoth({ engine });
        const denied = await signInWith(gateway, provider, null);
        expect(denied).toMatchObject({
          status: 403,
          text: expect.stringContaining('Example ID refused the sign-in (access_denied: The person said no.)'),
        });
        provider.failing = 500;
        const down = await signInWith(gateway, provider);
        // The addresses are known already, so the provider's own error page is seen first.
        expect(down.status).toBe(500);
        provider.failing = null;
        expect((await signInWith(gateway, provider)).status).toBe(200);

        const none = await startTestGateway({ engine, env: { ...provider.env, OIDC_ISSUER: 'http://127.0.0.1:9' } });
        const page = await openCookieBrowser().open(none.url + oidcStart);
        expect(page.response.status).toBe(503);
        expect(page.text).toContain('Example ID cannot be reached');
        expect(none.logLines.join()).toContain('A sign-in with the provider failed');
        const wrong = await startTestGateway({
          engine,
          env: { ...provider.env, OIDC_CLIENT_SECRET: 'another secret of it' },
        });
        const mismatch = await signInWith(wrong, provider);
        expect(mismatch).toMatchObject({ status: 502, text: expect.stringContaining('OIDC_CLIENT_SECRET') });
        expect(wrong.logLines.join()).not.toContain('another secret');
      },
    );
  });

  describe('a logout token', () => {
    it('ends the sessions of its provider session at once on all instances, and works once', async () => {
      const provider = await startProvider();
      const env = { ...(await engine.empty()), ...provider.env };
      const gateway = await startTestGateway({ env });
      const second = engine.name === 'postgresql' ? await startTestGateway({ env }) : gateway;
      const [first, other] = [await signInWith(gateway, provider), await signInWith(second, provider)];
      const elsewhere = openBrowser(second, first.browser.token);
      expect((await elsewhere.request('GET', '/v1/status')).status).toBe(200);
      const send = (token: string) =>
        gateway.request('POST', '/console/session/oidc/logout', {
          body: new URLSearchParams({ logout_token: token }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: provider.issuer, aud: clientId, iat: now, exp: now + 120, sub: 'grace' };
      const [sid = ''] = provider.sids;
      const strange = await generateKeyPair('RS256');
      const invalid = [
        await provider.logoutToken({ ...claims, jti: 'a', sid }, { key: strange.privateKey }),
        await provider.logoutToken({ ...claims, jti: 'b', sid, aud: 'another' }),
        await provider.logoutToken({ ...claims, jti: 'c', sid, iss: 'https://evil.example' }),
        await provider.logoutToken({ ...claims, jti: 'd', sid, events: {} }),
        await provider.logoutToken({ ...claims, jti: 'e', sid, nonce: 'n' }),
        await provider.logoutToken({ ...claims, sid }),
        await provider.logoutToken({ ...claims, jti: 'f', sid, iat: now - 90_000, exp: now - 80_000 }),
        'no token',
      ];
      for (const token of invalid) expect(await send(token)).toMatchObject({ status: 400 });
      expect((await first.browser.request('GET', '/v1/status')).status).toBe(200);

      const token = await provider.logoutToken({ ...claims, jti: 'g', sid });
      expect((await send(token)).status).toBe(200);
      expect((await first.browser.request('GET', '/v1/status')).status).toBe(401);
      await expect.poll(async () => (await elsewhere.request('GET', '/v1/status')).status).toBe(401);
      expect((await other.browser.request('GET', '/v1/status')).status).toBe(200);
      expect(await send(token)).toMatchObject({ status: 400, text: expect.stringContaining('used before') });

      expect((await send(await provider.logoutToken({ ...claims, jti: 'h' }))).status).toBe(200);
      await expect.poll(async () => (await other.browser.request('GET', '/v1/status')).status).toBe(401);
    });
  });

  describe('PASSWORD_SIGN_IN=false', () => {
    it('refuses passwords and invitations, and accepts links of the command line', async () => {
      const env = { ...(await engine.empty()), PASSWORD_SIGN_IN: 'false' };
      const { gateway, provider } = await startBoth({ env });
      // The set-up link in the log creates an owner, also while the provider is down.
      const owner = await setUpConsole(gateway);
      const { id } = (await owner.request('GET', '/console/session')).json.operator;
      const refusals = [
        await openBrowser(gateway).request('POST', '/console/session', { email: ada.email, password: ada.password }),
        await owner.request('POST', '/console/session/invitations', { role: 'viewer', email: null }),
        await owner.request('POST', `/console/session/operators/${id}/password-link`),
      ];
      for (const reply of refusals)
        expect(reply).toMatchObject({
          status: 403,
          json: { detail: expect.stringContaining('PASSWORD_SIGN_IN=false') },
        });
      expect((await owner.request('GET', '/console/session')).json.gateway.sign_in.password).toBe(false);
      expect((await signInWith(gateway, provider)).status).toBe(200);

      const { output } = await installationCommand(['operator', 'reset-password', ada.email], {
        ...env,
        ...provider.env,
      });
      const token = /#token=([\w-]+)/.exec(output)?.[1];
      const locked = openBrowser(gateway);
      const reset = await locked.request('POST', '/console/session/reset', { token, password: 'a new good password' });
      expect(reset).toMatchObject({ status: 200, json: { state: 'signed_in' } });
    });
  });
});
