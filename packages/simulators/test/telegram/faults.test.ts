import { manualClock, until } from '@gateway/simulators/telegram';
import { HttpError } from 'grammy';
import { describe, expect, it } from 'vitest';
import { refusal, start } from './setup.js';

describe('Telegram simulator: faults', () => {
  it('answer the next calls of one method with an error, and no others', async () => {
    const { sim, ada, api } = await start();
    const error = { code: 429, description: 'Too Many Requests: retry after 3', parameters: { retry_after: 3 } };
    sim.failNext('sendMessage', { error, times: 2 });
    const expected = { code: 429, description: error.description, parameters: { retry_after: 3 } };
    expect(await api.getMe()).toHaveProperty('id');
    expect(await refusal(api.sendMessage(ada.id, 'one'))).toEqual(expected);
    expect(await refusal(api.sendMessage(ada.id, 'two'))).toEqual(expected);
    await api.sendMessage(ada.id, 'three');
    expect(sim.messages({ chat: ada }).map(({ text }) => text)).toEqual(['three']);
    expect(sim.calls({ method: 'sendMessage' }).map(({ status }) => status)).toEqual([429, 429, 200]);
  });

  it('close the connection before or after the message is posted', async () => {
    const { sim, ada, api } = await start();
    sim.failNext('sendMessage', { drop: true });
    await expect(api.sendMessage(ada.id, 'lost')).rejects.toThrow(HttpError);
    sim.failNext('sendMessage', { drop: true, afterEffect: true });
    await expect(api.sendMessage(ada.id, 'posted')).rejects.toThrow(HttpError);
    expect(sim.messages({ chat: ada }).map(({ text }) => text)).toEqual(['posted']);
  });

  it('leave a call unanswered, delay it, or answer with a proxy’s error page', async () => {
    const clock = manualClock();
    const { sim, ada, api } = await start({ clock });
    sim.failNext('*', { hang: true });
    const abort = new AbortController();
    const hung = api.getMe(abort.signal as never);
    await until(() => sim.calls({ method: 'getMe' }).length === 1);
    abort.abort();
    await expect(hung).rejects.toThrow(HttpError);

    sim.failNext('sendMessage', { delayMs: 5_000, when: ({ text }) => text === 'slow' });
    const slow = api.sendMessage(ada.id, 'slow');
    await api.sendMessage(ada.id, 'quick');
    expect(sim.messages({ chat: ada }).map(({ text }) => text)).toEqual(['quick']);
    await until(() => (clock.advance(5_000), sim.messages({ chat: ada }).length === 2));
    await slow;

    sim.failNext('getMe', { answer: { status: 502, body: '<h1>Bad Gateway</h1>' } });
    await expect(api.getMe()).rejects.toThrow(HttpError);
  });
});

describe('Telegram simulator: rate limits', () => {
  it('answer 429 with the seconds to wait', async () => {
    const clock = manualClock();
    const { sim, ada, api } = await start({ limits: true, clock });
    await api.sendMessage(ada.id, 'one');
    expect(await refusal(api.sendMessage(ada.id, 'two'))).toEqual({
      code: 429,
      description: 'Too Many Requests: retry after 1',
      parameters: { retry_after: 1 },
    });
    clock.advance(1_000);
    await api.sendMessage(ada.id, 'two');

    const group = sim.addChat({ type: 'supergroup' });
    for (let sent = 0; sent < 20; sent += 1) {
      await api.sendMessage(group.id, `${sent}`);
      clock.advance(1_000);
    }
    expect(await refusal(api.sendMessage(group.id, 'too much'))).toMatchObject({ parameters: { retry_after: 40 } });

    const crowd = Array.from({ length: 31 }, () => sim.addUser());
    clock.advance(60_000);
    const outcomes = await Promise.allSettled(crowd.map(({ id }) => api.sendMessage(id, 'Hello')));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});
