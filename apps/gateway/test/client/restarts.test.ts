import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Gateway } from '@gateway/client';
import { sqlite } from '../harness/engines.js';
import { freePort } from '../harness/free-port.js';
import { startGatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { startClient } from './asking.js';

/** For programs of their own; the tests import the sources. */
const builtClient = new URL('../../../../packages/client/dist/index.js', import.meta.url).href;

async function startRestartable() {
  const { telegram, env } = await startTelegram();
  const settings = { ...(await sqlite.empty()), ...env, PORT: String(await freePort()), LEASE_MS: '600' };
  const start = () => startGatewayProcess(settings);
  const gateway = await start();
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  /** Presses when the question is in the chat and the gateway polls. */
  const press = async (button: string) => {
    await until(() => telegram.messages({ chat: ada }).some(({ reply_markup }) => reply_markup));
    return telegram.press({ chat: ada, button });
  };
  return { telegram, ada, gateway, start, press };
}

describe('a client that waits', () => {
  it('gets the answer when the gateway is killed with SIGKILL and started again', async () => {
    const { gateway, start, press } = await startRestartable();
    const retries: string[] = [];
    const client = new Gateway({
      url: gateway.url,
      channel: 'approvals',
      // An interruption of a wait that has begun is not limited by it.
      retrySec: 0,
      onRetry: ({ name }) => retries.push(name),
    });
    let created = false;
    const question = { text: 'Deploy?', options: ['Yes', 'No'] } as const;
    const asked = client.askHuman(question, { onCreated: () => void (created = true) });
    await until(() => created);
    await gateway.kill();
    await until(() => retries.length > 0);
    await start();
    await press('No');
    expect(await asked).toMatchObject({ status: 'answered', answer: { type: 'option', value: 'No' } });
    expect(retries).toContain('ConnectionError');
  });

  it('asks once although the gateway is killed with SIGKILL while it posts the question', async () => {
    const { telegram, ada, gateway, start, press } = await startRestartable();
    const client = new Gateway({ url: gateway.url, channel: 'approvals' });
    telegram.failNext('sendMessage', { hang: true, afterEffect: true });
    const asked = client.askHuman({ text: 'Deploy?', options: ['Yes'] });
    await until(() => telegram.messages({ chat: ada }).length === 1);
    await gateway.kill();
    const restarted = await start();
    await press('Yes');
    expect(await asked).toMatchObject({ promptId: '#1', answer: { value: 'Yes' } });
    const all = new Gateway({ url: restarted.url });
    expect(await all.request({ method: 'GET', path: '/v1/prompts?state=all' })).toHaveLength(1);
  });

  it('resolves as pending when waitSec ends while the gateway is down', async () => {
    const { gateway, client } = await startClient();
    const asked = client.askHuman(
      { text: 'Deploy?', options: ['Yes'] },
      { waitSec: 2, onCreated: () => void gateway.stop() },
    );
    expect(await asked).toEqual({ status: 'pending', promptId: '#1' });
  });
});

describe('a program that was killed with SIGKILL while it waited', () => {
  it('gets the answer that was given meanwhile when it asks again with its key', async () => {
    const { gateway, press, list } = await startClient();
    const program = `
      import { Gateway } from ${JSON.stringify(builtClient)};
      const gateway = new Gateway({ url: ${JSON.stringify(gateway.url)}, channel: 'approvals' });
      const outcome = await gateway.askHuman({ text: 'Deploy?', options: ['Yes'] }, { idempotencyKey: 'step-7' });
      console.log(JSON.stringify(outcome.answer));`;
    const run = () =>
      spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const first = run();
    onTestFinished(() => void first.kill('SIGKILL'));
    await until(async () => (await list()).json.length === 1);
    first.kill('SIGKILL');
    await once(first, 'close');
    await press('Yes');
    const second = run();
    let output = '';
    second.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    expect(await once(second, 'close')).toEqual([0, null]);
    expect(JSON.parse(output)).toEqual({ type: 'option', value: 'Yes' });
    expect((await list('?state=all')).json).toHaveLength(1);
  });
});
