import { expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { startGatewayProcess, type GatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { until } from '../harness/until.js';

const prompts = ['First?', 'Second?', 'Third?'].map((text) => ({ channel_id: 'approvals', text, options: ['Yes'] }));

async function post({ url }: GatewayProcess): Promise<{ status: number; json: { results: { prompt_id: string }[] } }> {
  const response = await fetch(`${url}/v1/prompts/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'batch-7' },
    body: JSON.stringify({ prompts }),
  });
  return { status: response.status, json: (await response.json()) as { results: { prompt_id: string }[] } };
}

onEveryEngine((engine) => {
  it('a batch whose instance was killed in the middle asks no question under a second number when it is repeated', async () => {
    const { telegram, env } = await startTelegram();
    const settings = { ...(await engine.empty()), ...env, LEASE_MS: '600' };
    const killed = await startGatewayProcess(settings);
    const ada = telegram.addUser({ firstName: 'Ada' });
    await registerChannel(killed, telegram, { id: 'approvals', chat: ada });
    telegram.failNext('sendMessage', {
      hang: true,
      afterEffect: true,
      when: ({ text }) => String(text).includes('Second?'),
    });
    const cut = post(killed).catch(() => null);
    const read = async ({ url }: GatewayProcess) =>
      (await (await fetch(`${url}/v1/prompts`)).json()) as { id: string; text: string }[];
    await until(async () => (await read(killed)).length === 2 && telegram.messages({ chat: ada }).length === 3);
    await killed.kill();
    expect(await cut).toBeNull();

    const gateway = await startGatewayProcess(settings);
    const again = await until(async () => {
      const reply = await post(gateway);
      const isComplete = reply.status === 200 && reply.json.results.every((result) => 'prompt_id' in result);
      return isComplete ? reply : null;
    });
    const asked = await read(gateway);
    expect(asked.map(({ text }) => text).toSorted()).toEqual(['First?', 'Second?', 'Third?']);
    const ids = again.json.results.map(({ prompt_id }) => prompt_id);
    expect(ids).toEqual(prompts.map(({ text }) => asked.find((prompt) => prompt.text === text)?.id));
  });
});
