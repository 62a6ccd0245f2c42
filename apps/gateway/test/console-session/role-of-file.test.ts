import { expect, it } from 'vitest';
import { configFile } from '../config-file/fixture.js';
import { sqlite } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';
import { installationCommand } from '../harness/installation-command.js';
import { startProvider } from '../harness/openid-provider.js';
import { openBrowser } from '../harness/operators.js';
import { openCookieBrowser } from '../harness/sign-in-with-provider.js';

const grace = { sub: 'grace', email: 'grace@example.com', email_verified: true, name: 'Grace', groups: ['admins'] };
const alan = { ...grace, sub: 'alan', email: 'alan@example.com', name: 'Alan', groups: ['on-call'] };

it(
  'a sign-in with a provider keeps the role that the configuration file gives, until the operator leaves the file',
  { tags: ['slow'] },
  async () => {
    const database = await sqlite.empty();
    const provider = await startProvider();
    const gateway = await startTestGateway({ env: { ...database, ...provider.env } });
    const signIn = async (account: typeof alan) => {
      provider.account = account;
      const visitor = openCookieBrowser();
      const { response } = await visitor.open(`${gateway.url}/console/session/oidc/start`);
      const browser = openBrowser(gateway, visitor.token(gateway));
      const { operator } = (await browser.request('GET', '/console/session')).json;
      return { status: response.status, role: operator?.role ?? null };
    };
    const apply = async (text: string) =>
      expect(await installationCommand(['apply', await configFile(text)], database)).toMatchObject({ code: 0 });

    await signIn(grace);
    expect(await signIn(alan)).toEqual({ status: 200, role: 'operator' });
    await apply('operators: [{ email: alan@example.com, role: viewer }]');
    expect(await signIn(alan)).toEqual({ status: 200, role: 'viewer' });
    expect(await signIn({ ...alan, groups: [] })).toEqual({ status: 403, role: null });
    await apply('operators: []');
    expect(await signIn(alan)).toEqual({ status: 200, role: 'operator' });
  },
);
