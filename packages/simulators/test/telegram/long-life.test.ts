import { startTelegramSimulator } from '@gateway/simulators/telegram';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clientOf, keyboard, start } from './setup.js';

describe('a simulator that lives long', () => {
  it('forgets the oldest messages of a chat, updates and calls', async () => {
    const { sim, ada, api } = await start({ keep: { messages: 3, updates: 2, calls: 4 } });
    for (let count = 1; count <= 10; count += 1) {
      await api.sendMessage(ada.id, `Question ${count}`);
      sim.writeText({ chat: ada, text: `Answer ${count}` });
    }
    expect(sim.messages({ chat: ada }).map(({ text }) => text)).toEqual(['Answer 9', 'Question 10', 'Answer 10']);
    expect(sim.updates()).toHaveLength(2);
    expect(sim.calls().length).toBeLessThanOrEqual(8);
    expect(await api.getUpdates()).toHaveLength(10);
  });

  it('goes on where another one ended: buttons work, numbers are not given twice', async () => {
    const { sim, ada, api } = await start({
      firstMessage: 500,
      bot: { token: '7:simulated', firstUpdate: 900_000_000 },
    });
    const asked = await api.sendMessage(ada.id, 'Ship it?', { reply_markup: keyboard('Yes', 'No') });
    expect(asked.message_id).toBe(500);
    sim.writeText({ chat: ada, text: 'Wait' });
    const snapshot = JSON.parse(JSON.stringify(sim.snapshot()));
    await sim.close();

    const next = await startTelegramSimulator({ bot: { token: '7:simulated' }, snapshot });
    onTestFinished(() => next.close());
    expect(next.messages({ chat: ada }).map(({ text }) => text)).toEqual(['Ship it?', 'Wait']);
    await next.press({ chat: ada, message: 500, button: 'Yes', wait: false });
    expect(next.writeText({ chat: ada, text: 'Now', replyTo: 500 }).message.message_id).toBe(502);
    expect(next.updates().map(({ update_id }) => update_id)).toEqual([900_000_001, 900_000_002]);
    const edited = await clientOf(next).editMessageText(ada.id, 500, 'Shipped');
    expect(edited).toMatchObject({ text: 'Shipped' });
  });

  it('serves nothing but the platform where its control API is left out', async () => {
    const { sim, api } = await start({ control: false });
    expect((await fetch(`${sim.url}/control/state`)).status).toBe(404);
    expect((await fetch(`${sim.url}/`)).status).toBe(404);
    expect((await api.getMe()).is_bot).toBe(true);
  });
});
