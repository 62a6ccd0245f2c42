import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import {
  answered,
  expectNoSecret,
  ignored,
  type RunningStream,
  runStream,
  sampleQuestion,
  type TestConnection,
} from '@gateway/platform-kit/testing';
import { startTelegramSimulator, until, type TelegramSimulator } from '@gateway/simulators/telegram';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from './harness.js';

let sim: TelegramSimulator;
let gateway: TestConnection;
let running: RunningStream[];

beforeEach(async () => {
  running = [];
  sim = await startTelegramSimulator();
  gateway = await connect({ token: sim.token, api: sim.url });
});
afterEach(async () => {
  await Promise.all(running.map((stream) => stream.stop()));
  await sim.close();
});

function start(harness = gateway): RunningStream {
  const stream = runStream(harness.connection);
  running.push(stream);
  return stream;
}

/** Waits long enough for the stream to make a call: the time of three other calls. */
async function roundTrips(): Promise<void> {
  for (let time = 0; time < 3; time += 1) await gateway.connection.probe('1');
}

const texts = (harness = gateway) =>
  harness.events.map((event) => ('token' in event ? event.token : 'text' in event ? event.text : ''));

describe('Telegram polling', () => {
  it('is available without a public address, webhooks are not', () => {
    expect(gateway.connection).toHaveProperty('start');
    expect(gateway.connection.webhook).toBeUndefined();
    expect(gateway.connection.register).toBeUndefined();
    expect(gateway.connection.unregister).toBeUndefined();
  });

  it('reports up without updates, and removes a webhook without dropping pending updates', async () => {
    const person = sim.addUser();
    const webhookOnce = await connect({ token: sim.token, api: sim.url, webhookUrl: 'http://127.0.0.1:1/hook' });
    await webhookOnce.connection.register!();
    sim.writeText({ chat: person, text: 'written meanwhile' });
    const stream = start();
    await until(() => stream.reports.length > 0);
    expect(stream.reports).toEqual(['up']);
    await until(() => texts().length === 1);
    expect(texts()).toEqual(['written meanwhile']);
    expect(sim.webhook()).toBeUndefined();
  });

  it('requests only the kinds of update that it parses', async () => {
    start();
    const call = await sim.waitForCall('getUpdates');
    expect(call.params['allowed_updates']).toEqual(['message', 'callback_query']);
  });

  it('delivers a batch in one call and in order', async () => {
    const person = sim.addUser();
    for (const text of ['one', 'two', 'three']) sim.writeText({ chat: person, text });
    start();
    await until(() => gateway.batches.length === 1);
    expect(texts()).toEqual(['one', 'two', 'three']);
    sim.writeText({ chat: person, text: 'four' });
    await until(() => gateway.batches.length === 2);
    expect(texts()).toEqual(['one', 'two', 'three', 'four']);
  });

  it('confirms updates only after they are stored', async () => {
    const person = sim.addUser();
    let stored = () => {};
    gateway.deliver = (batch) =>
      new Promise((resolve) => {
        stored = () => resolve(batch.map(() => ignored));
      });
    sim.writeText({ chat: person, text: 'precious' });
    start();
    await until(() => gateway.batches.length === 1);
    const [update] = sim.updates();
    const confirmed = () =>
      sim.calls({ method: 'getUpdates' }).some(({ params }) => Number(params['offset']) > update!.update_id);
    await roundTrips();
    expect(confirmed()).toBe(false);
    stored();
    await until(confirmed);
  });

  it('fetches updates that could not be stored again, with the same event ids', async () => {
    const person = sim.addUser();
    gateway.deliver = async () => {
      gateway.deliver = async (batch) => batch.map(() => ignored);
      throw new Error('database is away');
    };
    sim.writeText({ chat: person, text: 'precious' });
    const stream = start();
    await until(() => gateway.batches.length === 2);
    expect(gateway.batches[1]).toEqual(gateway.batches[0]);
    const [update] = sim.updates();
    await until(() => sim.calls({ method: 'getUpdates' }).at(-1)?.params['offset'] === update!.update_id + 1);
    expect(gateway.batches).toHaveLength(2);
    expect(stream.reports).toEqual(['up']);
    expect(gateway.log.join('\n')).toContain('could not be stored');
    expect(gateway.log.join('\n')).not.toContain('precious');
  });

  it('leaves updates that were not stored to the next poller on stop', async () => {
    const person = sim.addUser();
    gateway.deliver = () => Promise.reject(new Error('database is away'));
    sim.writeText({ chat: person, text: 'precious' });
    const stream = start();
    await until(() => gateway.batches.length === 1);
    expect(await stream.stop()).toBeLessThan(5000);
    const next = await connect({ token: sim.token, api: sim.url });
    start(next);
    await until(() => next.batches.length === 1);
    expect(next.batches[0]).toEqual(gateway.batches[0]);
  });

  it('stops during a long poll without waiting for it', async () => {
    const stream = start();
    await until(() => sim.calls({ method: 'getUpdates' }).length === 2);
    expect(await stream.stop()).toBeLessThan(5000);
  });

  it('stops after the pending delivery and does not fetch again', async () => {
    const person = sim.addUser();
    let stored = () => {};
    gateway.deliver = (batch) =>
      new Promise((resolve) => {
        stored = () => resolve(batch.map(() => ignored));
      });
    sim.writeText({ chat: person, text: 'precious' });
    const stream = start();
    await until(() => gateway.batches.length === 1);
    const before = sim.calls({ method: 'getUpdates' }).length;
    let ended = false;
    const ending = stream.stop().then(() => (ended = true));
    await roundTrips();
    expect(ended).toBe(false);
    stored();
    await ending;
    expect(sim.calls({ method: 'getUpdates' })).toHaveLength(before);
  });

  it('answers a press with the notice after the press is stored', async () => {
    const person = sim.addUser();
    await gateway.connection.sendPrompt(sampleQuestion({ target: String(person.id) }));
    gateway.deliver = async (batch) => {
      expect(sim.calls({ method: 'answerCallbackQuery' })).toEqual([]);
      return batch.map(() => answered);
    };
    start();
    expect(await sim.press({ chat: person, button: 'Yes' })).toMatchObject({
      notice: 'You answered Yes.',
      alert: false,
    });
    expect(gateway.events).toMatchObject([{ kind: 'press', token: 'p1.0.abcdef' }]);
  });

  it('stops the spinner when there is no notice, and truncates a long one', async () => {
    const person = sim.addUser();
    await gateway.connection.sendPrompt(sampleQuestion({ target: String(person.id) }));
    start();
    expect(await sim.press({ chat: person, button: 'Yes' })).toMatchObject({ notice: '' });
    gateway.deliver = async (batch) => batch.map(() => ({ ...answered, notice: `${'x'.repeat(198)}🙂🙂` }));
    expect(await sim.press({ chat: person, button: 'No' })).toMatchObject({ notice: `${'x'.repeat(198)}…` });
  });

  it('does not answer a press that was not stored', async () => {
    const person = sim.addUser();
    await gateway.connection.sendPrompt(sampleQuestion({ target: String(person.id) }));
    gateway.deliver = () => Promise.reject(new Error('database is away'));
    start();
    await sim.press({ chat: person, button: 'Yes', wait: false });
    await until(() => gateway.batches.length === 1);
    await roundTrips();
    expect(sim.calls({ method: 'answerCallbackQuery' })).toEqual([]);
  });

  it('continues while an answer hangs, and aborts it on stop', async () => {
    const person = sim.addUser();
    await gateway.connection.sendPrompt(sampleQuestion({ target: String(person.id) }));
    sim.failNext('answerCallbackQuery', { hang: true });
    const stream = start();
    await sim.press({ chat: person, button: 'Yes', wait: false });
    await until(() => gateway.batches.length === 1);
    sim.writeText({ chat: person, text: 'next' });
    await until(() => gateway.batches.length === 2);
    expect(await stream.stop()).toBeLessThan(5000);
  });

  it('does not log a press that is too old to be answered', async () => {
    const person = sim.addUser();
    await gateway.connection.sendPrompt(sampleQuestion({ target: String(person.id) }));
    const description = 'Bad Request: query is too old and response timeout expired or query ID is invalid';
    sim.failNext('answerCallbackQuery', { error: { code: 400, description } });
    const stream = start();
    await sim.press({ chat: person, button: 'Yes', wait: false });
    await sim.waitForCall('answerCallbackQuery');
    await stream.stop();
    expect(gateway.log).toEqual([]);
  });

  it('delivers texts with sender, chat, topic and replied message', async () => {
    const person = sim.addUser({ firstName: 'Ada', lastName: 'Lovelace', username: 'ada' });
    const forum = sim.addChat({ isForum: true, username: 'Ops' });
    const topic = sim.addTopic(forum, 'Deployments');
    const { messageId } = await gateway.connection.sendPrompt(sampleQuestion({ target: `${forum.id}:${topic}` }));
    sim.writeText({ chat: forum, user: person, text: 'Yes', replyTo: Number(messageId) });
    start();
    await until(() => gateway.batches.length === 1);
    expect(gateway.events).toEqual([
      {
        kind: 'text',
        id: `update:${sim.updates()[0]!.update_id}`,
        targets: [`${forum.id}:${topic}`, String(forum.id), '@Ops', '@ops'],
        chat: { id: String(forum.id), name: forum.title },
        sender: { id: String(person.id), username: 'ada', name: 'Ada Lovelace' },
        messageId: expect.stringMatching(/^\d+$/),
        text: 'Yes',
        replyTo: messageId,
        thread: String(topic),
      },
    ]);
  });

  it('logs the new id when a group becomes a supergroup', async () => {
    const group = sim.addChat({ type: 'group' });
    start();
    const upgraded = sim.upgradeGroup(group);
    await until(() => gateway.log.some((line) => line.includes(String(upgraded.id))));
    expect(gateway.batches).toEqual([]);
    await expect(gateway.connection.sendMessage({ target: String(group.id), text: 'x' })).rejects.toMatchObject({
      code: 'invalid',
      hint: expect.stringContaining(String(upgraded.id)),
    });
  });

  it('reports a revoked token with a hint for a new one', async () => {
    const stream = start();
    await until(() => stream.reports.length === 1);
    sim.revokeToken();
    await until(() => stream.reports.length === 2);
    expect(stream.reports[1]).toMatch(/refuses the bot token.*@BotFather/);
    expect(await stream.stop()).toBeLessThan(5000);
    expectNoSecret([stream.reports, gateway.log], sim.token);
  });

  it('reports a second poller and a webhook of another program, and keeps that webhook', async () => {
    const stream = start();
    await until(() => sim.calls({ method: 'getUpdates' }).length === 2);
    const other = await connect({ token: sim.token, api: sim.url, webhookUrl: 'http://127.0.0.1:1/hook' });
    await other.connection.register!();
    await until(() => stream.reports.length === 2);
    expect(stream.reports[1]).toMatch(/setWebhook/);
    expect(sim.webhook()?.url).toBe('http://127.0.0.1:1/hook');
  });

  it('retries without an answer and reports no address', async () => {
    const silent = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const lonely = await connect({ token: '123:secret-part', api: `http://127.0.0.1:${port}` });
    const stream = start(lonely);
    await until(() => stream.reports.length >= 2);
    expect(stream.reports[0]).toMatch(/could not be reached/);
    expectNoSecret([stream.reports, lonely.log], 'secret-part');
    await stream.stop();
    await new Promise((resolve) => silent.close(resolve));
  });
});
