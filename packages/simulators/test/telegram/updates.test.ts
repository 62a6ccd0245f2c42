import { manualClock, until } from '@gateway/simulators/telegram';
import { describe, expect, it } from 'vitest';
import { described, keyboard, refusal, serve, start } from './setup.js';

describe('Telegram simulator: getUpdates', () => {
  it('returns updates until a higher offset confirms them', async () => {
    const { sim, ada, api } = await start();
    for (const text of ['one', 'two', 'three']) sim.writeText({ chat: ada, text });
    const first = await api.getUpdates({ limit: 2 });
    expect(first.map(({ message }) => message?.text)).toEqual(['one', 'two']);
    expect(await api.getUpdates({ limit: 2 })).toEqual(first);
    const [two] = await api.getUpdates({ offset: (first[0]?.update_id ?? 0) + 1, limit: 1 });
    expect(two).toEqual(first[1]);
    const last = await api.getUpdates({ offset: -1 });
    expect(last.map(({ message }) => message?.text)).toEqual(['three']);
    expect(last[0]?.update_id).toBe((two?.update_id ?? 0) + 1);
    expect(await api.getUpdates()).toEqual(last);
  });

  it('waits for an update and returns it at once', async () => {
    const { sim, ada, api } = await start();
    const polled = api.getUpdates({ timeout: 30 });
    await until(() => sim.calls({ method: 'getUpdates' }).length === 1);
    sim.writeText({ chat: ada, text: 'Hello' });
    expect(await polled).toMatchObject([{ message: { text: 'Hello', from: { id: ada.id } } }]);
  });

  it('returns no updates after its timeout', async () => {
    const clock = manualClock();
    const { sim, api } = await start({ clock });
    const polled = api.getUpdates({ timeout: 30 });
    await until(() => sim.calls({ method: 'getUpdates' }).length === 1);
    clock.advance(30_000);
    expect(await polled).toEqual([]);
  });

  it('ends the call of a first poller with 409 when a second one polls', async () => {
    const { sim, ada, api } = await start();
    const first = refusal(api.getUpdates({ timeout: 30 }));
    await until(() => sim.calls({ method: 'getUpdates' }).length === 1);
    const second = api.getUpdates({ timeout: 30 });
    expect(await first).toMatchObject({
      code: 409,
      description: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    });
    sim.writeText({ chat: ada, text: 'Hello' });
    expect(await second).toMatchObject([{ message: { text: 'Hello' } }]);
  });

  it('returns only the types of allowed_updates', async () => {
    const { sim, ada, api } = await start();
    await api.sendMessage(ada.id, 'Ship it?', { reply_markup: keyboard('Yes') });
    await api.getUpdates({ allowed_updates: ['callback_query'] });
    sim.writeText({ chat: ada, text: 'lost' });
    await sim.press({ chat: ada.id, button: 'Yes', wait: false });
    const updates = await api.getUpdates();
    expect(updates).toMatchObject([{ callback_query: { data: 'choice.0', message: { text: 'Ship it?' } } }]);
  });

  it('returns a confirmed update again after redeliver', async () => {
    const { sim, ada, api } = await start();
    sim.writeText({ chat: ada, text: 'Hello' });
    const [update] = await api.getUpdates();
    const offset = (update?.update_id ?? 0) + 1;
    expect(await api.getUpdates({ offset })).toEqual([]);
    sim.redeliver(update?.update_id ?? 0);
    expect(await api.getUpdates({ offset })).toEqual([update]);
    expect(await api.getUpdates({ offset })).toEqual([]);
  });

  it('returns only commands, mentions and replies of a group in privacy mode', async () => {
    const { sim, api } = await start({ bot: { username: 'gate_bot' } });
    const group = sim.addChat();
    const sent = await api.sendMessage(group.id, 'Hello');
    expect(sim.writeText({ chat: group, text: 'just talk' }).receivedBy).toEqual([]);
    for (const text of ['/status', '/status@gate_bot', '@gate_bot hello']) {
      expect(sim.writeText({ chat: group, text }).receivedBy).toHaveLength(1);
    }
    expect(sim.writeText({ chat: group, text: '/status@other_bot' }).receivedBy).toEqual([]);
    expect(sim.writeText({ chat: group, text: 'yes', replyTo: sent }).receivedBy).toHaveLength(1);
  });
});

