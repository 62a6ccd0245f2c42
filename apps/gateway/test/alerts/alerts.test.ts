import { describe, expect, it } from 'vitest';
import { base, invite, subscribe } from '../console-session/pushes.js';
import { onEveryEngine, sqlite } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';
import { adminKey, makeKey, startKeyedGateway } from '../harness/keys.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { minutesUntil, startWatched } from './watching.js';

onEveryEngine((engine) => {
  it('an owner is told of a failing channel once, by push and in the chosen chat, and when it is over', async () => {
    const { clock, console, service, gateway, chat, breakOps, mendOps, alerts } = await startWatched({ engine });
    await subscribe(console, service);
    const chosen = await console.request('PATCH', '/v1/alerts', { channel_id: 'approvals' });
    expect(chosen).toMatchObject({ status: 200, json: { channel_id: 'approvals', alerts: [] } });
    await breakOps();
    const told = () => chat().filter((text) => text?.startsWith('The channel ops'));
    expect(await minutesUntil(clock, () => alerts().length > 0 && told().length > 0)).toBeGreaterThanOrEqual(3);
    expect(alerts()).toEqual([
      {
        type: 'alert',
        kind: 'channel_failing',
        subject: 'ops',
        name: 'ops',
        detail: expect.stringContaining('kicked'),
        over: false,
        text: expect.stringMatching(/^The channel ops is failing: .*kicked/),
      },
    ]);
    await until(async () => (await gateway.request('GET', '/v1/alerts')).json.alerts[0]?.told === true);
    expect((await gateway.request('GET', '/v1/alerts')).json).toMatchObject({
      channel_id: 'approvals',
      alerts: [{ kind: 'channel_failing', subject: 'ops', name: 'ops', told: true }],
    });

    await mendOps();
    expect(await minutesUntil(clock, () => alerts().length > 1 && told().length > 1)).toBeGreaterThanOrEqual(10);
    expect(alerts().map(({ over }) => over)).toEqual([false, true]);
    expect(told().at(-1)).toBe('The channel ops is no longer failing.');
    await until(async () => (await gateway.request('GET', '/v1/alerts')).json.alerts.length === 0);
    const { json } = await console.request('GET', '/v1/audit?action=settings.updated');
    expect(json[0]).toMatchObject({ changes: [{ field: 'channel_id', after: 'approvals' }] });
  });

  it('a receiver that fails, an API key that ends and a full disk are alerts', async () => {
    const env = { LOW_DISK_MB: '1000000' };
    const { clock, console, service, gateway, ask, telegram, ada, alerts } = await startWatched({ engine, env });
    await subscribe(console, service);
    const days = (count: number) => new Date(clock.now() + count * 86_400_000).toISOString();
    const key = (name: string, expires_at: string) =>
      gateway.request('POST', '/v1/keys/new', { body: { name, preset: 'asker', expires_at } });
    expect((await key('nightly build', days(8))).status).toBe(200);
    await key('short', days(3));
    await key('long', days(30));
    const broken = await startReceiver((_received, response) => void response.writeHead(500).end());
    await ask({ options: ['Yes'], callback_url: broken.url });
    await telegram.press({ chat: ada, user: ada, button: 'Yes', message: undefined });
    await minutesUntil(clock, () => alerts().some(({ kind }) => kind === 'receiver_failing'));
    expect(alerts().find(({ kind }) => kind === 'receiver_failing')).toMatchObject({
      subject: new URL(broken.url).origin,
      detail: expect.stringContaining('500'),
    });
    expect(alerts().find(({ kind }) => kind === 'disk_low')?.detail).toMatch(/^\d+\.\d GB are free in .+\.$/);
    clock.advance(86_400_000);
    await minutesUntil(clock, () => alerts().some(({ kind }) => kind === 'key_ending'));
    const ending = alerts().filter(({ kind }) => kind === 'key_ending');
    expect(ending).toEqual([
      expect.objectContaining({ name: 'nightly build', text: expect.stringContaining('ends at') }),
    ]);
  });
});

