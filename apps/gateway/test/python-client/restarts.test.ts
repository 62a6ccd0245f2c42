import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { sqlite } from '../harness/engines.js';
import { freePort } from '../harness/free-port.js';
import { startGatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { clients, hasPython, runClient as runEither } from './python.js';

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

describe.skipIf(!hasPython).each(clients)('%s of the Python client, while it waits', (client) => {
  const runClient = (url: string, statements: string, settings?: string) =>
    runEither(url, statements, settings, 'approvals', client);

  it('gets the answer when the gateway is killed with SIGKILL and started again', async () => {
    const { gateway, start, press } = await startRestartable();
    const program = runClient(
      gateway.url,
      'show(gateway.ask_human("Deploy?", options=["Yes", "No"], on_created=show))',
      // An interruption of a wait that has begun is not limited by it.
      'retry_sec=0, on_retry=lambda error, delay: show(type(error).__name__)',
    );
    await until(() => program.output().includes('prompt_id'));
    await gateway.kill();
    await until(() => program.output().includes('GatewayConnectionError'));
    await start();
    await press('No');
    expect((await program.results()).at(-1)).toMatchObject({
      status: 'answered',
      answer: { type: 'option', value: 'No' },
    });
  });

  it('asks once although the gateway is killed with SIGKILL while it posts the question', async () => {
    const { telegram, ada, gateway, start, press } = await startRestartable();
    telegram.failNext('sendMessage', { hang: true, afterEffect: true });
    const program = runClient(
      gateway.url,
      'show(gateway.ask_human("Deploy?", options=["Yes"]))\nshow(gateway.request("GET", "/v1/prompts?state=all"))',
    );
    await until(() => telegram.messages({ chat: ada }).length === 1);
    await gateway.kill();
    await start();
    await press('Yes');
    const [outcome, all] = await program.results();
    expect(outcome).toMatchObject({ prompt_id: '#1', answer: { value: 'Yes' } });
    expect(all).toHaveLength(1);
  });

  it('returns pending when wait_sec ends while the gateway is down', async () => {
    const { gateway } = await startAsking();
    const program = runClient(
      gateway.url,
      'show(gateway.ask_human("Deploy?", options=["Yes"], wait_sec=2, on_created=show))',
    );
    await until(() => program.output().includes('prompt_id'));
    await gateway.stop();
    expect((await program.results()).at(-1)).toEqual({ status: 'pending', prompt_id: '#1' });
  });

  it('gets the answer that was given after its program was killed with SIGKILL, by the same key', async () => {
    const { gateway, telegram, ada, get, list } = await startAsking();
    const run = () =>
      runClient(
        gateway.url,
        'show(gateway.ask_human("Deploy?", options=["Yes"], idempotency_key="step-7", on_created=show))',
      );
    const first = run();
    await until(() => first.output().includes('prompt_id'));
    await first.kill();
    await telegram.press({ chat: ada, button: 'Yes' });
    await until(async () => (await get(1)).state === 'answered');
    expect((await run().results()).at(-1)).toMatchObject({ answer: { type: 'option', value: 'Yes' } });
    expect((await list('?state=all')).json).toHaveLength(1);
  });
});
