import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { testCallback } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { startTestGateway } from '../harness/gateway.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver, type Received } from '../harness/receiver.js';

const current = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const previous = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

/** The test event that a gateway with these settings posts. */
async function callback(env: Record<string, string>): Promise<Received> {
  const gateway = await startTestGateway({ env });
  const receiver = await startReceiver();
  await gateway.call(testCallback, { body: { callback_url: receiver.url } });
  const [received] = receiver.received;
  if (!received) throw new Error('Nothing was posted.');
  return received;
}

/** Each library as its documentation uses it: the secret as given, no options. */
const libraries = [
  ['standardwebhooks', (secret: string) => new StandardWebhook(secret)],
  ['svix', (secret: string) => new SvixWebhook(secret)],
] as const;

describe.each(libraries)('a callback verified with %s', (_name, library) => {
  const verify = (secret: string, { body, headers }: Received) =>
    library(secret).verify(body, headers as Record<string, string>);

  it('is valid with the current and previous secret that begin with whsec_', async () => {
    const received = await callback({
      CALLBACK_SIGNING_SECRET: current,
      CALLBACK_SIGNING_SECRET_PREVIOUS: `of yesterday, ${previous}`,
    });
    expect(verify(current, received)).toEqual(received.json);
    expect(verify(previous, received)).toEqual(received.json);
    expect(() => verify('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', received)).toThrow('No matching signature found');
    expect(() => verify(current, { ...received, body: `${received.body} ` })).toThrow('No matching signature found');
  });

  it('is valid with the webhook_secret shown for any other secret', async () => {
    const gateway = await startTestGateway({ env: { CALLBACK_SIGNING_SECRET: 'a text of Grüße, 你好' } });
    const receiver = await startReceiver();
    await gateway.call(testCallback, { body: { callback_url: receiver.url } });
    const owner = await setUpConsole(gateway);
    const { json } = await owner.request('POST', '/console/session/signing-secret');
    expect(json.secret).toBe('a text of Grüße, 你好');
    const [received] = await receiver.waitFor(1);
    if (!received) throw new Error('Nothing was posted.');
    expect(verify(json.webhook_secret, received)).toEqual(received.json);
  });
});

it('X-Signature is computed from the text of the secret, with or without whsec_', async () => {
  for (const secret of [current, 'a text of 16 characters']) {
    const { body, headers } = await callback({ CALLBACK_SIGNING_SECRET: secret });
    expect(headers['x-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  }
});
