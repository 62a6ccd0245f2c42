import { expect, it } from 'vitest';
import { startTestGateway } from '../harness/gateway.js';
import { ada, openBrowser, setUpConsole, setUpToken } from '../harness/operators.js';

it.each(['a\u001B]0;title\u0007', 'two\nlines', 'evil\u202Etxt', 'a\u2028b', '\u0085'])(
  'a name or e-mail address with control characters is rejected: %j',
  async (name) => {
    const gateway = await startTestGateway();
    const token = setUpToken(gateway);
    const setUp = (person: object) =>
      openBrowser(gateway).request('POST', '/console/session/setup', { token, ...ada, ...person });
    expect(await setUp({ name })).toMatchObject({ status: 400, json: { issues: [{ path: ['name'] }] } });
    expect(await setUp({ email: `${name.trim()}\u0001@example.com` })).toMatchObject({
      status: 400,
      json: { issues: [{ path: ['email'] }] },
    });
    const browser = await setUpConsole(gateway, { ...ada, name: 'Zoë 🦊 أمل O’Neill' });
    const { operator } = (await browser.request('GET', '/console/session')).json;
    expect(operator.name).toBe('Zoë 🦊 أمل O’Neill');
    const renamed = await browser.request('PATCH', `/console/session/operators/${operator.id}`, { name });
    expect(renamed.status).toBe(400);
  },
);