describe('an operator', () => {
  it('who is no owner is told of problems only after choosing so, and an owner can choose otherwise', async () => {
    const { clock, console, service, gateway, breakOps, alerts } = await startWatched();
    const owners = await subscribe(console, service);
    const bob = await invite(gateway, console);
    const bobs = await subscribe(bob, service);
    expect((await console.request('GET', base)).json.alerts).toBe(true);
    expect((await bob.request('GET', base)).json.alerts).toBe(false);
    expect((await bob.request('PATCH', base, { alerts: true })).json).toMatchObject({ alerts: true, only_mine: true });
    expect((await console.request('PATCH', base, { alerts: false })).json.alerts).toBe(false);
    await breakOps();
    await minutesUntil(clock, () => alerts().length > 0);
    const devices = service.received.filter(({ message }) => message.type === 'alert').map(({ path }) => path);
    expect(devices).toEqual([bobs.path]);
    expect(devices).not.toContain(owners.path);
  });

  async function startQuiet() {
    const watched = await startWatched();
    const { clock, console, service } = watched;
    await subscribe(console, service);
    const time = (hours: number) => new Date(clock.now() + hours * 3_600_000).toISOString().slice(11, 16);
    const quiet_hours = { from: time(-1), to: time(1), time_zone: 'UTC' };
    expect((await console.request('PATCH', base, { quiet_hours })).status).toBe(200);
    return watched;
  }

  it('is told of a problem at the end of the quiet hours, and when it is over', async () => {
    const { clock, breakOps, mendOps, alerts } = await startQuiet();
    await breakOps();
    expect(await minutesUntil(clock, () => alerts().length > 0)).toBeGreaterThanOrEqual(59);
    await mendOps();
    await minutesUntil(clock, () => alerts().length > 1);
    expect(alerts().map(({ over }) => over)).toEqual([false, true]);
  });

  it('is not told of a problem that is over before the quiet hours end', async () => {
    const { clock, gateway, breakOps, mendOps, alerts } = await startQuiet();
    const listed = async () => (await gateway.request('GET', '/v1/alerts')).json.alerts.length as number;
    await breakOps();
    await minutesUntil(clock, async () => (await listed()) === 1);
    await mendOps();
    await minutesUntil(clock, async () => (await listed()) === 0);
    clock.advance(3_600_000);
    await breakOps();
    await minutesUntil(clock, () => alerts().length > 0);
    expect(alerts()).toMatchObject([{ over: false }]);
  });
});

it('an alert that the push service refuses for a while is sent again, once', async () => {
  const { clock, console, service, breakOps, alerts } = await startWatched();
  await subscribe(console, service);
  service.answer = (response) => void response.writeHead(503).end();
  await breakOps();
  await minutesUntil(clock, () => alerts().length > 0);
  service.answer = (response) => void response.writeHead(201).end();
  await minutesUntil(clock, () => alerts().length > 1);
  for (let minute = 0; minute < 5; minute += 1) clock.advance(60_000);
  expect(alerts()).toHaveLength(2);
});

it('an alert about the channel in whose chat alerts are posted is pushed only', async () => {
  const { clock, console, service, telegram, team, breakOps, alerts } = await startWatched();
  await subscribe(console, service);
  await console.request('PATCH', '/v1/alerts', { channel_id: 'ops' });
  await breakOps();
  await minutesUntil(clock, () => alerts().length > 0);
  expect(telegram.messages({ chat: team }).filter(({ text }) => text?.includes('failing'))).toEqual([]);
});

