import { until } from '@gateway/simulators/telegram';
import { Bot } from 'grammy';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clientOf, described, keyboard, start } from './setup.js';

describe('Telegram simulator: button press', () => {
  it('reaches a polling grammY bot and returns its answer', async () => {
    const { sim, ada } = await start();
    const bot = new Bot(sim.token, { client: { apiRoot: sim.url } });
    bot.on('callback_query:data', (context) => context.answerCallbackQuery(`You chose ${context.callbackQuery.data}`));
    const running = bot.start();
    onTestFinished(async () => {
      await bot.stop();
      await running;
    });
    await bot.api.sendMessage(ada.id, 'Ship it?', { reply_markup: keyboard('Yes', 'No') });

    const seen = await sim.press({ chat: ada.id, button: 'No' });

    expect(seen).toMatchObject({ notice: 'You chose choice.1', alert: false });
  });

  it('distinguishes an empty answer, a dialog and no answer', async () => {
    const { sim, ada, api } = await start();
    await api.sendMessage(ada.id, 'Ship it?', { reply_markup: keyboard('Yes', 'No') });
    const silent = sim.press({ chat: ada.id, button: 0 });
    const dialog = sim.press({ chat: ada.id, button: { data: 'choice.1' } });
    const [first, second] = await until(async () => {
      const updates = await api.getUpdates();
      return updates.length === 2 && updates;
    });
    await api.answerCallbackQuery(first?.callback_query?.id ?? '');
    await api.answerCallbackQuery(second?.callback_query?.id ?? '', { text: 'Really?', show_alert: true });

    expect(await silent).toMatchObject({ notice: '', alert: false });
    expect(await dialog).toMatchObject({ notice: 'Really?', alert: true });
    expect(await sim.press({ chat: ada.id, button: 0, timeoutMs: 20 })).toMatchObject({ notice: null });
  });

  it('can be answered once, before the timeout, and only by the bot of the message', async () => {
    const { sim, ada, api } = await start({ callbackTimeoutMs: 60_000 });
    const other = clientOf(sim, sim.addBot().token);
    await api.sendMessage(ada.id, 'Ship it?', { reply_markup: keyboard('Yes') });
    const { queryId } = await sim.press({ chat: ada.id, button: 'Yes', wait: false });

    const tooOld = 'Bad Request: query is too old and response timeout expired or query ID is invalid';
    expect(await described(other.answerCallbackQuery(queryId))).toBe(tooOld);
    expect(await api.answerCallbackQuery(queryId)).toBe(true);
    expect(await described(api.answerCallbackQuery(queryId))).toBe(tooOld);
    expect(await described(api.answerCallbackQuery('17', { text: 'x'.repeat(200) }))).toBe(tooOld);
    expect(await described(api.answerCallbackQuery('17', { text: 'x'.repeat(201) }))).toBe(
      'Bad Request: MESSAGE_TOO_LONG',
    );
  });

  it('is refused for a button that is not shown, unless stale is set', async () => {
    const { sim, ada, api } = await start();
    const { message_id } = await api.sendMessage(ada.id, 'Ship it?', { reply_markup: keyboard('Yes', 'No') });
    await expect(sim.press({ chat: ada.id, button: 'Maybe' })).rejects.toThrow('it shows: "Yes", "No"');
    await api.editMessageText(ada.id, message_id, 'Shipped');

    await expect(sim.press({ chat: ada.id, button: 'Yes', message: message_id })).rejects.toThrow('it shows: none');
    const late = { chat: ada.id, message: message_id, button: { data: 'choice.0' }, stale: true, wait: false } as const;
    expect(await sim.press(late)).toMatchObject({ queryId: expect.any(String) });
    await expect(sim.press({ ...late, button: { data: 'never shown' } })).rejects.toThrow('no such button');
  });

  it('is refused for a person outside the chat', async () => {
    const { sim, api } = await start();
    const group = sim.addChat();
    const grace = sim.addUser({ firstName: 'Grace' });
    await api.sendMessage(group.id, 'Ship it?', { reply_markup: keyboard('Yes') });
    const press = { chat: group, button: 'Yes', user: grace, wait: false } as const;
    await expect(sim.press(press)).rejects.toThrow(`User ${grace.id} is not in chat ${group.id}`);
    sim.addMember(group, grace);
    await sim.press(press);
    expect(await api.getUpdates()).toMatchObject([{ callback_query: { from: { first_name: 'Grace' } } }]);
  });

  it('by 1000 people at once reaches the bot once each', async () => {
    const { sim, api } = await start();
    const people = Array.from({ length: 1000 }, () => sim.addUser());
    const group = sim.addChat({ type: 'supergroup' });
    await api.sendMessage(group.id, 'Who is here?', { reply_markup: keyboard('Me') });
    const presses = Promise.all(people.map((user) => sim.press({ chat: group, button: 'Me', user })));
    const pressed = new Map<number, number>();
    for (let offset = 0; pressed.size < people.length;) {
      const updates = await api.getUpdates({ offset, timeout: 5 });
      for (const { callback_query: query } of updates) {
        if (query) pressed.set(query.from.id, (pressed.get(query.from.id) ?? 0) + 1);
      }
      await Promise.all(
        updates.map(({ callback_query: query }) =>
          api.answerCallbackQuery(query?.id ?? '', { text: `${query?.from.id}` }),
        ),
      );
      offset = (updates.at(-1)?.update_id ?? offset - 1) + 1;
    }
    const answers = await presses;

    expect(answers.map(({ notice }) => notice)).toEqual(people.map(({ id }) => `${id}`));
    expect([...pressed.values()].every((times) => times === 1)).toBe(true);
  }, 60_000);
});
