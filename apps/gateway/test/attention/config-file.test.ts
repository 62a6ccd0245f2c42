import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { complete, configFile } from '../config-file/fixture.js';
import { sqlite } from '../harness/engines.js';
import { startTelegram, startTestGateway } from '../harness/gateway.js';
import { installationCommand } from '../harness/installation-command.js';

it('a configuration file sets and removes the limits of a channel, shows the change before, and an export has them', async () => {
  const { telegram } = await startTelegram();
  const limited = complete.replace('    policy: two\n', '    policy: two\n    max_open_per_key: 3\n');
  const file = await configFile(complete);
  const env = {
    ...(await sqlite.empty()),
    PLATFORM_TELEGRAM_API_URL: telegram.url,
    BOT_TOKEN: telegram.token,
    CALLBACK_PASSWORD: 'a-hidden-password',
    CONFIG_FILE: file,
  };
  const gateway = await startTestGateway({ env });
  const limit = async () => (await gateway.request('GET', '/v1/channels/approvals')).json.max_open_per_key ?? null;
  const apply = async (text: string, ...flags: string[]) => {
    await writeFile(file, text);
    return await installationCommand(['apply', ...flags], env);
  };
  expect(JSON.stringify(await apply(limited, '--dry-run'))).toContain('max_open_per_key');
  expect(await limit()).toBeNull();
  await apply(limited);
  expect(await limit()).toBe(3);
  expect(JSON.stringify(await installationCommand(['export'], env))).toContain('max_open_per_key: 3');
  await apply(complete);
  expect(await limit()).toBeNull();
});
