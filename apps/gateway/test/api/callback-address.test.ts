import { expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { openBrowser, setUpConsole } from '../harness/operators.js';
import { startAsking } from './asking.js';
import { until } from '../harness/until.js';

const whole = 'http://agent:open-sesame@127.0.0.1:9/answers?of=ops';
const bare = 'http://127.0.0.1:9/answers?of=ops';
const plain = 'http://127.0.0.1:9';

onEveryEngine((engine) => {
  it('a password in an address is shown to owners only, and not to the key that set it', async () => {
    const { telegram, env } = await startTelegram();
    const allowed = { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' };
    const gateway = await startKeyedGateway({ env: { ...(await engine.empty()), ...env, ...allowed } });
    const owner = await setUpConsole(gateway);
    const agent = await makeKey(gateway, { preset: 'agent' });
    const admin = await makeKey(gateway, { preset: 'admin' });
    const operator = openBrowser(gateway);
    const { link } = (await owner.request('POST', '/console/session/invitations', { role: 'operator' })).json;
    const token = link.split('token=')[1];
    const ben = { name: 'Ben', email: 'ben@example.com', password: 'another horse battery' };
    await operator.request('POST', '/console/session/accept', { token, ...ben });
    const readers = [
      { request: owner.request, headers: owner.cookie(), address: whole },
      { request: operator.request, headers: operator.cookie(), address: bare },
      { request: agent.request, headers: { 'x-api-key': agent.key }, address: bare },
      { request: admin.request, headers: { 'x-api-key': admin.key }, address: bare },
    ];
    const streams = await Promise.all(readers.map(({ headers }) => readEvents(gateway, { headers })));

    const ada = telegram.addUser({ firstName: 'Ada' });
    await registerChannel(gateway, telegram, { id: 'ops', chat: ada, type: 'MESSAGE', callbackUrl: whole });
    await registerChannel(gateway, telegram, { id: 'asks', chat: ada });
    const ask = { channel_id: 'asks', text: 'Ship it?', options: ['Yes'] };
    await agent.request('POST', '/v1/prompts/new', { ...ask, callback_url: whole });

    for (const [index, { request, address }] of readers.entries()) {
      const seen = [
        (await request('GET', '/v1/channels/ops')).json.callback_url,
        (await request('GET', '/v1/channels?q=ops')).json[0].callback_url,
        (await request('GET', '/v1/prompts/1')).json.callback_url,
        (await request('GET', '/v1/prompts')).json[0].callback_url,
      ];
      expect(seen).toEqual([address, address, address, address]);
      const lines = () =>
        (streams[index]?.events ?? [])
          .filter(({ data }) => data.callback_url)
          .map(({ data }) => `${data.prompt_num ? data.id : data.channel_id} ${data.callback_url}`);
      await until(() => [`ops ${address}`, `#1 ${address}`].every((line) => lines().includes(line)));
      expect(lines().filter((line) => !line.endsWith(` ${address}`))).toEqual([]);
    }
  });

  it('a password in an address is shown where authentication is off', async () => {
    const { gateway, post } = await startAsking({ engine, env: { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' } });
    await post({ channel_id: 'approvals', text: 'Ship it?', options: ['Yes'], callback_url: whole });
    expect((await gateway.request('GET', '/v1/prompts/1')).json.callback_url).toBe(whole);
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
