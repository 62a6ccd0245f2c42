import { createECDH, createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, sqlite } from '../harness/engines.js';
import { registerChannel, startTestGateway, type TestGateway } from '../harness/gateway.js';
import { installationCommand } from '../harness/installation-command.js';
import { ada, openBrowser, setUpConsole, signInAs } from '../harness/operators.js';
import { decrypt, startPushService } from '../harness/push-service.js';
import { until } from '../harness/until.js';
import { base, invite, start, subscribe } from './pushes.js';

it('the push service of the tests reads the example of RFC 8291, section 5', () => {
  const browser = createECDH('prime256v1');
  browser.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const text = decrypt(browser, Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'), Buffer.from(body, 'base64url'));
  expect(text).toBe('When I grow up, I want to be a watermelon');
});

/** The claims of a VAPID header, whose signature must be valid (RFC 8292). */
function claimsOf(authorization = ''): { key: string; aud: string; sub: string; exp: number } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))).toBe(true);
  return { key, ...JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}

onEveryEngine((engine) => {
  it('a prompt is pushed to the devices of an operator, encrypted, and closed when somebody answers it', async () => {
    const { ask, service, console, telegram, ada: chat, gateway } = await start({ engine });
    const { path, subscription, id } = await subscribe(console, service);
    const question = `**Deploy**? ${'é'.repeat(4000)}`;
    const num = await ask({ text: question, options: ['Yes', 'No', 'Later'], ttl_sec: 600 });
    const push = await until(() => service.received.find(({ message }) => message.num === num));
    expect(push).toMatchObject({
      path,
      message: {
        type: 'asked',
        num,
        channel: 'approvals',
        choices: [
          { number: 1, label: 'Yes' },
          { number: 2, label: 'No' },
        ],
      },
      headers: { urgency: 'high', topic: `prompt-${num}`, 'content-encoding': 'aes128gcm' },
    });
    expect(push.message.question).toMatch(/^Deploy\? é+…$/);
    expect(push.size).toBeLessThan(4096);
    expect(Number(push.headers.ttl)).toBeGreaterThan(590);
    const { public_key } = (await console.request('GET', base)).json;
    const claims = claimsOf(push.headers.authorization);
    expect(claims).toMatchObject({ key: public_key, aud: new URL(subscription.endpoint).origin });
    expect(claims.exp * 1000).toBeLessThanOrEqual(Date.now() + 86_400_000);
    await telegram.press({ chat, user: chat, button: 'Yes', message: undefined });
    const closing = await until(() =>
      service.received.find(({ message }) => message.num === num && message.type === 'closed'),
    );
    expect(closing).toMatchObject({
      headers: { topic: `prompt-${num}` },
      message: { reason: 'answered', by: 'Ada', outcome: 'Answered by Ada.' },
    });

    // The record has the device, without the endpoint and the keys; the log has none of them either.
    const { devices } = (await console.request('GET', base)).json;
    expect(devices).toEqual([expect.objectContaining({ id, current: true, failures: 0, last_error: null })]);
    for (const secret of [subscription.endpoint, subscription.keys.auth, subscription.keys.p256dh])
      expect(JSON.stringify(devices) + gateway.logLines.join()).not.toContain(secret);
  });
});

it('a prompt is pushed only to operators who may answer it, in the channels that they chose', async () => {
  const { ask, service, console, telegram, gateway } = await start();
  const group = telegram.addUser({ firstName: 'Group' });
  await registerChannel(gateway, telegram, { id: 'other', chat: group });
  await subscribe(console, service);
  const { operator } = (await console.request('GET', '/console/session')).json;
  const post = (path: string, body: object) => gateway.request('POST', path, { body });
  await post('/v1/people/new', { person_id: 'ada', name: 'Ada', operator_id: operator.id });
  await post('/v1/people/new', { person_id: 'bob', name: 'Bob' });
  const asked = () =>
    service.received.filter(({ message }) => message.type === 'asked').map(({ message }) => message.num);

  const options = ['Yes', 'No'];
  const notMine = await ask({ options, approvers: [{ person: 'bob' }] });
  const mine = await ask({ options, approvers: [{ person: 'ada' }] });
  await until(() => asked().includes(mine));
  expect(asked()).not.toContain(notMine);

  expect((await console.request('PATCH', base, { channels: ['nope'] })).status).toBe(400);
  expect((await console.request('PATCH', base, { channels: ['other'], only_mine: false })).status).toBe(200);
  const inApprovals = await ask({ options });
  const inOther = await ask({ options, channel_id: 'other', approvers: [{ person: 'bob' }] });
  await until(() => asked().includes(inOther));
  expect(asked()).not.toContain(inApprovals);
});

