import { describe, expect, it } from 'vitest';
import { start, WEBHOOK_URL, type Harness } from './harness.js';

const hello = ({ sim }: Harness) => sim.textEvent({ space: sim.addSpace(), text: 'hello' });

describe('a request of Google Chat', () => {
  it.each([
    ['with the very address', {}],
    ['with a slash more', { claims: { aud: `${WEBHOOK_URL}/` } }],
    ['by the short name of the issuer', { claims: { iss: 'accounts.google.com' } }],
    ['from a clock that is half a minute behind', { claims: { exp: Math.floor(Date.now() / 1000) - 30 } }],
  ])('is taken %s', async (_name, changes) => {
    const harness = await start();
    expect(await harness.receive(hello(harness), { authorization: harness.sim.bearer(changes) })).toMatchObject({
      status: 200,
    });
    expect(harness.events).toHaveLength(1);
  });

  it("is taken on the address of another channel of the same account, whose own address is the token's audience", async () => {
    const harness = await start();
    const url = WEBHOOK_URL.replace('/ops', '/sales');
    const authorization = harness.sim.bearer({ claims: { aud: url } });
    expect((await harness.receive(hello(harness), { authorization, url })).status).toBe(200);
    expect((await harness.receive(hello(harness), { authorization })).status).toBe(401);
    expect((await harness.receive(hello(harness), { url })).status).toBe(200);
  });

  it.each([
    ['somebody else whom Google knows', { email: 'mallory@example.com' }],
    ['an account whose name only begins alike', { email: 'chat@system.gserviceaccount.com.evil.example' }],
    ['nobody', { email: undefined }],
    ['an address that Google has not verified', { email_verified: false }],
    ['an address that Google has verified in a word', { email_verified: 'true' }],
  ])('is refused when it comes from %s', async (_name, claims) => {
    const harness = await start();
    expect(await harness.receive(hello(harness), { authorization: harness.sim.bearer({ claims }) })).toMatchObject({
      status: 401,
    });
    expect(harness.events).toEqual([]);
  });

  it('of an add-on is refused until the account is named, and the refusal names it', async () => {
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

  it('for a project number needs the number, which must be the same', async () => {
    const unknowing = await start({ audience: 'project' });
    expect(await unknowing.receive(hello(unknowing))).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('google_chat_project_number') },
    });
    const other = await start({ audience: 'project', credentials: { google_chat_project_number: '999' } });
    expect((await other.receive(hello(other))).status).toBe(401);
  });

  it('relies on the project number where the gateway knows no address of its own', async () => {
    const credentials = { google_chat_project_number: '123456789012' };
    const byNumber = await start({ audience: 'project', address: null, credentials });
    expect((await byNumber.receive(hello(byNumber))).status).toBe(200);
    const byAddress = await start({ audience: 'url', address: null, credentials });
    expect((await byAddress.receive(hello(byAddress))).status).toBe(401);
  });

  it('for another address is refused with the setting that makes the address right', async () => {
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

  it('is asked for again while the public keys cannot be had', async () => {
    const harness = await start({ endpoints: { jwks: 'http://127.0.0.1:9/none' } });
    expect(await harness.receive(hello(harness))).toMatchObject({ status: 503 });
    const broken = await start();
    broken.sim.failNext('jwks', { answer: { status: 500, body: 'broken' } });
    expect(await broken.receive(hello(broken))).toMatchObject({ status: 503 });
    expect(await broken.receive(hello(broken))).toMatchObject({ status: 200 });
  });

  it('by project number is checked against the keys of Google Chat itself, unless the operator names a place for all keys', async () => {
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
