import { createHmac } from 'node:crypto';
import { WhatsAppAdapter } from '@chat-adapter/whatsapp';
import { startWhatsAppSimulator, type WhatsAppSimulatorOptions } from '@gateway/simulators/whatsapp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenWith, question, quiet } from '../chat-adapter.js';

async function open(options: WhatsAppSimulatorOptions = {}) {
  const sim = await startWhatsAppSimulator({ webhookRetryMs: 5, ...options });
  onTestFinished(() => sim.close());
  const adapter = new WhatsAppAdapter({
    accessToken: sim.accessToken,
    phoneNumberId: sim.phoneNumberId,
    appSecret: sim.appSecret,
    verifyToken: sim.verifyToken,
    apiUrl: sim.url,
    userName: 'gateway',
    logger: quiet,
  });
  return { sim, ada: sim.addPerson({ name: 'Ada' }), adapter, bot: await listenWith(adapter) };
}

// No such adapter exists for Messenger. Its simulator shares server, signatures and webhook with this one.
describe('WhatsApp simulator with @chat-adapter/whatsapp', () => {
  it('answers the challenge, receives a text, posts a question and receives the press', async () => {
    const { sim, ada, adapter, bot } = await open();
    await sim.setWebhook(bot.url);
    expect(await sim.writeText({ person: ada, text: 'Schönen Tag / <b> 🙂' })).toBe(true);
    expect(bot.texts).toMatchObject([{ text: 'Schönen Tag / <b> 🙂', author: { userId: ada.waId, userName: 'Ada' } }]);

    const { threadId } = bot.texts[0]!;
    await adapter.postMessage(threadId, question('Deploy?', 'Yes', 'No'));
    expect(sim.messages(ada).at(-1)).toMatchObject({ by: 'business', buttons: [{ title: 'Yes' }, { title: 'No' }] });

    expect(await sim.press({ person: ada, button: 'No' })).toBe(true);
    expect(bot.presses).toMatchObject([
      { actionId: 'answer', value: 'choice.1', threadId, user: { userId: ada.waId } },
    ]);
    expect(bot.answers.every((status) => status === 200)).toBe(true);
  });

  it('accepts delivery statuses of its own messages', async () => {
    const { sim, ada, adapter, bot } = await open();
    await sim.setWebhook(bot.url);
    await sim.writeText({ person: ada, text: 'Hello' });
    await adapter.postMessage(bot.texts[0]!.threadId, 'How are you?');
    await expect.poll(() => sim.events().length).toBe(3);
    expect(bot).toMatchObject({ texts: [{ text: 'Hello' }], presses: [] });
  });

  it('rejects an event with the signature of another app', async () => {
    const { bot } = await open();
    const body = '{"object":"whatsapp_business_account","entry":[]}';
    const signature = `sha256=${createHmac('sha256', 'another secret').update(body).digest('hex')}`;
    const response = await fetch(bot.url, { method: 'POST', body, headers: { 'x-hub-signature-256': signature } });
    expect(response.status).toBe(401);
  });
});
