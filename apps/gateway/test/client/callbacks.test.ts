import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { fetchCallbacks, nodeCallbacks, verifySignature, type CallbackOptions } from '@gateway/client';
import { startReceiver, type Received } from '../harness/receiver.js';
import { onCleanUp } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { startClient, type ClientOfAda } from './asking.js';

const secret = 'the secret of this test';

/** Serves until the test ends. Returns the address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onCleanUp(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/answers`;
}

async function startSigning(): Promise<ClientOfAda> {
  return startClient({ env: { CALLBACK_SIGNING_SECRET: secret, CALLBACK_RETRY_SCHEDULE: '0.1,0.1,0.1' } });
}

/** An answered question's callback, as a receiver gets it. */
async function receivedAnswer({ client, press }: ClientOfAda): Promise<Received> {
  const receiver = await startReceiver();
  await client.createPrompt({ text: 'Déployer ?', options: ['Yes'], callback_url: receiver.url });
  await press('Yes');
  const [received] = await receiver.waitFor(1);
  if (!received) throw new Error('No callback arrived.');
  return received;
}

/** Asks with this `callback_url`, and presses. */
async function answerTo({ client, press }: ClientOfAda, url: string): Promise<void> {
  await client.createPrompt({ text: 'Deploy?', options: ['Yes'], callback_url: url });
  await press('Yes');
}

describe('verifySignature', () => {
  it('accepts a callback by both headers together and by each alone, and refuses a changed one', async () => {
    const { body, headers } = await receivedAnswer(await startSigning());
    const { 'x-signature': xSignature, ...webhook } = headers;
    const check = (given: typeof headers, changed = body, key: string | string[] = secret) =>
      verifySignature({ body: changed, headers: given, secret: key });
    expect(await check(headers)).toBe(true);
    expect(await check(webhook)).toBe(true);
    expect(await check({ 'X-Signature': xSignature })).toBe(true);
    expect(await check(headers, body, ['an older secret', secret])).toBe(true);
    expect(await verifySignature({ body: Buffer.from(body), headers: new Headers(headers as never), secret })).toBe(
      true,
    );

    expect(await check(headers, `${body} `)).toBe(false);
    expect(await check({ 'x-signature': xSignature }, `${body} `)).toBe(false);
    expect(await check(headers, body, 'another secret')).toBe(false);
    expect(await check({})).toBe(false);
    expect(await check({ 'x-signature': 'sha256=abc' })).toBe(false);
    // A valid X-Signature does not help an invalid or old webhook-signature.
    expect(await check({ ...headers, 'webhook-signature': 'v1,!' })).toBe(false);
    expect(await check({ ...headers, 'webhook-timestamp': '1' })).toBe(false);
    await expect(check(headers, body, '')).rejects.toThrow('The secret is empty.');
  });

  it('takes the bytes after whsec_ as the key of webhook-signature', async () => {
    const whsec = `whsec_${Buffer.from('thirty-two bytes of a secret key').toString('base64')}`;
    const { body, headers } = await receivedAnswer(await startClient({ env: { CALLBACK_SIGNING_SECRET: whsec } }));
    expect(await verifySignature({ body, headers, secret: whsec })).toBe(true);
    expect(await verifySignature({ body, headers: { 'x-signature': headers['x-signature'] }, secret: whsec })).toBe(
      true,
    );
    await expect(verifySignature({ body, headers, secret: 'whsec_?' })).rejects.toThrow('is not base64');
  });
});

describe('a receiver of callbacks', () => {
  const kinds: [string, (options: CallbackOptions) => RequestListener][] = [
    ['http.createServer', (options) => (request, response) => void nodeCallbacks(options)(request, response)],
    ['Express', (options) => express().post('/answers', nodeCallbacks(options), express.json())],
    ['Express with the raw body', (options) => express().use(express.raw({ type: '*/*' }), nodeCallbacks(options))],
    ['fetch', (options) => (request, response) => void throughFetch(fetchCallbacks(options), request, response)],
  ];
  for (const [kind, listen] of kinds)
    it(`for ${kind} calls the handler again after it failed, and refuses a request without a signature`, async () => {
      const gateway = await startSigning();
      const events: string[] = [];
      const errors: unknown[] = [];
      const url = await serve(
        listen({
          secret,
          on: {
            'prompt.answered': (event) => {
              events.push(`${event.prompt_id} ${event.answer.value}`);
              if (events.length === 1) throw new Error('The disk is full.');
            },
          },
          onError: (error) => errors.push(error),
        }),
      );
      await answerTo(gateway, url);
      await until(() => events.length === 2);
      expect(events).toEqual(['#1 Yes', '#1 Yes']);
      expect(errors).toEqual([new Error('The disk is full.')]);
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
      expect((await fetch(url, { method: 'POST', body: 'x'.repeat(2_000_000) })).status).toBe(413);
    });

  it('accepts an event without a handler', async () => {
    const gateway = await startSigning();
    const url = await serve((request, response) => void nodeCallbacks({ secret, on: {} })(request, response));
    await answerTo(gateway, url);
    const delivered = () => gateway.client.request<{ state: string }[]>({ method: 'GET', path: '/v1/deliveries' });
    await until(async () => (await delivered())[0]?.state === 'delivered');
  });

  it('says that the body was parsed before it', async () => {
    const errors: unknown[] = [];
    const callbacks = nodeCallbacks({ secret, on: {}, onError: (error) => errors.push(error) });
    const url = await serve(express().use(express.json(), callbacks));
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(500);
    expect(String(errors[0])).toContain('Put nodeCallbacks before express.json()');
  });
});

/** Serves a fetch-style handler with Node. */
async function throughFetch(
  handle: (request: Request) => Promise<Response>,
  ...[request, response]: Parameters<RequestListener>
): Promise<void> {
  const init = { method: 'POST', headers: request.headers as never, body: request, duplex: 'half' };
  const { status } = await handle(new Request('http://receiver/answers', init as unknown as RequestInit));
  response.writeHead(status).end();
}
