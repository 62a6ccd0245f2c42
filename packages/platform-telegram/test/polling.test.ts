import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { startTelegramSimulator, until, type TelegramSimulator } from '@gateway/simulators/telegram';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answered, connect, events, expectNoSecret, ignored, question, startStream } from './harness.js';
import type { Harness, RunningStream } from './harness.js';

let sim: TelegramSimulator;
let gateway: Harness;
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
  const stream = startStream(harness);
  running.push(stream);
  return stream;
}

/** Time in which the stream could have made a call: as long as others take for several. */
async function roundTrips(): Promise<void> {
  for (let time = 0; time < 3; time += 1) await gateway.connection.probe('1');
}

const texts = (harness = gateway) => events(harness).map((event) => (event.kind === 'text' ? event.text : event.token));

describe('polling', () => {
  it('is what a connection without a public address offers, and nothing for webhooks', () => {
    expect(gateway.connection).toHaveProperty('start');
    expect(gateway.connection.webhook).toBeUndefined();
    expect(gateway.connection.register).toBeUndefined();
    expect(gateway.connection.unregister).toBeUndefined();
  });

  it('works at once, also with nothing to fetch, and removes a webhook without dropping what waits', async () => {
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

  it('asks only for what it understands', async () => {
    start();
    const call = await sim.waitForCall('getUpdates');
    expect(call.params['allowed_updates']).toEqual(['message', 'callback_query']);
  });

  it('hands a batch over in one piece and in order', async () => {
    const person = sim.addUser();
    for (const text of ['one', 'two', 'three']) sim.writeText({ chat: person, text });
    start();
    await until(() => gateway.batches.length === 1);
    expect(texts()).toEqual(['one', 'two', 'three']);
    sim.writeText({ chat: person, text: 'four' });
    await until(() => gateway.batches.length === 2);
    expect(texts()).toEqual(['one', 'two', 'three', 'four']);
  });

  it('confirms nothing before it is stored', async () => {
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

  it('fetches again, with the same ids, what could not be stored', async () => {
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

  it('gives back what was not stored when it must end', async () => {
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

  it('ends within milliseconds out of a long poll', async () => {
    const stream = start();
    await until(() => sim.calls({ method: 'getUpdates' }).length === 2);
    expect(await stream.stop()).toBeLessThan(5000);
  });

  it('ends only after a delivery under way has ended, and then does not fetch again', async () => {
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

  it('answers a press with the notice, after it was stored', async () => {
    const person = sim.addUser();
    await gateway.connection.sendPrompt(question({ target: String(person.id) }));
    gateway.deliver = async (batch) => {
      expect(sim.calls({ method: 'answerCallbackQuery' })).toEqual([]);
      return batch.map(() => answered);
    };
    start();
    expect(await sim.press({ chat: person, button: 'Yes' })).toMatchObject({
      notice: 'You answered Yes.',
      alert: false,
    });
    expect(events(gateway)).toMatchObject([{ kind: 'press', token: 'p1.0.abcdef' }]);
  });

  it('stops the spinner when there is nothing to say, and shortens what is too long to show', async () => {
    const person = sim.addUser();
    await gateway.connection.sendPrompt(question({ target: String(person.id) }));
    start();
    expect(await sim.press({ chat: person, button: 'Yes' })).toMatchObject({ notice: '' });
    gateway.deliver = async (batch) => batch.map(() => ({ ...answered, notice: `${'x'.repeat(198)}🙂🙂` }));
    expect(await sim.press({ chat: person, button: 'No' })).toMatchObject({ notice: `${'x'.repeat(198)}…` });
  });

  it('does not answer a press that was not stored', async () => {
    const person = sim.addUser();
    await gateway.connection.sendPrompt(question({ target: String(person.id) }));
    gateway.deliver = () => Promise.reject(new Error('database is away'));
    start();
    await sim.press({ chat: person, button: 'Yes', wait: false });
    await until(() => gateway.batches.length === 1);
    await roundTrips();
    expect(sim.calls({ method: 'answerCallbackQuery' })).toEqual([]);
  });

  it('goes on while an answer hangs, and gives it up at the end', async () => {
    const person = sim.addUser();
    await gateway.connection.sendPrompt(question({ target: String(person.id) }));
    sim.failNext('answerCallbackQuery', { hang: true });
    const stream = start();
    await sim.press({ chat: person, button: 'Yes', wait: false });
    await until(() => gateway.batches.length === 1);
    sim.writeText({ chat: person, text: 'next' });
    await until(() => gateway.batches.length === 2);
    expect(await stream.stop()).toBeLessThan(5000);
  });

  it('takes a press that is too old to be answered without complaint', async () => {
    const person = sim.addUser();
    await gateway.connection.sendPrompt(question({ target: String(person.id) }));
    const description = 'Bad Request: query is too old and response timeout expired or query ID is invalid';
    sim.failNext('answerCallbackQuery', { error: { code: 400, description } });
    const stream = start();
    await sim.press({ chat: person, button: 'Yes', wait: false });
    await sim.waitForCall('answerCallbackQuery');
    await stream.stop();
    expect(gateway.log).toEqual([]);
  });

  it('tells who wrote, in which chat and topic, and what it replies to', async () => {
    const person = sim.addUser({ firstName: 'Ada', lastName: 'Lovelace', username: 'ada' });
    const forum = sim.addChat({ isForum: true, username: 'Ops' });
    const topic = sim.addTopic(forum, 'Deployments');
    const { messageId } = await gateway.connection.sendPrompt(question({ target: `${forum.id}:${topic}` }));
    sim.writeText({ chat: forum, user: person, text: 'Yes', replyTo: Number(messageId) });
    start();
    await until(() => gateway.batches.length === 1);
    expect(events(gateway)).toEqual([
      {
        kind: 'text',
        id: `update:${sim.updates()[0]!.update_id}`,
        targets: [`${forum.id}:${topic}`, String(forum.id), '@Ops', '@ops'],
        chat: { id: String(forum.id), name: forum.title },
        sender: { id: String(person.id), username: 'ada', name: 'Ada Lovelace' },
        messageId: expect.stringMatching(/^\d+$/),
        text: 'Yes',
        replyTo: messageId,
      },
    ]);
  });

  it('warns of the new id when a group becomes a supergroup', async () => {
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

  it('reports a revoked token with the way to a new one', async () => {
    const stream = start();
    await until(() => stream.reports.length === 1);
    sim.revokeToken();
    await until(() => stream.reports.length === 2);
    expect(stream.reports[1]).toMatch(/refuses the bot token.*@BotFather/);
    expect(await stream.stop()).toBeLessThan(5000);
    expectNoSecret([stream.reports, gateway.log], sim.token);
  });

  it('reports a second poller, and a webhook set by somebody else, and leaves that webhook alone', async () => {
    const stream = start();
    await until(() => sim.calls({ method: 'getUpdates' }).length === 2);
    const other = await connect({ token: sim.token, api: sim.url, webhookUrl: 'http://127.0.0.1:1/hook' });
    await other.connection.register!();
    await until(() => stream.reports.length === 2);
    expect(stream.reports[1]).toMatch(/setWebhook/);
    expect(sim.webhook()?.url).toBe('http://127.0.0.1:1/hook');
  });

  it('keeps trying when nothing answers, and names no address', async () => {
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
