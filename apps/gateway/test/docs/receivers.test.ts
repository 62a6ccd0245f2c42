import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { registerChannel } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { isInstalled, startReceiverProgram } from './programs.js';
import { receivers } from './receivers.js';

/** A secret as the gateway generates it now, and as earlier versions did. */
const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '0af9'.repeat(16)] as const;

describe.each(receivers.map((receiver) => [receiver.name, receiver] as const))(
  'the receiver of %s',
  (_name, receiver) => {
    const acceptsEveryCallback = async (secret: string) => {
      const program = await startReceiverProgram(receiver.program(secret));
      const { telegram, gateway, ada, post } = await startAsking({ env: { CALLBACK_SIGNING_SECRET: secret } });
      const grace = telegram.addUser({ firstName: 'Grace' });
      await registerChannel(gateway, telegram, {
        id: 'talk',
        chat: grace,
        type: 'MESSAGE',
        callbackUrl: program.url,
      });
      const ask = (prompt: object) =>
        post({
          channel_id: 'approvals',
          text: 'Ship it?',
          callback_url: program.url,
          notify_on_expiry: true,
          ...prompt,
        });

      const tested = await gateway.request('POST', '/v1/channels/test-callback', {
        body: { callback_url: program.url },
      });
      expect(tested.json).toMatchObject({ ok: true, status: 204 });
      await ask({ options: ['Yes', 'No'] });
      await telegram.press({ chat: ada, button: 'Yes' });
      await ask({ allow_text: true, text: 'Why?' });
      const asked = await telegram.waitForMessage(({ text }) => text?.includes('Why?') === true);
      telegram.writeText({ chat: ada, text: 'Grüße, 你好', replyTo: asked });
      await ask({ options: ['Yes'], ttl_sec: 1 });
      const cancelled = await ask({ options: ['Yes'] });
      await gateway.request('POST', `/v1/prompts/${cancelled.json.prompt_id.slice(1)}/cancel`);
      telegram.writeText({ chat: grace, text: 'Good morning' });

      const deliveries = await until(async () => {
        const { json } = await gateway.request('GET', '/v1/deliveries');
        return json.length === 5 && json.every(({ state }: { state: string }) => state !== 'pending') && json;
      }, 20_000);
      expect(
        deliveries
          .map(({ event_type, state, attempt_count }: Record<string, unknown>) => [event_type, state, attempt_count])
          .toSorted(),
      ).toEqual(
        ['message.created', 'prompt.answered', 'prompt.answered', 'prompt.expired', 'prompt.expired'].map((type) => [
          type,
          'delivered',
          1,
        ]),
      );
      expect(program.isRunning(), program.output()).toBe(true);
      expect(program.output()).not.toMatch(/Error|Traceback|undefined|None/);
    };
    const [current, former] = secrets;
    it.skipIf(!isInstalled(receiver.needs)).each([current])(
      'accepts every callback of the gateway signed with %s',
      acceptsEveryCallback,
    );
    it.skipIf(!isInstalled(receiver.needs)).each([former])(
      'accepts every callback of the gateway signed with %s',
      { tags: ['slow'] },
      acceptsEveryCallback,
    );

    it.skipIf(!isInstalled(receiver.needs))('rejects unsigned requests and survives aborted ones', async () => {
      const program = await startReceiverProgram(receiver.program(secrets[0] ?? ''));
      const post = async (headers: Record<string, string>) =>
        (await fetch(program.url, { method: 'POST', body: '{"type":"prompt.answered"}', headers })).status;
      expect(await post({})).toBe(401);
      const now = String(Math.floor(Date.now() / 1000));
      expect(await post({ 'webhook-id': 'x', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA' })).toBe(401);
      expect(await post({ 'webhook-id': 'x', 'webhook-timestamp': 'now', 'webhook-signature': 'v1,AAAA' })).toBe(401);
      expect(await post({ 'x-signature': `sha256=${'0'.repeat(64)}` })).toBe(401);

      const socket = connect(program.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write('POST /answers HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{', () =>
        socket.resetAndDestroy(),
      );
      await once(socket, 'close');
      expect(await post({})).toBe(401);
      expect(program.isRunning(), program.output()).toBe(true);
    });
  },
);

it('the receiver that stores events knows them after a restart, even when a crash cut off the last journal line', async () => {
  const [secret] = secrets;
  const storing = receivers
    .map(({ program }) => program(secret))
    .filter(({ files }) => Object.values(files).some((code) => code.includes('events.jsonl')));
  expect(storing).toHaveLength(1);
  for (const program of storing) {
    const known = '{"event_id":"first","text":"Grüße"}\n';
    const torn = '{"event_id":"second","te';
    const { url, folder } = await startReceiverProgram({
      ...program,
      files: { ...program.files, 'events.jsonl': known + torn },
    });
    for (const id of ['first', 'second', 'second', 'third']) {
      const body = JSON.stringify({ event_id: id });
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      const reply = await fetch(url, { method: 'POST', body, headers: { 'x-signature': `sha256=${signature}` } });
      expect(reply.status).toBe(204);
    }
    const journal = await readFile(path.join(folder, 'events.jsonl'), 'utf8');
    expect(journal).toBe(`${known}${torn}\n{"event_id":"second"}\n{"event_id":"third"}\n`);
  }
});