onEveryEngine((engine) => {
  it('of two instances one tells an alert', { tags: ['slow'] }, async () => {
    if (engine === sqlite) return;
    const env = await engine.empty();
    const { clock, console, service, telegram, breakOps, alerts } = await startWatched({ env });
    await startTestGateway({ clock, env: { ...env, PLATFORM_TELEGRAM_API_URL: telegram.url } });
    await subscribe(console, service);
    await breakOps();
    await minutesUntil(clock, () => alerts().length > 0);
    for (let minute = 0; minute < 5; minute += 1) clock.advance(60_000);
    expect(alerts()).toHaveLength(1);
  });
});

it('a chat that refused an alert is not told that the problem is over', async () => {
  const { clock, console, service, telegram, chat, breakOps, mendOps, alerts } = await startWatched();
  await subscribe(console, service);
  await console.request('PATCH', '/v1/alerts', { channel_id: 'approvals' });
  await breakOps();
  const answer = { status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: not enough rights' } };
  telegram.failNext('sendMessage', { answer, times: 1 });
  await minutesUntil(clock, () => alerts().length === 1);
  await mendOps();
  await minutesUntil(clock, () => alerts().some(({ subject, over }) => subject === 'ops' && over));
  // The chat would be told at the same time, and has been by then.
  const later = clock.now() + 5 * 60_000;
  await minutesUntil(clock, () => clock.now() >= later);
  expect(chat().filter((text) => text?.includes('The channel ops'))).toEqual([]);
});

it('API keys that were made for a short time do not hide the end of another key', async () => {
  const { clock, console, service, gateway, alerts } = await startWatched();
  await subscribe(console, service);
  const key = (name: string, days: number) => {
    const expires_at = new Date(clock.now() + days * 86_400_000).toISOString();
    return gateway.request('POST', '/v1/keys/new', { body: { name, preset: 'asker', expires_at } });
  };
  for (let number = 0; number < 25; number += 1) await key(`job ${number}`, 3);
  await key('nightly build', 8);
  clock.advance(86_400_000);
  await minutesUntil(clock, () => alerts().length > 0);
  expect(alerts().map(({ name }) => name)).toEqual(['nightly build']);
});

describe('an API key', () => {
  it('of an agent that gives the channel of alerts another chat gets none of them', async () => {
    const env = { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey };
    const { clock, console, gateway, telegram, breakOps } = await startWatched({ env });
    expect((await console.request('PATCH', '/v1/alerts', { channel_id: 'approvals' })).status).toBe(200);
    const agent = await makeKey(gateway, { preset: 'agent' });
    const eve = telegram.addUser({ firstName: 'Eve' });
    const moved = await agent.request('PATCH', '/v1/channels/approvals', { target_chat_id: String(eve.id) });
    expect(moved.status, moved.text).toBe(200);
    await breakOps();
    const ended = async () => (await gateway.request('GET', '/v1/alerts')).json.alerts[0]?.told === true;
    await minutesUntil(clock, ended);
    expect(telegram.messages({ chat: eve }).filter(({ text }) => text?.includes('failing'))).toEqual([]);
    expect(await console.request('PATCH', '/v1/alerts', { channel_id: 'approvals' })).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('an owner must enter its credentials again') },
    });
  });

  it.each(['agent', 'asker'] as const)(
    'of the preset %s neither reads alerts nor chooses their chat',
    async (preset) => {
      const { request } = await makeKey(await startKeyedGateway(), { preset });
      expect((await request('GET', '/v1/alerts')).status).toBe(403);
      expect((await request('PATCH', '/v1/alerts', { channel_id: null })).status).toBe(403);
    },
  );

  it('that may read everything cannot choose the chat of alerts, and an owner can choose an existing channel only', async () => {
    const gateway = await startKeyedGateway();
    const readonly = await makeKey(gateway, { preset: 'readonly' });
    expect((await readonly.request('GET', '/v1/alerts')).status).toBe(200);
    expect((await readonly.request('PATCH', '/v1/alerts', { channel_id: null })).status).toBe(403);
    expect(await gateway.request('PATCH', '/v1/alerts', { body: { channel_id: 'nope' } })).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('no active channel "nope"') },
    });
  });
});