describe('Telegram simulator: webhook', () => {
  it('gets each update with the secret, in order, until it answers with a 2xx', async () => {
    const { sim, ada, api } = await start({ webhookRetryMs: 1 });
    const seen: { secret: unknown; text: string }[] = [];
    const url = await serve((request, response, body) => {
      seen.push({ secret: request.headers['x-telegram-bot-api-secret-token'], text: JSON.parse(body).message.text });
      response.writeHead(seen.length <= 2 ? 503 : 200).end();
    });
    sim.writeText({ chat: ada, text: 'one' });
    await api.setWebhook(url, { secret_token: 'S3cret_-' });
    sim.writeText({ chat: ada, text: 'two' });
    await until(() => seen.length === 4);
    expect(seen.map(({ text }) => text)).toEqual(['one', 'one', 'one', 'two']);
    expect(seen.every(({ secret }) => secret === 'S3cret_-')).toBe(true);
    await until(async () => (await api.getWebhookInfo()).pending_update_count === 0);
    expect(await api.getWebhookInfo()).toMatchObject({
      url,
      last_error_message: 'Wrong response from the webhook: 503 Service Unavailable',
    });
    expect(JSON.stringify(sim.calls())).not.toContain('S3cret_-');
  });

  it('gets a redelivered update that it accepted before', async () => {
    const { sim, ada, api } = await start();
    const seen: number[] = [];
    const url = await serve((_request, response, body) => {
      seen.push(JSON.parse(body).update_id);
      response.end();
    });
    await api.setWebhook(url);
    sim.writeText({ chat: ada, text: 'Hello' });
    const [update] = sim.updates();
    await until(async () => (await api.getWebhookInfo()).pending_update_count === 0);
    sim.redeliver(update?.update_id ?? 0);
    await until(() => seen.length === 2);
    expect(seen).toEqual([update?.update_id, update?.update_id]);
  });

  it('can call a method in its answer', async () => {
    const { sim, ada, api } = await start();
    const url = await serve((_request, response, body) => {
      const { callback_query: query } = JSON.parse(body);
      const reply = { method: 'answerCallbackQuery', callback_query_id: query.id, text: 'Got it' };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
    });
    await api.setWebhook(url);
    await api.sendMessage(ada.id, 'Ship it?', { reply_markup: keyboard('Yes') });
    expect(await sim.press({ chat: ada.id, button: 'Yes' })).toMatchObject({ notice: 'Got it' });
  });

  it('reports a failed connection; after its removal the updates can be polled', async () => {
    const { sim, ada, api } = await start({ webhookRetryMs: 1 });
    await api.setWebhook('http://127.0.0.1:9');
    sim.writeText({ chat: ada, text: 'Hello' });
    await until(async () => (await api.getWebhookInfo()).last_error_message !== undefined);
    expect(await api.getWebhookInfo()).toMatchObject({ pending_update_count: 1 });
    expect(await refusal(api.getUpdates())).toMatchObject({
      code: 409,
      description:
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    });
    await api.deleteWebhook();
    expect(await api.getWebhookInfo()).toMatchObject({ url: '', pending_update_count: 1 });
    expect(await api.getUpdates()).toMatchObject([{ message: { text: 'Hello' } }]);
    await api.deleteWebhook({ drop_pending_updates: true });
    expect(await api.getUpdates()).toEqual([]);
  });

  it('ends a waiting getUpdates call when it is set', async () => {
    const { sim, api } = await start();
    const polled = described(api.getUpdates({ timeout: 30 }));
    await until(() => sim.calls({ method: 'getUpdates' }).length === 1);
    await api.setWebhook('http://127.0.0.1:9');
    expect(await polled).toBe('Conflict: terminated by setWebhook request');
  });

  it('requires a valid secret, and HTTPS on an allowed port with allowHttpWebhooks off', async () => {
    const { api } = await start({ allowHttpWebhooks: false });
    expect(await described(api.setWebhook('http://example.org'))).toBe(
      'Bad Request: bad webhook: An HTTPS URL must be provided for webhook',
    );
    expect(await described(api.setWebhook('https://example.org:3000'))).toContain('only on ports 80, 88, 443 or 8443');
    const secret = (secret_token: string) => described(api.setWebhook('https://example.org', { secret_token }));
    expect(await secret('a b')).toBe('Bad Request: secret token contains unallowed characters');
    expect(await secret('a'.repeat(257))).toBe('Bad Request: secret token is too long');
    expect(await api.setWebhook('https://example.org', { secret_token: 'a'.repeat(256) })).toBe(true);
  });

  it('gets 1000 simultaneous presses, at most 40 in parallel', { tags: ['slow'] }, async () => {
    const { sim, api } = await start({ callbackTimeoutMs: 120_000 });
    const people = Array.from({ length: 1000 }, () => sim.addUser());
    const group = sim.addChat({ type: 'supergroup' });
    let open = 0;
    let most = 0;
    const url = await serve((_request, response, body) => {
      most = Math.max(most, (open += 1));
      const { callback_query: query } = JSON.parse(body);
      setImmediate(() => {
        open -= 1;
        response.end(
          JSON.stringify({ method: 'answerCallbackQuery', callback_query_id: query.id, text: `${query.from.id}` }),
        );
      });
    });
    await api.setWebhook(url);
    await api.sendMessage(group.id, 'Who is here?', { reply_markup: keyboard('Me') });
    const answers = await Promise.all(people.map((user) => sim.press({ chat: group, button: 'Me', user })));
    expect(answers.map(({ notice }) => notice)).toEqual(people.map(({ id }) => `${id}`));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(40);
  });
});
