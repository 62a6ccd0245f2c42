import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import type { TestGateway } from '../harness/gateway.js';
import { startKeyedGateway } from '../harness/keys.js';
import { ada, openBrowser, setUpConsole, signInAs, type TestBrowser } from '../harness/operators.js';
import { placesOf } from '../harness/stored.js';
import { until } from '../harness/until.js';

const hour = 3_600_000;
const day = 24 * hour;
const grace = { name: 'Grace', email: 'grace@example.com', password: 'nanoseconds of wire' };

const tokenOf = (link: string) => /#token=([\w-]{43})$/.exec(link)?.[1] ?? '';
const idOf = async (browser: TestBrowser): Promise<string> =>
  (await browser.request('GET', '/console/session')).json.operator.id;

/** Invites a person with a role and returns their browser. */
async function join(gateway: TestGateway, owner: TestBrowser, role: string, person = grace): Promise<TestBrowser> {
  const invited = await owner.request('POST', '/console/session/invitations', { role });
  const browser = openBrowser(gateway);
  const accepted = await browser.request('POST', '/console/session/accept', {
    token: tokenOf(invited.json.link),
    ...person,
  });
  expect(accepted.status, accepted.text).toBe(201);
  return browser;
}

onEveryEngine((engine) => {
  describe('an invitation', () => {
    it('creates one operator with its role and disappears from the list', async () => {
      const gateway = await startKeyedGateway({ engine });
      const owner = await setUpConsole(gateway);
      const invited = await owner.request('POST', '/console/session/invitations', { role: 'viewer' });
      expect(invited.json).toMatchObject({ role: 'viewer', email: null });
      expect(invited.json.link).toBe(`${gateway.url}/console/invite#token=${tokenOf(invited.json.link)}`);
      const { link: _, ...listed } = invited.json;
      expect((await owner.request('GET', '/console/session/invitations')).json).toEqual([listed]);
      const token = tokenOf(invited.json.link);
      const guest = openBrowser(gateway);
      expect((await guest.request('POST', '/console/session/link', { token })).json).toEqual({
        purpose: 'invitation',
        role: 'viewer',
        email: null,
        expires_at: invited.json.expires_at,
      });

      const accept = (person: typeof grace) =>
        openBrowser(gateway).request('POST', '/console/session/accept', { token, ...person });
      expect(await accept({ ...grace, email: ada.email })).toMatchObject({ status: 409 });
      const tries = await Promise.all([1, 2, 3].map((n) => accept({ ...grace, email: `grace${n}@example.com` })));
      expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404, 404]);
      expect(tries.find(({ status }) => status === 201)?.json.operator).toMatchObject({
        role: 'viewer',
        name: 'Grace',
      });
      expect((await owner.request('GET', '/console/session/invitations')).json).toEqual([]);
      expect((await guest.request('POST', '/console/session/link', { token })).status).toBe(404);
      expect((await owner.request('GET', '/console/session/operators')).json).toMatchObject([
        { name: 'Ada', role: 'owner' },
        { name: 'Grace', role: 'viewer' },
      ]);
    });

    it('for one address is accepted only with it, can be deleted, and expires after seven days', async () => {
      const clock = manualClock();
      const gateway = await startKeyedGateway({ engine, clock });
      const owner = await setUpConsole(gateway);
      const invite = async (email: string) =>
        (await owner.request('POST', '/console/session/invitations', { role: 'operator', email })).json;
      const accept = (link: string, email: string) =>
        openBrowser(gateway).request('POST', '/console/session/accept', { token: tokenOf(link), ...grace, email });
      const first = await invite('Grace@Example.com');
      expect(await accept(first.link, 'other@example.com')).toMatchObject({
        status: 400,
        json: { issues: [{ path: ['email'] }] },
      });
      expect((await owner.request('DELETE', `/console/session/invitations/${first.id}`)).json.id).toBe(first.id);
      expect((await accept(first.link, grace.email)).status).toBe(404);
      expect((await owner.request('DELETE', `/console/session/invitations/${first.id}`)).status).toBe(404);
      const second = await invite(grace.email);
      for (let n = 0; n < 14; n += 1) {
        clock.skip(day / 2 - 1000);
        await owner.request('GET', '/v1/status');
      }
      expect((await signInAs(gateway)).token).not.toBeNull();
      clock.skip(15_000);
      expect((await accept(second.link, grace.email)).status).toBe(404);
      const third = await (
        await signInAs(gateway)
      ).request('POST', '/console/session/invitations', {
        role: 'operator',
        email: ada.email,
      });
      expect(third.status).toBe(409);
    });
  });

  describe('a role', () => {
    it('decides what an operator may do: viewers read, operators work, owners administer', async () => {
      const gateway = await startKeyedGateway({ engine });
      const owner = await setUpConsole(gateway);
      const viewer = await join(gateway, owner, 'viewer');
      const operator = await join(gateway, owner, 'operator', { ...grace, email: 'op@example.com' });
      const ways = [
        ['GET', '/v1/status', undefined],
        ['POST', '/v1/deliveries/retry', undefined],
        ['POST', '/v1/keys/new', { name: 'x', preset: 'agent' }],
        ['PATCH', '/v1/settings', {}],
        ['GET', '/console/session/operators', undefined],
        ['POST', '/console/session/invitations', { role: 'viewer' }],
        ['POST', '/console/session/signing-secret', undefined],
        ['GET', '/console/session/invitations', undefined],
      ] as const;
      const statuses = async (browser: TestBrowser) => {
        const found: number[] = [];
        for (const [method, path, body] of ways) found.push((await browser.request(method, path, body)).status);
        return found;
      };
      expect(await statuses(viewer)).toEqual([200, 403, 403, 403, 200, 403, 403, 403]);
      expect(await statuses(operator)).toEqual([200, 200, 403, 403, 200, 403, 403, 403]);
      expect(await statuses(owner)).toEqual([200, 200, 200, 200, 200, 201, 200, 200]);
      const refused = await viewer.request('POST', '/v1/deliveries/retry');
      expect(refused.json.detail).toMatch(/^Your role \(viewer\) lacks the scope deliveries:write;/);
      expect((await viewer.request('GET', '/console/session')).json.operator.scopes).not.toContain('admin');
    });

    it('is changed only by owners, takes effect at once, and voids invitations of a former owner', async () => {
      const gateway = await startKeyedGateway({ engine });
      const owner = await setUpConsole(gateway);
      const other = await join(gateway, owner, 'owner');
      const { link } = (await other.request('POST', '/console/session/invitations', { role: 'owner' })).json;
      const patch = async (by: TestBrowser, whom: TestBrowser, body: object) =>
        await by.request('PATCH', `/console/session/operators/${await idOf(whom)}`, body);
      expect((await patch(owner, other, { role: 'viewer' })).json).toMatchObject({ name: 'Grace', role: 'viewer' });
      expect((await other.request('POST', '/v1/deliveries/retry')).status).toBe(403);
      expect((await patch(other, other, { role: 'owner' })).status).toBe(403);
      expect(
        (await openBrowser(gateway).request('POST', '/console/session/link', { token: tokenOf(link) })).status,
      ).toBe(404);
      expect((await patch(other, other, { name: ' Grace H. ' })).json.name).toBe('Grace H.');
      expect((await patch(owner, other, { name: 'Somebody' })).status).toBe(403);
      expect((await owner.request('PATCH', '/console/session/operators/unknown', { role: 'viewer' })).status).toBe(404);
    });

    it('of the last owner cannot be changed, even by two owners at the same time', async () => {
      const gateway = await startKeyedGateway({ engine });
      const owner = await setUpConsole(gateway);
      const ownerId = await idOf(owner);
      const stepDown = (browser: TestBrowser, id: string) =>
        browser.request('PATCH', `/console/session/operators/${id}`, { role: 'viewer' });
      expect(await stepDown(owner, ownerId)).toMatchObject({
        status: 400,
        json: { detail: expect.stringContaining('last owner') },
      });
      expect((await owner.request('DELETE', `/console/session/operators/${ownerId}`)).status).toBe(400);
      const other = await join(gateway, owner, 'owner');
      const otherId = await idOf(other);
      for (let round = 0; round < 4; round += 1) {
        const both = await Promise.all([stepDown(owner, ownerId), stepDown(other, otherId)]);
        expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
        const [stayed, left] = both[0].status === 400 ? [owner, otherId] : [other, ownerId];
        await stayed.request('PATCH', `/console/session/operators/${left}`, { role: 'owner' });
      }
    });
  });

  describe('a removed operator', () => {
    it('loses sessions, links and invitations at once', async () => {
      const clock = manualClock();
      const gateway = await startKeyedGateway({ engine, clock });
      const owner = await setUpConsole(gateway);
      const gone = await join(gateway, owner, 'owner');
      const id = await idOf(gone);
      const invited = (await gone.request('POST', '/console/session/invitations', { role: 'owner' })).json;
      const reset = (await owner.request('POST', `/console/session/operators/${id}/password-link`)).json;
      expect((await owner.request('DELETE', `/console/session/operators/${id}`)).json).toMatchObject({
        id,
        name: 'Grace',
      });
      expect((await gone.request('GET', '/v1/status')).status).toBe(401);
      for (const { link } of [invited, reset]) {
        const token = tokenOf(link);
        expect((await openBrowser(gateway).request('POST', '/console/session/link', { token })).status).toBe(404);
      }
      const { email, password } = grace;
      expect((await openBrowser(gateway).request('POST', '/console/session', { email, password })).status).toBe(401);
      expect((await owner.request('DELETE', `/console/session/operators/${id}`)).status).toBe(404);
    });

    it('is no longer the operator of a person', async () => {
      const gateway = await startKeyedGateway({ engine });
      const owner = await setUpConsole(gateway);
      const id = await idOf(await join(gateway, owner, 'operator'));
      await owner.request('POST', '/v1/people/new', { person_id: 'grace', name: 'Grace', operator_id: id });
      await owner.request('DELETE', `/console/session/operators/${id}`);
      expect((await owner.request('GET', '/v1/people/grace')).json.operator_id).toBeNull();
    });
  });

  describe('a password link', () => {
    it('sets a new password once within an hour and ends all older sessions', async () => {
      const clock = manualClock();
      const env = await engine.empty();
      const gateway = await startKeyedGateway({ env, clock });
      const owner = await setUpConsole(gateway);
      const forgetful = await join(gateway, owner, 'operator');
      const path = `/console/session/operators/${await idOf(forgetful)}/password-link`;
      const make = async () => tokenOf((await owner.request('POST', path)).json.link);
      const reset = (token: string) =>
        openBrowser(gateway).request('POST', '/console/session/reset', { token, password: 'a remembered one' });
      const first = await make();
      const second = await make();
      expect((await reset(first)).status).toBe(404);
      expect(
        (await openBrowser(gateway).request('POST', '/console/session/link', { token: second })).json,
      ).toMatchObject({
        purpose: 'password',
        role: 'operator',
        email: grace.email,
      });
      const tries = await Promise.all([reset(second), reset(second)]);
      expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
      expect((await forgetful.request('GET', '/v1/status')).status).toBe(401);
      await signInAs(gateway, { email: grace.email, password: 'a remembered one' });
      const late = await make();
      clock.skip(hour);
      expect((await reset(late)).status).toBe(404);
      expect((await forgetful.request('POST', path)).status).toBe(401);
      for (const token of [first, second, late]) {
        expect(await placesOf(token, env)).toEqual([]);
        expect(gateway.logLines.join('\n')).not.toContain(token);
      }
    });
  });

  it('the audit log has every change of operators, links and the signing secret', async () => {
    const gateway = await startKeyedGateway({ engine });
    const owner = await setUpConsole(gateway);
    const grace1 = await join(gateway, owner, 'operator');
    const id = await idOf(grace1);
    await owner.request('PATCH', `/console/session/operators/${id}`, { role: 'viewer' });
    const { link } = (await owner.request('POST', `/console/session/operators/${id}/password-link`)).json;
    await grace1.request('POST', '/console/session/reset', { token: tokenOf(link), password: 'a remembered one' });
    const secret = (await owner.request('POST', '/console/session/signing-secret')).json;
    expect(secret).toEqual({
      secret: 'a signing secret for tests',
      webhook_secret: `whsec_${Buffer.from('a signing secret for tests').toString('base64')}`,
      previous: 0,
    });
    await owner.request('DELETE', `/console/session/operators/${id}`);
    const entries: { action: string; actor: { name: string } }[] = (await owner.request('GET', '/v1/audit')).json;
    expect(entries.map(({ action, actor }) => `${action} by ${actor.name}`)).toEqual([
      'operator.removed by Ada',
      'signing_secret.shown by Ada',
      'operator.password_reset by Grace',
      'operator.password_link_created by Ada',
      'operator.updated by Ada',
      'operator.created by Grace',
      'invitation.created by Ada',
      'operator.created by Ada',
      'key.created by null',
    ]);
    expect(gateway.logLines.join('\n')).not.toContain('a signing secret for tests');
  });

  it('the last key with all rights can be revoked when an operator exists', async () => {
    const gateway = await startKeyedGateway({ engine });
    const [{ id }] = (await gateway.request('GET', '/v1/keys')).json;
    expect((await gateway.request('DELETE', `/v1/keys/${id}`)).status).toBe(400);
    const owner = await setUpConsole(gateway);
    expect((await gateway.request('DELETE', `/v1/keys/${id}`)).status).toBe(200);
    expect((await gateway.request('GET', '/v1/keys')).status).toBe(401);
    expect((await owner.request('POST', '/v1/keys/new', { name: 'next', preset: 'admin' })).status).toBe(200);
  });

  it('expired invitations are removed by the hourly job', async () => {
    const clock = manualClock();
    const env = await engine.empty();
    const gateway = await startKeyedGateway({ env, clock });
    const owner = await setUpConsole(gateway);
    const invited = (
      await owner.request('POST', '/console/session/invitations', { role: 'viewer', email: 'left@over.example' })
    ).json;
    expect(await placesOf(invited.id, env)).not.toEqual([]);
    expect(await placesOf('left@over.example', env)).not.toEqual([]);
    clock.skip(7 * day);
    await until(async () => {
      clock.advance(hour);
      return (await placesOf('left@over.example', env)).length === 0;
    });
  });
});
