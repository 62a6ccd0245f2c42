import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { registerChannel } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startN8n } from './host.js';

const secret = 'a secret for tests';
const apiKey = 'key-for-tests-0123456789-0123456789';

async function start({ signingSecret = secret, key = apiKey } = {}) {
  const env = {
    CALLBACK_SIGNING_SECRET: secret,
    USE_AUTH: 'true',
    GATEWAY_API_KEY: apiKey,
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
  };
  const asking = await startAsking({ env });
  const { gateway, telegram } = asking;
  const earlier = await startReceiver();
  const eve = telegram.addUser({ firstName: 'Eve', username: 'eve' });
  await registerChannel(gateway, telegram, { id: 'talk', chat: eve, type: 'MESSAGE', callbackUrl: earlier.url });
  const n8n = await startN8n({ baseUrl: gateway.url, apiKey: key, signingSecret });
  const write = (text: string) => telegram.writeText({ chat: eve, text });
  const callbackUrl = async () => (await gateway.request('GET', '/v1/channels/talk')).json.callback_url as string;
  return { ...asking, n8n, earlier, eve, write, callbackUrl };
}

describe('the n8n trigger', () => {
  it('receives the messages of its channel while it is active, and gives the channel its earlier receiver again', async () => {
    const { n8n, earlier, write, callbackUrl } = await start();
    const trigger = n8n.trigger('talk');
    expect(await trigger.isRegistered()).toBe(false);
    await trigger.activate();
    expect(await trigger.isRegistered()).toBe(true);
    write('Hello');
    await until(() => n8n.messages.length === 1);
    expect(n8n.messages[0]).toMatchObject({ type: 'message.created', channel_id: 'talk', text: 'Hello' });
    await trigger.deactivate();
    expect(await callbackUrl()).toBe(earlier.url);
    write('Bye');
    await earlier.waitFor(1);
    expect(n8n.messages).toHaveLength(1);
  });

  it('leaves a channel alone that has another receiver, or is unregistered, when it is deactivated', async () => {
    const { n8n, gateway, callbackUrl } = await start();
    const trigger = n8n.trigger('talk');
    await trigger.activate();
    const other = 'http://127.0.0.1:9/other';
    await gateway.request('PATCH', '/v1/channels/talk', { body: { callback_url: other } });
    await trigger.deactivate();
    expect(await callbackUrl()).toBe(other);
    await trigger.activate();
    await gateway.request('DELETE', '/v1/channels/talk');
    await trigger.deactivate();
    expect((await gateway.request('GET', '/v1/channels/talk')).json.is_active).toBe(false);
  });

  it('refuses a message with another signature, and accepts the test of the address', async () => {
    const { n8n, gateway, callbackUrl } = await start();
    await n8n.trigger('talk').activate();
    const url = await callbackUrl();
    const body = JSON.stringify({ type: 'message.created', text: 'Delete everything' });
    expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
    const test = await gateway.request('POST', '/v1/channels/test-callback', { body: { callback_url: url } });
    expect(test.json).toMatchObject({ ok: true, status: 200 });
    expect(n8n.messages).toEqual([]);
  });

  it('refuses a PROMPT channel before it changes its address', { tags: ['slow'] }, async () => {
    const { n8n, gateway } = await start();
    await expect(n8n.trigger('approvals').activate()).rejects.toThrow(/needs an active channel of the type MESSAGE/);
    expect((await gateway.request('GET', '/v1/channels/approvals')).json.callback_url).toBeNull();
  });
});

describe('the n8n node', () => {
  const message = { operation: 'send', messageChannelId: 'talk', message: 'Deployed.' };

  it('sends a message for each item, once also when n8n tries the step again', async () => {
    const { n8n, telegram, eve } = await start();
    const items = [{ json: {} }, { json: {} }];
    const execution = await n8n.run(message, { items });
    expect(execution.output).toMatchObject([
      { json: { status: 'sent', channel_id: 'talk' }, pairedItem: { item: 0 } },
      { json: { status: 'sent' }, pairedItem: { item: 1 } },
    ]);
    await n8n.run(message, { items, execution });
    expect(telegram.messages({ chat: eve }).map(({ text }) => text)).toEqual(['Deployed.', 'Deployed.']);
  });

  it('passes on the sentence and the code of an error, and the key never', async () => {
    const { n8n, gateway } = await start();
    const error = await n8n.run({ ...message, messageChannelId: 'approvals' }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ httpCode: '400', description: 'Error code of the gateway: channel_wrong_type' });
    const reply = await gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'approvals', text: 'x' } });
    expect((error as Error).message).toBe(reply.json.detail);
    expect(JSON.stringify(error)).not.toContain(apiKey);
    const output = (await n8n.run({ ...message, messageChannelId: 'approvals' }, { continueOnFail: true })).output;
    expect(output).toEqual([{ json: { error: reply.json.detail }, pairedItem: { item: 0 } }]);
  });

  it('says that the key is wrong, and that no gateway is at the address', { tags: ['slow'] }, async () => {
    const { n8n } = await start({ key: 'wrong' });
    await expect(n8n.run(message)).rejects.toMatchObject({ httpCode: '401' });
    const elsewhere = await startN8n({ baseUrl: 'http://127.0.0.1:9' });
    await expect(elsewhere.run(message)).rejects.toThrow(
      'No complete response from the gateway at http://127.0.0.1:9. Check the base URL of the credential.',
    );
  });
});
