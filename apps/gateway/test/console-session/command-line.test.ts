import { describe, expect, it } from 'vitest';
import { newFolder, onEveryEngine } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';
import { installationCommand } from '../harness/installation-command.js';
import { ada, openBrowser, setUpConsole, signInAs } from '../harness/operators.js';

const operatorCommand = (args: readonly string[], env: Readonly<Record<string, string | undefined>>) =>
  installationCommand(['operator', ...args], env);

const tokenOf = (output: string) => /#token=([\w-]{43})$/.exec(output)?.[1] ?? '';

onEveryEngine((engine) => {
  describe('the command gateway-server operator', () => {
    it('reset-password prints a link that resets a password once while the gateway runs', async () => {
      const env = await engine.empty();
      const gateway = await startTestGateway({ env });
      await setUpConsole(gateway);
      const { code, output } = await operatorCommand(['reset-password', ' Ada@example.com'], {
        ...env,
        PUBLIC_WEBHOOK_URL: 'https://gateway.example.com',
      });
      expect(code).toBe(0);
      expect(output).toMatch(/\nhttps:\/\/gateway\.example\.com\/console\/reset#token=[\w-]{43}$/);
      const reset = () =>
        openBrowser(gateway).request('POST', '/console/session/reset', {
          token: tokenOf(output),
          password: 'a remembered one',
        });
      expect((await reset()).json).toMatchObject({ state: 'signed_in', operator: { email: ada.email } });
      expect((await reset()).status).toBe(404);
      await signInAs(gateway, { email: ada.email, password: 'a remembered one' });
      expect((await gateway.request('GET', '/v1/audit?action=operator.password_link_created')).json).toMatchObject([
        { actor: { kind: 'system' } },
      ]);
    });

    it('list shows all operators, and setup-link works until the first operator exists', async () => {
      const env = await engine.empty();
      const gateway = await startTestGateway({ env });
      expect((await operatorCommand(['list'], env)).output).toContain('setup-link');
      const { output } = await operatorCommand(['setup-link'], env);
      const token = tokenOf(output);
      expect((await openBrowser(gateway).request('POST', '/console/session/setup', { token, ...ada })).status).toBe(
        201,
      );
      expect((await operatorCommand(['list'], env)).output).toMatch(
        /^ada@example\.com {2}owner {2}Ada {2}last seen 20/,
      );
      expect((await operatorCommand(['setup-link'], env)).code).toBe(1);
    });
  });
});

it('the command gateway-server operator reports unknown operators, missing arguments and unknown commands', async () => {
  const env = await newFolder();
  expect(await operatorCommand(['list'], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('start the gateway'),
  });
  const gateway = await startTestGateway({ env });
  await setUpConsole(gateway);
  for (const [args, word] of [
    [['reset-password', 'unknown@example.com'], 'unknown@example.com'],
    [['reset-password'], '<e-mail>'],
    [['remove', 'ada@example.com'], 'Unknown command'],
  ] as const) {
    const { code, output } = await operatorCommand(args, env);
    expect([code, output]).toEqual([1, expect.stringContaining(word)]);
  }
});
