import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookReply } from '@gateway/platform-kit';
import { answered, expectNoSecret, ignored, sampleQuestion, type TestConnection } from '@gateway/platform-kit/testing';
import { startTelegramSimulator, until, type TelegramSimulator } from '@gateway/simulators/telegram';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, signedRequest } from './harness.js';

let sim: TelegramSimulator;
let gateway: TestConnection;
let server: Server;
let replies: number[];

/** Passes HTTP requests to the connection, as the gateway does. */
async function pass(request: IncomingMessage): Promise<WebhookReply> {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const body = Buffer.concat(await request.toArray());
  return gateway.connection.webhook!({ method: 'POST', url: request.url ?? '', query: {}, headers, body });
}

beforeEach(async () => {
  sim = await startTelegramSimulator();
  replies = [];
  server = createServer((request, response) => {
    void pass(request).then(({ status, body }) => {
      replies.push(status);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/default/telegram/ops`;
  gateway = await connect({ token: sim.token, api: sim.url, webhookUrl });
});
afterEach(async () => {
  await sim.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** The secret that was registered with Telegram. */
async function secret(): Promise<string> {
  await gateway.connection.register!();
  return sim.webhook()!.secretToken!;
}

describe('Telegram webhook', () => {
  it('is available with a public address, a stream is not', () => {
    expect(gateway.connection.start).toBeUndefined();
    expect(gateway.connection).toMatchObject({ webhook: expect.any(Function), register: expect.any(Function) });
  });

  it('is registered with a secret and the kinds of update, and can be unregistered', async () => {
    expect(await secret()).toMatch(/^[0-9a-f]{64}$/);
    expect(sim.calls({ method: 'setWebhook' })[0]?.params).toMatchObject({
      url: expect.stringContaining('/webhooks/default/telegram/ops'),
      allowed_updates: ['message', 'callback_query'],
      max_connections: 40,
    });
    await gateway.connection.unregister!();
    expect(sim.webhook()).toBeUndefined();
  });

  it('has the same secret on every instance and a different one per bot', async () => {
    const first = await secret();
    const sibling = await connect({ token: sim.token, api: sim.url, webhookUrl: 'https://gateway.example/other' });
    await sibling.connection.register!();
    expect(sim.webhook()?.secretToken).toBe(first);
    const bot = sim.addBot();
    const other = await connect({ token: bot.token, api: sim.url, webhookUrl: 'https://gateway.example/other' });
    await other.connection.register!();
    expect(sim.webhook(bot)?.secretToken).not.toBe(first);
  });

  it('delivers texts and answers a press', async () => {
    const person = sim.addUser();
    await gateway.connection.register!();
    sim.writeText({ chat: person, text: 'Hello' });
    await until(() => gateway.batches.length === 1);
    expect(gateway.events).toMatchObject([{ kind: 'text', text: 'Hello', targets: [String(person.id)] }]);

    gateway.deliver = async (batch) => batch.map(() => answered);
    await gateway.connection.sendPrompt(sampleQuestion({ target: String(person.id) }));
    expect(await sim.press({ chat: person, button: 'Yes' })).toMatchObject({ notice: 'You answered Yes.' });
    expect(gateway.events.at(-1)).toMatchObject({ kind: 'press', token: 'p1.0.abcdef' });
    await until(() => replies.length === 2);
    expect(replies).toEqual([200, 200]);
  });

  it('answers a press by a separate call and logs its failure', async () => {
    const person = sim.addUser();
    await gateway.connection.register!();
    gateway.deliver = async (batch) => batch.map(() => answered);
    await gateway.connection.sendPrompt(sampleQuestion({ target: String(person.id) }));
    sim.failNext('answerCallbackQuery', { error: { code: 500, description: 'Internal Server Error' } });
    void sim.press({ chat: person, button: 'Yes' });
    await until(() => gateway.log.length === 1);
    expect(gateway.log).toEqual([expect.stringMatching(/^warn A press could not be answered.*Internal Server Error/)]);
    expect(sim.calls({ method: 'answerCallbackQuery' })[0]?.params).toMatchObject({ text: 'You answered Yes.' });
  });

  it('sends pending answers before the connection closes', async () => {
    const person = sim.addUser();
    await gateway.connection.register!();
    await gateway.connection.sendPrompt(sampleQuestion({ target: String(person.id) }));
    const pressed = sim.press({ chat: person, button: 'Yes' });
    await until(() => replies.length === 1);
    await gateway.connection.close();
    expect(await pressed).toMatchObject({ notice: '' });
  });

  it('stops the spinner when there is no notice', async () => {
    const person = sim.addUser();
    await gateway.connection.register!();
    await gateway.connection.sendPrompt(sampleQuestion({ target: String(person.id) }));
    expect(await sim.press({ chat: person, button: 'No' })).toMatchObject({ notice: '' });
  });

  it('receives an update that could not be stored again, with the same event id', async () => {
    const person = sim.addUser();
    await gateway.connection.register!();
    gateway.deliver = async () => {
      gateway.deliver = async (batch) => batch.map(() => ignored);
      throw new Error('database is away');
    };
    sim.writeText({ chat: person, text: 'precious' });
    await until(() => replies.length === 2);
    expect(replies).toEqual([503, 200]);
    expect(gateway.batches[1]).toEqual(gateway.batches[0]);
    expect(gateway.log.join('\n')).not.toContain('precious');
  });

  it('replies only after the update is stored', async () => {
    let stored = () => {};
    gateway.deliver = (batch) =>
      new Promise((resolve) => {
        stored = () => resolve(batch.map(() => ignored));
      });
    const update = { update_id: 1, message: { message_id: 1, chat: { id: 5 }, from: { id: 5 }, text: 'x' } };
    let replied = false;
    const replying = gateway.connection.webhook!(signedRequest(update, await secret())).then((reply) => {
      replied = true;
      return reply;
    });
    await until(() => gateway.batches.length === 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(replied).toBe(false);
    stored();
    expect(await replying).toEqual({ status: 200 });
  });

  it.each([
    ['no secret', () => undefined],
    ['an empty secret', () => ''],
    ['a wrong secret', (right: string) => right.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['a longer secret', (right: string) => `${right}0`],
    ['the bot token', () => sim.token],
  ])('rejects a call with %s before it parses the body', async (_name, given) => {
    const right = await secret();
    for (const body of [
      { update_id: 1, message: { message_id: 1, chat: { id: 5 }, from: { id: 5 }, text: 'x' } },
      '{',
    ]) {
      const reply = await gateway.connection.webhook!(signedRequest(body, given(right)));
      expect(reply).toEqual({ status: 401, body: { detail: expect.any(String) } });
      expectNoSecret(reply, right);
    }
    expect(gateway.batches).toEqual([]);
  });

  it.each(['', '{', 'null', '[]', '"text"', '7', '{}', '{"update_id":"7"}', '\u0000', '{"update_id":1e400}'])(
    'rejects the body %j with an explanation',
    async (body) => {
      const reply = await gateway.connection.webhook!(signedRequest(body, await secret()));
      expect(reply).toEqual({ status: 400, body: { detail: expect.any(String) } });
    },
  );

  it('rejects bytes that are not UTF-8', async () => {
    const request = signedRequest('', await secret());
    const reply = await gateway.connection.webhook!({ ...request, body: new Uint8Array([0xff, 0xfe, 0x00]) });
    expect(reply.status).toBe(400);
  });

  it('reads a body that is part of a larger buffer', async () => {
    const whole = Buffer.from('garbage{"update_id":1}garbage');
    const request = signedRequest('', await secret());
    const reply = await gateway.connection.webhook!({ ...request, body: whole.subarray(7, 22) });
    expect(reply).toEqual({ status: 200 });
  });

  it('logs the new id when a group becomes a supergroup', async () => {
    const update = { update_id: 1, message: { message_id: 1, chat: { id: -5 }, migrate_to_chat_id: -1005 } };
    await gateway.connection.webhook!(signedRequest(update, await secret()));
    expect(gateway.log).toEqual([expect.stringMatching(/^warn .*-1005/)]);
  });
});
