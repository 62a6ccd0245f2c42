import type { WebhookRequest } from '@gateway/platform-kit';
import { webhookRequest } from '@gateway/platform-kit/testing';
import { signSlackRequest, until } from '@gateway/simulators/slack';
import { describe, expect, it, vi } from 'vitest';
import { connect, fetchOf, receiveAt, scriptedApi, start } from './harness.js';

const SECRET = 'secret';

function signed(body: string | Buffer, headers: Record<string, string> = {}): WebhookRequest {
  const signature = signSlackRequest(SECRET, body.toString('utf8'), Date.now());
  return webhookRequest(body, { ...signature, ...headers });
}

const event = (fields: object = {}, rest: object = {}) =>
  JSON.stringify({
    type: 'event_callback',
    event_id: 'Ev1',
    event: { type: 'message', channel: 'C1', user: 'U1', text: 'Hello', ts: '1767326125.000100', ...fields },
    ...rest,
  });

describe('Slack webhook', () => {
  it("ignores the bot's own messages, also when they are not marked as a bot's", async () => {
    const api = scriptedApi({ 'auth.test': () => ({ ok: true, user_id: 'U00BOT', bot_id: 'B1' }) });
    const { connection, events } = await connect({ fetch: api.fetch });
    await connection.register!(AbortSignal.timeout(5000));
    await connection.webhook!(signed(event({ user: 'U00BOT', text: 'mine' })));
    await connection.webhook!(signed(event({ text: 'a person' })));
    expect(events).toMatchObject([{ text: 'a person' }]);
  });

  it('returns a signed challenge and rejects an unsigned one', async () => {
    const { connection, events } = await connect({});
    const body = JSON.stringify({ type: 'url_verification', challenge: 'abc', token: 'x' });
    expect(await connection.webhook!(signed(body))).toEqual({ status: 200, body: { challenge: 'abc' } });
    expect(await connection.webhook!({ ...signed(body), headers: {} })).toMatchObject({ status: 401 });
    expect(events).toEqual([]);
  });

  it.each([
    ['x-slack-signature', undefined],
    ['x-slack-signature', ''],
    ['x-slack-signature', 'v1=abc'],
    ['x-slack-signature', 'v0='],
    ['x-slack-request-timestamp', undefined],
    ['x-slack-request-timestamp', ''],
    ['x-slack-request-timestamp', 'now'],
    ['x-slack-request-timestamp', '1e300'],
  ])('rejects the header %s: %j', async (name, value) => {
    const { connection, events } = await connect({});
    const request = signed(event());
    const reply = await connection.webhook!({ ...request, headers: { ...request.headers, [name]: value } });
    expect(reply).toMatchObject({ status: 401, body: { detail: expect.any(String) } });
    expect(events).toEqual([]);
  });

  it('answers a slash command with a sentence that only the person sees', async () => {
    const { sim, channel, ada, harness } = await start();
    await receiveAt(sim, harness.connection);
    const used = await sim.command({ channel, user: ada, command: '/deploy', text: 'now' });
    expect(used).toEqual({ ok: true, status: 200, shown: expect.stringContaining('This app has no commands') });
    expect([harness.events, harness.log]).toEqual([[], []]);
  });

  it('rejects a slash command with a forged signature', async () => {
    const { connection } = await connect({});
    const request = signed('command=%2Fdeploy&text=now');
    const headers = { ...request.headers, 'x-slack-signature': `v0=${'0'.repeat(64)}` };
    expect(await connection.webhook!({ ...request, headers })).toMatchObject({ status: 401 });
  });

  it("accepts Slack's unsigned check of the certificate, and no other field with it", async () => {
    const { sim, harness } = await start();
    await receiveAt(sim, harness.connection);
    expect(await sim.checkSsl()).toEqual({ ok: true, status: 200 });
    for (const body of ['ssl_check=1&payload=%7B%7D', 'ssl_check=1&command=%2Fdeploy', 'ssl_check=0', 'ssl_check=true'])
      expect(await harness.connection.webhook!(webhookRequest(body))).toMatchObject({ status: 401 });
  });

  it.each(['[]', 'null', '{', '"x"', '', 'payload=x', 'token=1'])('rejects the malformed body %j', async (body) => {
    const { connection } = await connect({});
    expect(await connection.webhook!(signed(body))).toMatchObject({
      status: 400,
      body: { detail: expect.any(String) },
    });
  });

  it('reads a body that is part of a larger buffer, and a form', async () => {
    const { connection, events } = await connect({});
    const whole = Buffer.from(`garbage${event()}garbage`);
    const request = signed(event());
    await connection.webhook!({ ...request, body: whole.subarray(7, whole.length - 7) });
    const press = {
      type: 'block_actions',
      user: { id: 'U1', username: 'ada' },
      container: { message_ts: '1.1', channel_id: 'C1' },
    };
    const payload = JSON.stringify({ ...press, actions: [{ type: 'button', value: 'ü+&', action_ts: '2.2' }] });
    await connection.webhook!(signed(new URLSearchParams({ payload }).toString()));
    expect(events).toMatchObject([
      { kind: 'text', text: 'Hello' },
      { kind: 'press', token: 'ü+&' },
    ]);
  });

  it('replies 503 without the reason when an event could not be stored', async () => {
    const failing = await connect({});
    failing.deliver = () => Promise.reject(new Error('password of the database'));
    const reply = await failing.connection.webhook!(signed(event()));
    expect(reply).toMatchObject({ status: 503 });
    expect(JSON.stringify([reply, failing.log])).not.toContain('password');
    expect(failing.log).toHaveLength(1);
  });

  it('logs that Slack holds back events', async () => {
    const { connection, log } = await connect({});
    expect(
      await connection.webhook!(signed(JSON.stringify({ type: 'app_rate_limited', minute_rate_limited: 1 }))),
    ).toEqual({ status: 200 });
    expect(log).toEqual([expect.stringContaining('holds back')]);
  });
});

