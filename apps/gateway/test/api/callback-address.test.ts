import { expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { makeKey, startKeyedGateway, type Holder } from '../harness/keys.js';
import { until } from '../harness/until.js';

const whole = 'http://agent:open-sesame@127.0.0.1:9/answers?of=ops';
const bare = 'http://127.0.0.1:9/answers?of=ops';
const plain = 'http://127.0.0.1:9';

onEveryEngine((engine) => {
  it('a password in a callback_url is shown only to keys that may set the address', async () => {
    const { telegram, env } = await startTelegram();
    const allowed = { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' };
    const gateway = await startKeyedGateway({ env: { ...(await engine.empty()), ...env, ...allowed } });
    const agent = await makeKey(gateway, { preset: 'agent' });
    const reader = await makeKey(gateway, { preset: 'readonly' });
    const asker = await makeKey(gateway, { scopes: ['prompts:write', 'prompts:read', 'channels:read'] });
    const readers = [agent, reader, asker];
    const streams = await Promise.all(readers.map(({ key }) => readEvents(gateway, { apiKey: key })));

    const ada = telegram.addUser({ firstName: 'Ada' });
    await registerChannel(gateway, telegram, { id: 'ops', chat: ada, type: 'MESSAGE', callbackUrl: whole });
    await registerChannel(gateway, telegram, { id: 'asks', chat: ada });
    const ask = { channel_id: 'asks', text: 'Ship it?', options: ['Yes'] };
    await agent.request('POST', '/v1/prompts/new', { ...ask, callback_url: whole });

    const seen = async ({ request }: Holder) => [
      (await request('GET', '/v1/channels/ops')).json.callback_url,
      (await request('GET', '/v1/channels?q=ops')).json[0].callback_url,
      (await request('GET', '/v1/prompts/1')).json.callback_url,
      (await request('GET', '/v1/prompts')).json[0].callback_url,
    ];
    expect(await seen(agent)).toEqual([whole, whole, whole, whole]);
    expect(await seen(reader)).toEqual([bare, bare, bare, bare]);
    expect(await seen(asker)).toEqual([bare, bare, whole, whole]);

    const addresses = new Map([
      [agent, ['ops ' + whole, '#1 ' + whole]],
      [reader, ['ops ' + bare, '#1 ' + bare]],
      [asker, ['ops ' + bare, '#1 ' + whole]],
    ]);
    for (const [index, one] of readers.entries()) {
      const addressLines = () =>
        streams[index]?.events.map(({ data }) => `${data.prompt_num ? data.id : data.channel_id} ${data.callback_url}`);
      await until(() => addresses.get(one)?.every((line) => addressLines()?.includes(line)) ?? false);
      const others = addressLines()?.filter(
        (line) => line.includes('127.0.0.1') && !addresses.get(one)?.includes(line),
      );
      expect(others).toEqual([]);
    }
  });

  it('a callback_url without a password is shown unchanged', async () => {
    const { telegram, env } = await startTelegram();
    const allowed = { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' };
    const gateway = await startKeyedGateway({ env: { ...(await engine.empty()), ...env, ...allowed } });
    const reader = await makeKey(gateway, { preset: 'readonly' });
    const ada = telegram.addUser({ firstName: 'Ada' });
    await registerChannel(gateway, telegram, { id: 'ops', chat: ada, type: 'MESSAGE', callbackUrl: plain });
    expect((await reader.request('GET', '/v1/channels/ops')).json.callback_url).toBe(plain);
  });
});
