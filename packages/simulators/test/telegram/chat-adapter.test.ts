import { TelegramAdapter } from '@chat-adapter/telegram';
import { until } from '@gateway/simulators/telegram';
import { describe, expect, it } from 'vitest';
import { listenWith, question, quiet } from '../chat-adapter.js';
import { start } from './setup.js';

async function open() {
  const { sim, ada, api } = await start();
  const adapter = new TelegramAdapter({
    botToken: sim.token,
    apiUrl: sim.url,
    secretToken: 'a-secret-of-the-webhook',
    mode: 'webhook',
    userName: 'gateway_bot',
    logger: quiet,
  });
  return { sim, ada, api, adapter, bot: await listenWith(adapter) };
}

describe('Telegram simulator with @chat-adapter/telegram', () => {
  it('receives a text, posts a question, receives the press and edits the question', async () => {
    const { sim, ada, api, adapter, bot } = await open();
    await api.setWebhook(bot.url, { secret_token: 'a-secret-of-the-webhook' });
    sim.writeText({ chat: ada, text: 'Hello' });
    await until(() => bot.texts.length === 1);
    expect(bot.texts).toMatchObject([{ text: 'Hello', author: { userId: String(ada.id), userName: 'ada_l' } }]);

    const { threadId } = bot.texts[0]!;
    const posted = await adapter.postMessage(threadId, question('Deploy?', 'Yes', 'No'));
    const shown = sim.messages().at(-1);
    expect(shown?.reply_markup?.inline_keyboard.flat().map(({ text }) => text)).toEqual(['Yes', 'No']);

    const seen = sim.press({ chat: ada, button: 'No', user: ada });
    await until(() => bot.presses.length === 1);
    expect(bot.presses).toMatchObject([
      { actionId: 'answer', value: 'choice.1', threadId, messageId: posted.id, user: { userId: String(ada.id) } },
    ]);
    await seen;

    await adapter.editMessage(threadId, posted.id, question('Deploy? No.'));
    expect(sim.messages().at(-1)).toMatchObject({ text: expect.stringContaining('Deploy? No.') });
    expect(sim.messages().at(-1)?.reply_markup).toBeUndefined();
    expect(bot.answers.every((status) => status === 200)).toBe(true);
  });

  it('rejects a request without its secret', async () => {
    const { sim, ada, api, bot } = await open();
    await api.setWebhook(bot.url, { secret_token: 'another-secret' });
    sim.writeText({ chat: ada, text: 'Hello' });
    await until(() => bot.answers.length > 0);
    expect(bot.answers[0]).toBe(401);
    expect(bot.texts).toEqual([]);
  });
});
