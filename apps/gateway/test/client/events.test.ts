import { describe, expect, it } from 'vitest';
import { Gateway, type GatewayEvent } from '@gateway/client';
import { sqlite } from '../harness/engines.js';
import { freePort } from '../harness/free-port.js';
import { startGatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

async function startTalk() {
  const { telegram, env } = await startTelegram();
  const gateway = await startTestGateway({ env });
  const receiver = await startReceiver();
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'talk', chat: ada, type: 'MESSAGE', callbackUrl: receiver.url });
  const write = (text: string) => telegram.writeText({ chat: ada, text });
  return { telegram, gateway, ada, write, client: new Gateway({ url: gateway.url }) };
}

describe('onMessage', () => {
  it('calls the handler for each message in order, also for those before it started, and ends with the signal', async () => {
    const { client, write, telegram, ada } = await startTalk();
    const stop = new AbortController();
    const texts: string[] = [];
    let position = '0';
    const listening = client.onMessage(
      async ({ text, channel_id, thread_id }, eventId) => {
        texts.push(text);
        position = eventId;
        await client.sendMessage({ channel_id, thread_id, text: `You wrote: ${text}` });
      },
      { signal: stop.signal, channelIds: ['talk'], lastEventId: '0' },
    );
    write('one');
    await until(() => texts.length === 1);
    stop.abort();
    await listening;
    write('two');
    const again = new AbortController();
    const resumed = client.onMessage(({ text }) => void texts.push(text), {
      signal: again.signal,
      lastEventId: position,
    });
    await until(() => texts.length === 2);
    again.abort();
    await resumed;
    expect(texts).toEqual(['one', 'two']);
    expect(telegram.messages({ chat: ada }).map(({ text }) => text)).toContain('You wrote: one');
  });

  it('rejects with the error of the handler, or of the gateway', async () => {
    const { client, write } = await startTalk();
    const failing = client.onMessage(() => Promise.reject(new Error('The model is down.')), { lastEventId: '0' });
    write('one');
    await expect(failing).rejects.toThrow('The model is down.');
    await expect(client.onMessage(() => {}, { lastEventId: 'x' })).rejects.toMatchObject({ code: 'validation' });
  });
});

/** The first response to each path ends after its first bytes, as when a proxy restarts. `meanwhile` runs before the next request. */
function interruptedOnce(meanwhile: () => Promise<unknown>): typeof fetch {
  const ended = new Set<string>();
  return async (input, init) => {
    const { url } = new Request(input);
    if (ended.has(url)) {
      await meanwhile();
      return await fetch(input, init);
    }
    ended.add(url);
    const response = await fetch(input, init);
    const reader = response.body?.getReader();
    const start = await reader?.read();
    await reader?.cancel();
    return new Response(start?.value ?? null, response);
  };
}

describe('events', () => {
  it('include one that happened while a new stream was interrupted before its first event', async () => {
    const { telegram, env } = await startTelegram();
    const gateway = await startTestGateway({ env });
    await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser() });
    const asking = new Gateway({ url: gateway.url, channel: 'approvals' });
    const interrupted = interruptedOnce(() => asking.createPrompt({ text: 'Meanwhile?', allow_text: true }));
    const client = new Gateway({ url: gateway.url, fetch: interrupted });
    for await (const { data } of client.events({ types: ['prompt.created'] })) {
      expect(data).toMatchObject({ type: 'prompt.created', text: 'Meanwhile?' });
      break;
    }
  });

  it('continue after the last one when the gateway is killed with SIGKILL and started again', async () => {
    const { telegram, env } = await startTelegram();
    const settings = { ...(await sqlite.empty()), ...env, PORT: String(await freePort()), LEASE_MS: '600' };
    const gateway = await startGatewayProcess(settings);
    await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser() });
    const client = new Gateway({ url: gateway.url, channel: 'approvals', retrySec: 0 });
    const stop = new AbortController();
    const events: GatewayEvent[] = [];
    const reading = (async () => {
      for await (const event of client.events({ types: ['prompt.created'], signal: stop.signal, lastEventId: '0' }))
        events.push(event);
    })();
    await client.createPrompt({ text: 'One?', allow_text: true });
    await until(() => events.length === 1);
    await gateway.kill();
    await startGatewayProcess(settings);
    await client.createPrompt({ text: 'Two?', allow_text: true });
    await until(() => events.length === 2);
    stop.abort();
    await reading;
    expect(events.map(({ data }) => 'text' in data && data.text)).toEqual(['One?', 'Two?']);
    expect(Number(events[1]?.id)).toBeGreaterThan(Number(events[0]?.id));
  });
});