describe('names of Slack senders', () => {
  it('are looked up once per person', async () => {
    const { sim, channel, ada, harness } = await start();
    await receiveAt(sim, harness.connection);
    for (const text of ['one', 'two']) {
      sim.writeText({ channel, user: ada, text });
      await until(() => harness.events.some((event) => event.kind === 'text' && event.text === text));
    }
    expect(harness.events.map(({ sender }) => sender)).toEqual(
      [1, 2].map(() => ({ id: ada.id, username: 'ada', name: 'Ada Lovelace' })),
    );
    expect(sim.calls({ method: 'users.info' })).toHaveLength(1);
  });

  it.each([
    ['refuses', () => ({ ok: false, error: 'missing_scope' })],
    ['does not know the method', () => new Response('Not Found', { status: 404 })],
    ['returns no user', () => ({ ok: true })],
  ])('are empty when Slack %s, without an immediate second look-up', async (_name, answer) => {
    const api = scriptedApi({ 'users.info': answer });
    const { connection, events } = await connect({ fetch: api.fetch });
    for (const text of ['one', 'two'])
      expect(await connection.webhook!(signed(event({ text })))).toEqual({ status: 200 });
    expect(events.map(({ sender }) => sender)).toEqual([1, 2].map(() => ({ id: 'U1', username: null, name: null })));
    expect(api.calls).toHaveLength(1);
  });

  it('come with the id of the person in the Enterprise organization, also for a press', async () => {
    const user = { id: 'U1', name: 'ada', profile: { real_name: 'Ada' }, enterprise_user: { id: 'W1' } };
    const { connection, events } = await connect({
      fetch: scriptedApi({ 'users.info': () => ({ ok: true, user }) }).fetch,
    });
    const authorizations = [{ enterprise_id: 'E1', team_id: 'T1', user_id: 'U00BOT', is_bot: true }];
    await connection.webhook!(signed(event({}, { authorizations })));
    const pressed = {
      type: 'block_actions',
      user: { id: 'U1', username: 'ada', name: 'ada', team_id: 'T1' },
      enterprise: { id: 'E1', name: 'Example' },
      container: { type: 'message', message_ts: '1767326125.000100', channel_id: 'C1' },
      actions: [{ type: 'button', value: '1.0.abc', action_ts: '1767326130.289415' }],
    };
    await connection.webhook!(signed(new URLSearchParams({ payload: JSON.stringify(pressed) }).toString()));
    expect(events.map(({ sender }) => sender)).toEqual([
      { id: 'U1', username: 'ada', name: 'Ada', aliases: ['W1'] },
      { id: 'U1', username: 'ada', name: 'ada', aliases: ['W1'] },
    ]);
  });

  it('delay a text for at most a second and keep the order of a conversation', async () => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout');
    let release = () => {};
    const slow = new Promise<Response>(
      (resolve) => (release = () => resolve(Response.json({ ok: true, user: { id: 'U1', name: 'ada' } }))),
    );
    const { connection, events } = await connect({
      fetch: fetchOf((_url, body) => (body.includes('U1') ? slow : { ok: false, error: 'user_not_found' })),
    });
    const first = connection.webhook!(signed(event({ text: 'one' })));
    const second = connection.webhook!(signed(event({ text: 'two', user: 'U2' })));
    const other = connection.webhook!(signed(event({ text: 'elsewhere', user: 'U3', channel: 'C2' })));
    await other;
    expect(events).toMatchObject([{ text: 'elsewhere' }]);
    release();
    await Promise.all([first, second]);
    expect(events.slice(1)).toMatchObject([{ text: 'one', sender: { username: 'ada' } }, { text: 'two' }]);
    expect(timeouts.mock.calls.map(([ms]) => ms)).toContain(1000);
  });
});
