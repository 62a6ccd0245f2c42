import { until } from '@gateway/simulators/telegram';
import { describe, expect, it } from 'vitest';
import { clientOf, described, keyboard, start } from './setup.js';

/** A client of the control API in another process. */
const remote = (url: string) => async (method: string, path: string, body?: object) => {
  const response = await fetch(`${url}/control/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: response.status, body: (await response.json()) as never };
};

describe('Telegram simulator: control API', () => {
  it('adds and lists users, chats and messages, presses and writes', async () => {
    const { sim } = await start();
    const control = remote(sim.url);
    const bot = (await control('POST', 'bots', { username: 'demo_bot' })).body as { id: number; token: string };
    const user = (await control('POST', 'users', { firstName: 'Grace' })).body as { id: number };
    const api = clientOf(sim, bot.token);
    const sent = await api.sendMessage(user.id, 'Ship it?', { reply_markup: keyboard('Yes', 'No') });

    const { body: messages } = await control('GET', `messages?chat=${user.id}&bot=${bot.id}`);
    expect(messages).toEqual([sent]);
    const pressed = control('POST', 'press', { chat: user.id, bot: bot.id, message: sent.message_id, button: 'No' });
    const [update] = await api.getUpdates({ timeout: 5 });
    await api.answerCallbackQuery(update?.callback_query?.id ?? '', { text: 'Noted' });
    expect((await pressed).body).toMatchObject({ notice: 'Noted' });

    await control('POST', 'text', { chat: user.id, bot: bot.id, text: 'Why?', replyTo: sent.message_id });
    const updates = await api.getUpdates({ offset: (update?.update_id ?? 0) + 1, timeout: 5 });
    expect(updates).toMatchObject([
      { message: { text: 'Why?', reply_to_message: { text: 'Ship it?' }, from: { id: user.id } } },
    ]);

    const { body: calls } = await control('GET', 'calls?method=answerCallbackQuery');
    expect(calls).toMatchObject([
      { account: 'demo_bot', params: { text: 'Noted' }, status: 200, at: expect.any(Number) },
    ]);
    const { body: state } = await control('GET', 'state');
    expect(state).toMatchObject({
      users: [{ first_name: 'Ada' }, { first_name: 'Grace' }],
      bots: [{}, { username: 'demo_bot' }],
    });
    expect(JSON.stringify(state)).not.toContain(bot.token);
  });

  it('injects faults, redelivers, blocks, kicks and revokes', async () => {
    const { sim, ada, api } = await start();
    const control = remote(sim.url);
    await control('POST', 'faults', { method: 'getMe', error: { code: 500, description: 'Internal Server Error' } });
    expect(await described(api.getMe())).toBe('Internal Server Error');

    sim.writeText({ chat: ada, text: 'Hello' });
    const [update] = await api.getUpdates();
    await api.getUpdates({ offset: (update?.update_id ?? 0) + 1 });
    await control('POST', 'redeliver', { update: update?.update_id });
    expect(await api.getUpdates()).toEqual([update]);

    await control('POST', 'block', { user: ada.id });
    expect(await described(api.sendMessage(ada.id, 'x'))).toBe('Forbidden: bot was blocked by the user');
    const { body: forum } = await control('POST', 'chats', { isForum: true, title: 'Team' });
    const { id: chat } = forum as { id: number };
    const { body: topic } = await control('POST', 'topics', { chat, name: 'Releases' });
    const { id: thread } = topic as { id: number };
    expect(await api.sendMessage(chat, 'x', { message_thread_id: thread })).toMatchObject({
      message_thread_id: thread,
    });
    await control('POST', 'kick', { chat });
    expect(await described(api.sendMessage(chat, 'x'))).toBe('Forbidden: bot was kicked from the supergroup chat');
    await control('POST', 'revoke', {});
    expect(await described(api.getMe())).toBe('Unauthorized');
  });

  it('explains an invalid request', async () => {
    const { sim, ada } = await start();
    const control = remote(sim.url);
    expect(await control('POST', 'press', { chat: ada.id })).toEqual({
      status: 400,
      body: { detail: 'button is missing' },
    });
    expect(await control('POST', 'press', { chat: ada.id, button: 0 })).toMatchObject({ status: 404 });
    expect(await control('POST', 'text', { chat: 1, text: 'x' })).toEqual({
      status: 404,
      body: { detail: 'No chat 1' },
    });
    expect(await control('GET', 'nothing')).toMatchObject({ status: 404 });
  });

  it('rejects requests from a page of another origin', async () => {
    const { sim } = await start();
    const response = await fetch(`${sim.url}/control/state`, { headers: { origin: 'https://example.org' } });
    expect(response.status).toBe(403);
    expect((await fetch(`${sim.url}/control/state`, { headers: { origin: sim.url } })).status).toBe(200);
  });
});

describe('Telegram simulator: chat page', () => {
  it('is served at / and gets an event for each change', async () => {
    const { sim, ada, api } = await start();
    const page = await fetch(sim.url);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const parts = [...(await page.text()).matchAll(/(?:href|src)="(assets\/[^"]+)"/g)].map((match) => match[1]);
    expect(parts).toEqual(['assets/style.css', 'assets/messages.css', 'assets/window.js']);
    for (const part of parts) expect((await fetch(`${sim.url}/${part}`)).status).toBe(200);

    const leaving = new AbortController();
    const events = await fetch(`${sim.url}/control/events`, { signal: leaving.signal });
    const reader = events.body?.getReader();
    await api.sendMessage(ada.id, 'Hello');
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain(`"chat":${ada.id}`);
    leaving.abort();
  });
});

describe('Telegram simulator: waiting', () => {
  it('finds past and future messages and calls, and times out with a reason', async () => {
    const { sim, ada, api } = await start();
    const coming = sim.waitForMessage(({ text }) => text === 'Shipped');
    const { message_id } = await api.sendMessage(ada.id, 'Ship it?');
    await api.editMessageText(ada.id, message_id, 'Shipped');
    expect(await coming).toMatchObject({ message_id });
    expect(await sim.waitForMessage(({ text }) => text === 'Shipped')).toMatchObject({ message_id });
    expect(await sim.waitForCall('sendMessage')).toMatchObject({ params: { text: 'Ship it?' } });
    await expect(sim.waitForMessage(() => false, { timeoutMs: 10, what: 'the impossible' })).rejects.toThrow(
      'the impossible',
    );
    await expect(until(() => false, { timeoutMs: 10, what: 'never' })).rejects.toThrow('waiting for never');
  });

  it('ends open requests when the simulator is closed', async () => {
    const { sim, api } = await start();
    const polled = api.getUpdates({ timeout: 30 }).then(
      () => 'answered',
      () => 'ended',
    );
    await until(() => sim.calls({ method: 'getUpdates' }).length === 1);
    await sim.close();
    expect(await polled).toBe('ended');
    await expect(fetch(sim.url)).rejects.toThrow('fetch failed');
  });
});
