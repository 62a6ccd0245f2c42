import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { listPrompts } from '@gateway/contract';
import { sqlite } from '../harness/engines.js';
import { startGatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { until } from '../harness/until.js';

it('a gateway killed while it posts a file removes the file and the prompt at the next start', async () => {
  const { telegram, env } = await startTelegram();
  const settings = { ...(await sqlite.empty()), ...env };
  const spooled = () => readdir(path.join(settings.DATA_DIR as string, 'spool'));
  const ada = telegram.addUser({ firstName: 'Ada' });
  const killed = await startGatewayProcess(settings);
  await registerChannel(killed, telegram, { id: 'approvals', chat: ada });

  telegram.failNext('sendDocument', { hang: true });
  const form = new FormData();
  for (const [name, value] of Object.entries({ channel_id: 'approvals', text: 'Well?' })) form.append(name, value);
  form.append('file', new Blob(['%PDF-1.7\n']), 'a.pdf');
  const asking = fetch(`${killed.url}/v1/prompts/new`, { method: 'POST', body: form }).catch(() => 'lost');
  await until(async () => telegram.calls({ method: 'sendDocument' }).length === 1 && (await spooled()).length === 1);
  await killed.kill();
  expect(await asking).toBe('lost');
  expect(await spooled()).toHaveLength(1);

  const restarted = await startGatewayProcess(settings);
  expect(await spooled()).toEqual([]);
  expect(await restarted.call(listPrompts, { query: { state: 'all' } })).toEqual([]);
});