it('a prompt of the quiet hours is pushed at their end, if it is still open', async () => {
  // 21:59 in Berlin, in winter.
  const clock = manualClock(Date.UTC(2030, 0, 10, 20, 59));
  const { ask, service, console, gateway } = await start({ clock });
  const adas = await subscribe(console, service);
  const bob = await invite(gateway, console);
  const bobs = await subscribe(bob, service);
  const quiet_hours = { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' };
  const bad = { ...quiet_hours, time_zone: 'Mars' };
  expect((await console.request('PATCH', base, { quiet_hours: bad })).status).toBe(400);
  expect((await console.request('PATCH', base, { quiet_hours })).json).toMatchObject({ quiet_hours });
  clock.advance(60_000);
  const open = await ask({ options: ['Yes'], ttl_sec: 86_400 });
  const cancelled = await ask({ options: ['Yes'], ttl_sec: 86_400 });
  const of = (device: { path: string }) => service.received.filter(({ path }) => path === device.path);
  // The pushes to Bob, who has no quiet hours, show that the prompts were looked at.
  await until(() => of(bobs).length === 2);
  await gateway.request('POST', `/v1/prompts/${cancelled}/cancel`);
  const closing = await until(() => of(bobs).find(({ message }) => message.type === 'closed'));
  expect(closing.message).toMatchObject({ reason: 'cancelled', by: null, outcome: 'Cancelled.' });
  expect(of(adas)).toEqual([]);
  clock.advance(9 * 3_600_000);
  await until(() => of(adas).length > 0);
  expect(of(adas)).toEqual([
    expect.objectContaining({ message: expect.objectContaining({ type: 'asked', num: open }) }),
  ]);
  expect(of(adas)[0]?.headers.ttl).toBe(String(15 * 3600));
});

describe('a push service', () => {
  it('that no longer knows a device makes the gateway remove it', async () => {
    const { ask, service, console } = await start();
    await subscribe(console, service);
    service.answer = (response) => void response.writeHead(410).end();
    await ask({ options: ['Yes'] });
    await until(async () => (await console.request('GET', base)).json.devices.length === 0);
  });

  it('that is overloaded gets the push again after Retry-After, and a test says what it answered', async () => {
    const clock = manualClock();
    const { ask, service, console } = await start({ clock });
    const { id } = await subscribe(console, service);
    const test = () => console.request('POST', `${base}/devices/${id}/test`);
    expect((await test()).status).toBe(200);
    expect(service.received[0]?.message).toEqual({ type: 'test' });
    service.answer = (response) => void response.writeHead(429, { 'retry-after': '120' }).end();
    const num = await ask({ options: ['Yes'] });
    const about = () => service.received.filter(({ message }) => message.num === num).length;
    await until(() => about() === 1);
    await until(async () => (await console.request('GET', base)).json.devices[0].failures === 1);
    expect(await test()).toMatchObject({ status: 409, json: { detail: expect.stringContaining('answered 429') } });
    service.answer = (response) => void response.writeHead(201).end();
    clock.advance(100_000);
    clock.advance(21_000);
    await until(() => about() === 2);
    await until(async () => (await console.request('GET', base)).json.devices[0].failures === 0);
  });
});

it('a device ends with its session, a new password, a sign-out everywhere, and the removal of the operator', async () => {
  const { gateway, service, console, ask } = await start();
  const [laptop, phone] = [await signInAs(gateway), await signInAs(gateway)];
  for (const browser of [laptop, phone, console]) await subscribe(browser, service);
  const devices = async () => (await console.request('GET', base)).json.devices as { id: string; current: boolean }[];
  expect((await devices()).map(({ current }) => current).filter(Boolean)).toHaveLength(1);
  await phone.request('DELETE', '/console/session');
  expect(await devices()).toHaveLength(2);
  const changed = { current: ada.password, next: 'another long password' };
  expect((await console.request('POST', '/console/session/password', changed)).status).toBe(200);
  expect(await devices()).toEqual([expect.objectContaining({ current: true })]);
  await console.request('DELETE', '/console/session/list');
  const again = await signInAs(gateway, { ...ada, password: changed.next });
  expect((await again.request('GET', base)).json.devices).toEqual([]);

  const own = await subscribe(again, service);
  const bob = await invite(gateway, again);
  await subscribe(bob, service);
  const { operator } = (await bob.request('GET', '/console/session')).json;
  expect((await again.request('DELETE', `/console/session/operators/${operator.id}`)).status).toBe(200);
  const num = await ask({ options: ['Yes'] });
  await until(() => service.received.length > 0);
  expect(service.received.map(({ path, message }) => [path, message.num])).toEqual([[own.path, num]]);
});

onEveryEngine((engine) => {
  it(
    'of two instances one sends each push, and a restart loses none and repeats none',
    { tags: ['slow'] },
    async () => {
      if (engine === sqlite) return;
      const env = await engine.empty();
      const { ask, service, console, gateway, telegram } = await start({ env });
      const second = await startTestGateway({ env: { ...env, PLATFORM_TELEGRAM_API_URL: telegram.url } });
      await subscribe(console, service);
      const key = async (at: TestGateway) =>
        (await openBrowser(at, console.token).request('GET', base)).json.public_key as string;
      expect(await key(second)).toBe(await key(gateway));
      const nums: number[] = [];
      for (let n = 0; n < 5; n += 1) nums.push(await ask({ options: ['Yes'] }));
      const last = nums.at(-1);
      await until(() => service.received.some(({ message }) => message.num === last));
      await gateway.stop();
      const asked = await second.request('POST', '/v1/prompts/new', {
        body: { channel_id: 'approvals', text: 'Later?', options: ['Yes'] },
      });
      nums.push(asked.json.prompt_num);
      await until(() => service.received.some(({ message }) => message.num === nums.at(-1)), 30_000);
      const pushed = service.received.filter(({ message }) => nums.includes(message.num));
      expect(pushed.map(({ message }) => message.num).toSorted((a, b) => a - b)).toEqual(nums);
    },
  );
});

it(
  'the key of notifications and the devices survive a new ENCRYPTION_KEY after reseal',
  { tags: ['slow'] },
  async () => {
    const env = { ...(await sqlite.empty()), ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') };
    const first = await startTestGateway({ env });
    const service = await startPushService();
    const console = await setUpConsole(first);
    const { id } = await subscribe(console, service);
    const { public_key } = (await console.request('GET', base)).json;
    await first.stop();
    const renewed = { ...env, ENCRYPTION_KEY: Buffer.alloc(32, 2).toString('base64') };
    const both = { ...renewed, ENCRYPTION_KEY_PREVIOUS: env.ENCRYPTION_KEY };
    expect(await installationCommand(['reseal'], both)).toMatchObject({
      code: 0,
      output: expect.stringContaining('2 secrets of notifications'),
    });
    const again = openBrowser(await startTestGateway({ env: renewed }), console.token);
    expect((await again.request('GET', base)).json).toMatchObject({ public_key });
    expect((await again.request('POST', `${base}/devices/${id}/test`)).status).toBe(200);
    expect(service.received).toMatchObject([{ message: { type: 'test' } }]);
  },
);
