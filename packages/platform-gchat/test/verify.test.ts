import { describe, expect, it } from 'vitest';
import { start, WEBHOOK_URL, type Harness } from './harness.js';

const hello = ({ sim }: Harness) => sim.textEvent({ space: sim.addSpace(), text: 'hello' });

describe('Google Chat request verification', () => {
  it.each([
    ['with the same address', {}],
    ['with a trailing slash', { claims: { aud: `${WEBHOOK_URL}/` } }],
    ['with the short name of the issuer', { claims: { iss: 'accounts.google.com' } }],
    ['with a clock difference of half a minute', { claims: { exp: Math.floor(Date.now() / 1000) - 30 } }],
  ])('accepts a token %s', async (_name, changes) => {
    const harness = await start();
    expect(await harness.receive(hello(harness), { authorization: harness.sim.bearer(changes) })).toMatchObject({
      status: 200,
    });
    expect(harness.events).toHaveLength(1);
  });

  it('accepts a token for the address of another channel of the same account', async () => {
    const harness = await start();
    const url = WEBHOOK_URL.replace('/ops', '/sales');
    const authorization = harness.sim.bearer({ claims: { aud: url } });
    expect((await harness.receive(hello(harness), { authorization, url })).status).toBe(200);
    expect((await harness.receive(hello(harness), { authorization })).status).toBe(401);
    expect((await harness.receive(hello(harness), { url })).status).toBe(200);
  });

  it.each([
    ['another Google account', { email: 'mallory@example.com' }],
    ['an account with the same prefix', { email: 'chat@system.gserviceaccount.com.evil.example' }],
    ['no address', { email: undefined }],
    ['an unverified address', { email_verified: false }],
    ['an address with a string as verification', { email_verified: 'true' }],
  ])('rejects a token of %s', async (_name, claims) => {
    const harness = await start();
    expect(await harness.receive(hello(harness), { authorization: harness.sim.bearer({ claims }) })).toMatchObject({
      status: 401,
    });
    expect(harness.events).toEqual([]);
  });

  it('rejects an unknown add-on account and names it in the refusal', async () => {
    const unknowing = await start({ format: 'addon' });
    const reply = await unknowing.receive(hello(unknowing));
    expect(reply).toMatchObject({ status: 401, body: { detail: expect.stringContaining(unknowing.sim.addonAccount) } });
    expect(unknowing.log.join()).toContain('workspace_addon_service_account');

    const { addonAccount, projectNumber } = unknowing.sim;
    const ways: Record<string, string>[] = [
      { workspace_addon_service_account: addonAccount },
      { google_chat_project_number: projectNumber },
    ];
    for (const credentials of ways) {
      const harness = await start({ format: 'addon', credentials });
      expect((await harness.receive(hello(harness))).status).toBe(200);
    }
    const other = await start({ format: 'addon', credentials: { google_chat_project_number: '999' } });
    expect((await other.receive(hello(other))).status).toBe(401);
  });

  it('requires the right project number for a token with a project number', async () => {
    const unknowing = await start({ audience: 'project' });
    expect(await unknowing.receive(hello(unknowing))).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('google_chat_project_number') },
    });
    const other = await start({ audience: 'project', credentials: { google_chat_project_number: '999' } });
    expect((await other.receive(hello(other))).status).toBe(401);
  });

  it('accepts the project number when the gateway has no public address', async () => {
    const credentials = { google_chat_project_number: '123456789012' };
    const byNumber = await start({ audience: 'project', address: null, credentials });
    expect((await byNumber.receive(hello(byNumber))).status).toBe(200);
    const byAddress = await start({ audience: 'url', address: null, credentials });
    expect((await byAddress.receive(hello(byAddress))).status).toBe(401);
  });

  it('names the setting to fix when the token is for another address', async () => {
    const elsewhere = await start();
    const authorization = elsewhere.sim.bearer({ claims: { aud: 'https://elsewhere.example/chat' } });
    const reply = await elsewhere.receive(hello(elsewhere), { authorization });
    expect(reply).toMatchObject({ status: 401, body: { detail: expect.stringContaining('PUBLIC_WEBHOOK_URL') } });
    expect(JSON.stringify(reply.body)).toContain(WEBHOOK_URL);

    const homeless = await start({ audience: 'url', address: null });
    expect(await homeless.receive(hello(homeless), { url: '' })).toMatchObject({
      status: 401,
      body: { detail: expect.stringMatching(/does not know its public address.*PUBLIC_WEBHOOK_URL/) },
    });
  });

  it('replies 503 while the public keys cannot be fetched', async () => {
    const harness = await start({ endpoints: { jwks: 'http://127.0.0.1:9/none' } });
    expect(await harness.receive(hello(harness))).toMatchObject({ status: 503 });
    const broken = await start();
    broken.sim.failNext('jwks', { answer: { status: 500, body: 'broken' } });
    expect(await broken.receive(hello(broken))).toMatchObject({ status: 503 });
    expect(await broken.receive(hello(broken))).toMatchObject({ status: 200 });
  });

  it('uses the keys of Google Chat for project number tokens, unless the operator sets an address for all keys', async () => {
    const asked: string[] = [];
    const fetchKeys: typeof fetch = async (input) => {
      asked.push(input instanceof URL ? input.href : (input as string));
      throw new TypeError('fetch failed');
    };
    const harness = await start({
      audience: 'project',
      credentials: { google_chat_project_number: '123456789012' },
      endpoints: { jwks: 'https://www.googleapis.com/oauth2/v3/certs' },
      fetch: fetchKeys,
    });
    await harness.receive(hello(harness));
    await harness.receive(hello(harness), { authorization: harness.sim.bearer({ audience: 'url' }) });
    expect(asked).toEqual([
      'https://www.googleapis.com/service_accounts/v1/jwk/chat@system.gserviceaccount.com',
      'https://www.googleapis.com/oauth2/v3/certs',
    ]);
  });
});
