import { expect, it } from 'vitest';
import { blocks } from '../docs/blocks.js';
import { sqlite } from '../harness/engines.js';
import { startTelegram, startTestGateway } from '../harness/gateway.js';
import { configFile } from './fixture.js';

it('the configuration file of the guide is applied at start', async () => {
  const example = blocks().find(({ file, language }) => file === 'docs/config-file.md' && language === 'yaml');
  const { telegram, env } = await startTelegram();
  const gateway = await startTestGateway({
    env: {
      ...(await sqlite.empty()),
      ...env,
      CONFIG_FILE: await configFile(example?.code ?? ''),
      TELEGRAM_BOT_TOKEN: telegram.token,
    },
  });
  const channels = await gateway.request('GET', '/v1/channels');
  expect(channels.json.map((channel: { channel_id: string }) => channel.channel_id)).toEqual([
    'escalation',
    'approvals',
  ]);
  expect((await gateway.request('GET', '/v1/policies/two-people')).json.steps).toHaveLength(2);
  const rules = await gateway.request('GET', '/v1/rules');
  expect(rules.json.map((rule: { rule_id: string }) => rule.rule_id)).toEqual(['no-deletes', 'deployments']);
  expect(gateway.logLines.join('\n')).toContain('No operator has the address ada@example.com yet');
});
