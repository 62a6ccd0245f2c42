import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { commands } from '../../src/commands/commands.js';
import { installationCommand } from '../harness/installation-command.js';
import { program, start } from './command.js';

it('the client says where each command of the installation runs', async () => {
  const client = new URL('installation.js', pathToFileURL(program)).href;
  const { installationCommands } = (await import(client)) as { installationCommands: readonly string[] };
  const help = (await start(['--help']).finished).stdout;
  const ofBoth = ['doctor'];
  for (const name of ofBoth) expect(help).toContain(`gateway-server ${name}`);
  expect(installationCommands).toEqual(commands.map(({ name }) => name).filter((name) => !ofBoth.includes(name)));
  const { code, stderr } = await start(['operator', 'list']).finished;
  expect(code).toBe(2);
  expect(stderr).toContain('runs on the machine of the gateway');
  expect(stderr).toContain('npm run gateway-server -- operator list');
});

it('the commands of the installation print their help, and refuse what they do not know', async () => {
  const help = await installationCommand(['--help'], {});
  expect(help.code).toBe(0);
  for (const { name } of commands) {
    expect(help.output).toContain(`gateway-server ${name}`);
    expect(await installationCommand([name, '--help'], {})).toEqual({
      code: 0,
      output: expect.stringMatching(`^Usage:\n  gateway-server ${name}`),
    });
  }
  const unknown = await installationCommand(['upgrade'], {});
  expect([unknown.code, unknown.output]).toEqual([1, expect.stringMatching(/^There is no command upgrade\./)]);
});
