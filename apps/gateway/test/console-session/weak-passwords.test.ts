import { describe, expect, it } from 'vitest';
import { ada, openBrowser, setUpConsole, setUpToken, signInAs } from '../harness/operators.js';
import { startTestGateway } from '../harness/gateway.js';
import { startOnce } from '../harness/shared.js';

const tokenOf = (link: string) => link.slice(link.indexOf('#token=') + 7);

describe('a weak password', () => {
  const shared = startOnce(() => startTestGateway());
  it.each([
    ['aaaaaaaaaaaa', /repeats a few characters/],
    ['horse1horse1', /repeats a few characters/],
    ['112233221133', /repeats a few characters/],
    ['qwertyuiop12', /sequence of neighbouring keys/],
    ['Abcdefghijklm', /sequence of neighbouring keys/],
    ['1qaz2wsx3edc', /sequence of neighbouring keys/],
    ['Gateway-2026', /a word that others try first/],
    ['ada@Example.com', /a word that others try first/],
    ['Example 12345678', /a word that others try first/],
    ['password12345', /a word that others try first/],
    ['Unbelievable', /one of the most used passwords/],
    ['leave me alone', /one of the most used passwords/],
    ['chickenwing101', /one of the most used passwords/],
  ])('%s is refused at the set-up, with the reason at its field', async (password, reason) => {
    const gateway = shared();
    const reply = await openBrowser(gateway).request('POST', '/console/session/setup', {
      ...ada,
      password,
      token: setUpToken(gateway),
    });
    expect(reply).toMatchObject({
      status: 400,
      json: { code: 'validation', issues: [{ path: ['password'], message: expect.stringMatching(reason) }] },
    });
    expect(reply.text).not.toContain(password);
  });

  it('is refused at a change, in an invitation and in a reset, and a good one is taken after it', async () => {
    const gateway = await startTestGateway();
    const owner = await setUpConsole(gateway);
    const change = (next: string) =>
      owner.request('POST', '/console/session/password', { current: ada.password, next });
    // More than the five attempts after which a wrong current password is throttled.
    for (let n = 0; n < 6; n += 1)
      expect(await change('unbelievable')).toMatchObject({ status: 400, json: { issues: [{ path: ['next'] }] } });

    const invitation = await owner.request('POST', '/console/session/invitations', { role: 'viewer' });
    const accept = (password: string) =>
      openBrowser(gateway).request('POST', '/console/session/accept', {
        token: tokenOf(invitation.json.link),
        name: 'Grace Hopper',
        email: 'grace.hopper@navy.mil',
        password,
      });
    for (const password of ['grace.hopper1', 'HopperGrace!', 'unbelievable'])
      expect(await accept(password)).toMatchObject({ status: 400, json: { issues: [{ path: ['password'] }] } });
    const accepted = await accept('nanoseconds of wire');
    expect(accepted.status).toBe(201);

    const link = await owner.request('POST', `/console/session/operators/${accepted.json.operator.id}/password-link`);
    const reset = (password: string) =>
      openBrowser(gateway).request('POST', '/console/session/reset', { token: tokenOf(link.json.link), password });
    for (const password of ['gracehopper11', 'unbelievable'])
      expect(await reset(password)).toMatchObject({ status: 400, json: { issues: [{ path: ['password'] }] } });
    expect((await reset('another long password')).status).toBe(200);
    expect((await change('a third long password')).status).toBe(200);
    await signInAs(gateway, { email: ada.email, password: 'a third long password' });
  });
});
