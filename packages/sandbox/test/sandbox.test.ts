import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Sandbox, startSandbox } from '@gateway/sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';

const credentials = { bot_token: '7:simulated' };

/** Calls the Bot API as the gateway's adapter does. */
async function call(sandbox: Sandbox, method: string, params: object = {}) {
  const response = await fetch(`${sandbox.endpoints['api']}/bot${credentials.bot_token}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  });
  // oxlint-disable-next-line no-explicit-any -- results have many shapes
  const { result } = (await response.json()) as { result: any };
  return result;
}

async function newFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return path.join(folder, 'sandbox.json');
}

async function start(file: string): Promise<Sandbox> {
  const sandbox = await startSandbox({ credentials, file });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const yes = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };

describe('sandbox', () => {
  it('delivers a press to the bot and resolves after the bot removed the buttons', async () => {
    const sandbox = await start(await newFile());
    const chat = sandbox.openChat({ name: 'ops' });
    const sent = await call(sandbox, 'sendMessage', { chat_id: chat, text: 'Ship it?', reply_markup: yes });
    const polled = call(sandbox, 'getUpdates', { timeout: 10 });
    const pressed = sandbox.press(chat, String(sent.message_id), 'yes');
    const [{ callback_query }] = await polled;
    expect(callback_query).toMatchObject({ data: 'yes', from: { id: Number(chat) } });
    await call(sandbox, 'answerCallbackQuery', { callback_query_id: callback_query.id });
    await call(sandbox, 'editMessageText', { chat_id: chat, message_id: sent.message_id, text: 'Shipped' });
    await pressed;
    expect(sandbox.messages(chat)).toMatchObject([{ from: 'bot', text: 'Shipped', edited: true, buttons: [] }]);
  });

  it('continues after a restart with the same messages, working buttons and new ids', async () => {
    const file = await newFile();
    const first = await start(file);
    const chat = first.openChat({ name: 'ops' });
    const sent = await call(first, 'sendMessage', { chat_id: chat, text: 'Ship it?', reply_markup: yes });
    first.write(chat, 'Wait', null);
    const [update] = await call(first, 'getUpdates');
    await first.close();

    const next = await start(file);
    expect(next.openChat({ name: 'ops' })).toBe(chat);
    expect(next.messages(chat).map(({ text }) => text)).toEqual(['Ship it?', 'Wait']);
    next.write(chat, 'Now', String(sent.message_id));
    const [reply] = await call(next, 'getUpdates');
    expect(reply.message.reply_to_message.message_id).toBe(sent.message_id);
    expect(reply.message.message_id).toBeGreaterThan(update.message.message_id);
    expect(reply.update_id).toBeGreaterThan(update.update_id);
    const edit = { chat_id: chat, message_id: sent.message_id, text: 'Shipped' };
    expect(await call(next, 'editMessageText', edit)).toMatchObject({ text: 'Shipped' });
  });

  it('keeps the newest 200 messages of a chat', async () => {
    const sandbox = await start(await newFile());
    const chat = sandbox.openChat({ name: 'ops' });
    for (let count = 1; count <= 201; count += 1) sandbox.write(chat, `Text ${count}`, null);
    const texts = sandbox.messages(chat).map(({ text }) => text);
    expect(texts).toHaveLength(200);
    expect(texts[0]).toBe('Text 2');
  });

  it('serves only the Bot API, below a path that cannot be guessed', async () => {
    const sandbox = await start(await newFile());
    const api = sandbox.endpoints['api'] ?? '';
    expect((await call(sandbox, 'getMe')).is_bot).toBe(true);
    expect((await fetch(`${new URL(api).origin}/bot${credentials.bot_token}/getMe`)).status).toBe(404);
    expect((await fetch(`${api}/control/state`)).status).toBe(404);
    expect((await fetch(`${api}/`)).status).toBe(404);
  });
});
