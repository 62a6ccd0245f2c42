import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startAsking } from '../api/asking.js';
import { registerChannel } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { clients, hasPython, runClient as runEither, startPython } from './python.js';

/** A server in place of the gateway. Each request gets the next reply; the last one is repeated. */
async function startReplies(...replies: readonly { status: number; headers?: Record<string, string>; body: string }[]) {
  const requests: { path: string; key: string | undefined; after: string | undefined }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    requests.push({
      path: url,
      key: headers['x-api-key'] as string | undefined,
      after: headers['last-event-id'] as string | undefined,
    });
    response.writeHead(reply?.status ?? 500, reply?.headers).end(reply?.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

describe.skipIf(!hasPython).each(clients)('%s: listen of the Python client', (client) => {
  const runClient = (url: string, statements: string, settings?: string, channel?: string) =>
    runEither(url, statements, settings, channel, client);

  it('yields the messages of a channel, to answer them', async () => {
    const { gateway, telegram } = await startAsking();
    const receiver = await startReceiver();
    const grace = telegram.addUser({ firstName: 'Grace' });
    await registerChannel(gateway, telegram, {
      id: 'talk',
      chat: grace,
      type: 'MESSAGE',
      callbackUrl: receiver.url,
    });
    const program = runClient(
      gateway.url,
      `
for event in gateway.listen(types=["message.created"], channel_ids=["talk"], last_event_id="0"):
    show(event)
    gateway.send_message(event.data["channel_id"], "You wrote: " + event.data["text"])
    break`,
    );
    telegram.writeText({ chat: grace, text: 'Good morning' });
    expect(await program.results()).toMatchObject([
      { id: expect.stringMatching(/^\d+$/), data: { type: 'message.created', text: 'Good morning' } },
    ]);
    expect(telegram.messages({ chat: grace }).map(({ text }) => text)).toContain('You wrote: Good morning');
  });

  it('reconnects after an interruption, and continues after the last event or the position at the beginning', async () => {
    const event = (id: number) =>
      `id: ${id}\nevent: prompt.answered\ndata: {"type":"prompt.answered","id":"#${id}"}\n\n`;
    const { url, requests } = await startReplies(
      { status: 200, body: 'retry: 1000\nid: 3\n\n' },
      { status: 200, body: `: connected\n\n${event(4)}id: 5\ndata: {"type":"heartbeat"}\n\nid: 6\ndata: {"ty` },
      { status: 503, headers: { 'retry-after': '0' }, body: 'busy' },
      { status: 200, body: event(6) },
    );
    const program = runClient(
      url,
      `
for event in gateway.listen(types=["prompt.answered", "prompt.expired"], channel_ids=["a b"]):
    show(event)
    if event.id == "6":
        break`,
      'retry_sec=0',
    );
    expect(await program.results()).toMatchObject([{ id: '4' }, { id: '6', data: { id: '#6' } }]);
    expect(requests.map(({ after }) => after)).toEqual([undefined, '3', '5', '5']);
    expect(requests[0]?.path).toBe('/v1/events?types=prompt.answered%2Cprompt.expired&channel_id=a+b');
  });
});

describe.skipIf(!hasPython).each(clients)('%s: the Python client behind a proxy', (client) => {
  const runClient = (url: string, statements: string, settings?: string, channel?: string) =>
    runEither(url, statements, settings, channel, client);

  const prompt = JSON.stringify({ id: '#1', state: 'pending' });

  it('repeats a request after the time that Retry-After asks for', async () => {
    const { url, requests } = await startReplies(
      { status: 503, headers: { 'retry-after': '1' }, body: '<h1>Unavailable</h1>' },
      { status: 200, body: prompt },
    );
    const program = runClient(
      url,
      'show(gateway.wait_for_answer("#1", wait_sec=0))',
      'on_retry=lambda error, delay: show([error.status, error.code, delay])',
    );
    expect(await program.results()).toEqual([[503, null, 1], { status: 'pending', prompt_id: '#1' }]);
    expect(requests.map(({ path }) => path)).toEqual(['/v1/prompts/1?wait=0', '/v1/prompts/1?wait=0']);
  });

  it('repeats a request whose response is not complete or not JSON', async () => {
    const { url } = await startReplies(
      { status: 200, headers: { 'content-length': '500', connection: 'close' }, body: prompt.slice(0, 9) },
      { status: 200, body: '<h1>Welcome</h1>' },
      { status: 200, body: prompt },
    );
    const program = runClient(
      url,
      'show(gateway.wait_for_answer("#1", wait_sec=0))',
      'on_retry=lambda error, delay: show(type(error).__name__)',
    );
    expect(await program.results()).toEqual([
      'GatewayConnectionError',
      'GatewayConnectionError',
      { status: 'pending', prompt_id: '#1' },
    ]);
  });

  it('does not follow a redirect with its key', async () => {
    const other = await startReplies({ status: 200, body: prompt });
    const { url, requests } = await startReplies({ status: 302, headers: { location: other.url }, body: '' });
    const program = runClient(
      url,
      `
try:
    gateway.wait_for_answer("#1")
except GatewayError as error:
    show(error.status)`,
      'api_key="secret"',
    );
    expect(await program.results()).toEqual([302]);
    expect([requests.map(({ key }) => key), other.requests]).toEqual([['secret'], []]);
  });
});

it.skipIf(!hasPython)('verify_signature of the Python client accepts the callbacks of the gateway', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const receiver = await startReceiver();
  const { telegram, ada, post } = await startAsking({ env: { CALLBACK_SIGNING_SECRET: secret } });
  await post({ channel_id: 'approvals', text: 'Grüße?', options: ['Yes'], callback_url: receiver.url });
  await telegram.press({ chat: ada, button: 'Yes' });
  const [callback] = await receiver.waitFor(1);
  const { 'x-signature': xSignature, ...standard } = callback?.headers ?? {};
  const program = `
import json, os
from gateway_client import verify_signature
for headers in json.loads(os.environ["HEADERS"]):
    for body in (os.environ["BODY"], os.environ["BODY"] + " "):
        print(json.dumps(verify_signature(body, headers, ${JSON.stringify(secret)})))`;
  const checked = startPython(['-c', program], {
    BODY: callback?.body ?? '',
    HEADERS: JSON.stringify([standard, { 'X-Signature': xSignature }]),
  });
  expect(await checked.results()).toEqual([true, false, true, false]);
});
