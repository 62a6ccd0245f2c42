import { sampleQuestion, type TestConnection } from '@gateway/platform-kit/testing';
import { startTelegramSimulator, type TelegramSimulator } from '@gateway/simulators/telegram';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, refusal, scriptedApi } from './harness.js';

const picture = { kind: 'url', url: 'https://example.com/chart.png' } as const;

let sim: TelegramSimulator;
let gateway: TestConnection;

beforeEach(async () => {
  sim = await startTelegramSimulator({ fetchUrls: false });
  gateway = await connect({ token: sim.token, api: sim.url });
});
afterEach(() => sim.close());

describe('Telegram closePrompt', () => {
  const close = (
    target: string,
    posted: Awaited<ReturnType<TestConnection['connection']['sendPrompt']>>,
    text = 'Deploy?\n\nYes',
  ) => gateway.connection.closePrompt!({ ...posted, target, text, notice: 'The answer was Yes.' });

  it('rewrites the text and removes the buttons, also a second time', async () => {
    const person = sim.addUser();
    const target = String(person.id);
    const posted = await gateway.connection.sendPrompt(sampleQuestion({ target }));
    await close(target, posted);
    await close(target, posted);
    const [message] = sim.messages({ chat: person });
    expect(message?.text).toBe('Deploy?\n\nYes');
    expect(message).not.toHaveProperty('reply_markup');
  });

  it('rewrites the caption of an image', async () => {
    const forum = sim.addChat({ isForum: true });
    const target = `${forum.id}:${sim.addTopic(forum, 'Deployments')}`;
    const posted = await gateway.connection.sendPrompt(sampleQuestion({ target, media: picture }));
    await close(target, posted, 'x'.repeat(1024));
    const [message] = sim.messages({ chat: forum });
    expect(message?.caption).toHaveLength(1024);
    expect(message).not.toHaveProperty('reply_markup');
  });

  it('replies with the outcome when it does not fit in the caption', async () => {
    const forum = sim.addChat({ isForum: true });
    const topic = sim.addTopic(forum, 'Deployments');
    const target = `${forum.id}:${topic}`;
    const asked = sampleQuestion({ target, texts: ['x'.repeat(1024)], media: picture });
    const posted = await gateway.connection.sendPrompt(asked);
    await close(target, posted, `${'x'.repeat(1024)}\n\nYes`);
    const [shown, reply] = sim.messages({ chat: forum });
    expect(shown).toMatchObject({ caption: 'x'.repeat(1024) });
    expect(shown).not.toHaveProperty('reply_markup');
    expect(reply).toMatchObject({
      text: 'The answer was Yes.',
      message_thread_id: topic,
      reply_to_message: { message_id: shown?.message_id },
    });
    await close(target, posted, `${'x'.repeat(1024)}\n\nYes`);
    expect(sim.messages({ chat: forum })).toHaveLength(2);
  });

  it('removes the buttons and replies when the server cannot edit captions', async () => {
    const api = scriptedApi({
      sendPhoto: () => ({ message_id: 5 }),
      editMessageCaption: () => refusal(404, 'Not Found'),
      sendMessage: () => ({ message_id: 6 }),
    });
    const { connection } = await connect({ token: '777:x', fetch: api.fetch });
    const posted = await connection.sendPrompt(sampleQuestion({ target: '7', media: picture }));
    await connection.closePrompt!({ ...posted, target: '7', text: 'Deploy?\n\nYes', notice: 'The answer was Yes.' });
    expect(api.calls.slice(-2)).toMatchObject([
      { method: 'editMessageReplyMarkup', payload: { chat_id: 7, message_id: 5 } },
      { method: 'sendMessage', payload: { chat_id: 7, text: 'The answer was Yes.' } },
    ]);
  });

  it('works when the server returned only the id of the posted message', async () => {
    const api = scriptedApi({ sendMessage: () => ({ message_id: 5 }) });
    const { connection } = await connect({ token: '777:x', fetch: api.fetch });
    const posted = await connection.sendPrompt(sampleQuestion({ target: '7' }));
    await connection.closePrompt!({ ...posted, target: '7', text: 'Deploy?\n\nYes', notice: 'The answer was Yes.' });
    expect(api.calls.at(-1)).toMatchObject({ method: 'editMessageText', payload: { chat_id: 7, message_id: 5 } });
  });

  it.each(['Bad Request: message to edit not found', "Bad Request: message can't be edited"])(
    'succeeds when the message cannot be edited any more (%s)',
    async (description) => {
      const person = sim.addUser();
      const target = String(person.id);
      const posted = await gateway.connection.sendPrompt(sampleQuestion({ target }));
      sim.failNext('editMessageText', { error: { code: 400, description } });
      await expect(close(target, posted)).resolves.toBeUndefined();
    },
  );

  it('rejects when Telegram is unreachable, so that the core retries', async () => {
    const person = sim.addUser();
    const target = String(person.id);
    const posted = await gateway.connection.sendPrompt(sampleQuestion({ target }));
    sim.failNext('editMessageText', { answer: { status: 502, body: '<h1>Bad Gateway</h1>' } });
    await expect(close(target, posted)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('Telegram sendMessage', () => {
  it('replies in the topic, also when the replied message is deleted', async () => {
    const forum = sim.addChat({ isForum: true });
    const topic = sim.addTopic(forum, 'Deployments');
    const target = `${forum.id}:${topic}`;
    const first = await gateway.connection.sendMessage({ target, text: 'Done.' });
    expect(first).toEqual({ messageId: first.messageId, messageIds: [first.messageId], ref: null });
    await gateway.connection.sendMessage({ target, text: 'Really.', replyTo: first.messageId });
    await gateway.connection.sendMessage({ target, text: 'Honestly.', replyTo: '999999' });
    const shown = sim.messages({ chat: forum });
    expect(shown.map(({ message_thread_id }) => message_thread_id)).toEqual([topic, topic, topic]);
    expect(shown.map(({ reply_to_message }) => reply_to_message?.text)).toEqual([undefined, 'Done.', undefined]);
  });

  it('rejects an invalid target without calling Telegram', async () => {
    await expect(gateway.connection.sendMessage({ target: '../getMe', text: 'x' })).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(sim.calls()).toEqual([]);
  });
});
