import { startDiscordSimulator } from '@gateway/simulators/discord';
import { startSlackSimulator } from '@gateway/simulators/slack';
import { startTelegramSimulator } from '@gateway/simulators/telegram';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pino } from 'pino';
import { createAdapterFetch } from '../src/fetch/adapter-fetch.js';
import { createAddressRules } from '../src/network/addresses.js';
import { parseConfig } from '../src/settings/config.js';
import { createProxyOf } from '../src/network/egress-proxy.js';
import { freePort } from './harness/free-port.js';
import { startConnectProxy } from './harness/connect-proxy.js';
import { startTestGateway, type TestGateway } from './harness/gateway.js';
import { startReceiver } from './harness/receiver.js';
import { until } from './harness/until.js';

const proxyOf = (noProxy: string) => {
  const { proxy } = parseConfig({
    HTTPS_PROXY: 'secure.example:3128',
    http_proxy: 'http://plain.example',
    NO_PROXY: noProxy,
  });
  const find = createProxyOf(proxy!);
  return (url: string) => find(new URL(url));
};

describe('the proxy of an address', () => {
  it.each([
    ['', 'https://slack.com/api', 'http://secure.example:3128'],
    ['', 'wss://gateway.discord.gg/', 'http://secure.example:3128'],
    ['', 'http://slack.com', 'http://plain.example'],
    ['', 'http://localhost:8100', null],
    ['', 'http://127.0.0.2', null],
    ['', 'http://[::1]:8100', null],
    ['*', 'https://slack.com', null],
    ['slack.com', 'https://slack.com', null],
    ['slack.com', 'https://files.SLACK.com.', null],
    ['.slack.com', 'https://files.slack.com', null],
    ['*.slack.com', 'https://files.slack.com', null],
    ['slack.com', 'https://notslack.com', 'http://secure.example:3128'],
    ['slack.com:443', 'https://slack.com', null],
    ['slack.com:8443', 'https://slack.com', 'http://secure.example:3128'],
    ['other.example 10.0.0.0/8', 'http://10.1.2.3', null],
    ['10.0.0.0/8,fd00::/8', 'http://[fd00::1]', null],
    ['10.0.0.0/8', 'http://11.0.0.1', 'http://plain.example'],
  ])('is decided by NO_PROXY=%j for %s', (noProxy, url, expected) => {
    expect(proxyOf(noProxy)(url)).toBe(expected);
  });

  it('is none without the settings', () => {
    expect(parseConfig({ NO_PROXY: '*' }).proxy).toBeNull();
  });
});

describe('calls to platforms behind a proxy', () => {
  it('go through it, with its user and password, and are not logged with them', async () => {
    const sim = await startTelegramSimulator();
    onTestFinished(() => sim.close());
    const proxy = await startConnectProxy({ 'telegram.test': sim.url });
    const ada = sim.addUser({ firstName: 'Ada' });
    const gateway = await startTestGateway({
      env: {
        PLATFORM_TELEGRAM_API_URL: 'http://telegram.test',
        HTTP_PROXY: proxy.url.replace('//', '//gate:proxy-secret@'),
      },
    });
    await register(gateway, 'telegram', String(ada.id), { bot_token: sim.token });
    await ask(gateway);
    expect(sim.messages({ chat: ada })).toHaveLength(1);
    expect(new Set(proxy.targets)).toEqual(new Set(['telegram.test:80']));
    expect(proxy.authorizations[0]).toBe(`Basic ${Buffer.from('gate:proxy-secret').toString('base64')}`);
    expect(gateway.logLines.join('\n')).not.toContain('proxy-secret');
  });

  it('of the Discord socket go through it, also after a drop', async () => {
    const sim = await startDiscordSimulator();
    onTestFinished(() => sim.close());
    const proxy = await startConnectProxy({ 'discord.test': sim.url, 'gateway.discord.test': sim.url });
    sim.failNext('getGatewayBot', {
      times: 10,
      answer: { status: 200, body: { url: 'ws://gateway.discord.test/gateway' } },
    });
    const channel = sim.addChannel();
    sim.addUser({ username: 'ada' });
    const gateway = await startTestGateway({
      env: { PLATFORM_DISCORD_API_URL: 'http://discord.test', HTTP_PROXY: proxy.url },
    });
    await register(gateway, 'discord', channel.id, { bot_token: sim.bot.token });
    await until(() => sim.connected());
    expect(proxy.targets).toContain('gateway.discord.test:80');
    await ask(gateway);
    expect(await sim.press({ channel, button: 'Yes' })).toMatchObject({ answered: true });
    sim.disconnect();
    await until(() => !sim.connected());
    await until(() => sim.connected());
    await ask(gateway);
    expect(await sim.press({ channel, button: 'Yes' })).toMatchObject({ answered: true });
  });

  it('of the Slack socket go through it', async () => {
    const sim = await startSlackSimulator({ fetchUrls: false, socketHost: 'wss.slack.test' });
    onTestFinished(() => sim.close());
    const proxy = await startConnectProxy({ 'slack.test': sim.url, 'wss.slack.test': sim.url });
    const ada = sim.addUser({ name: 'ada' });
    const channel = sim.addChannel({ name: 'ops' });
    const gateway = await startTestGateway({
      env: { PLATFORM_SLACK_API_URL: 'http://slack.test', HTTP_PROXY: proxy.url },
    });
    await register(gateway, 'slack', channel.id, {
      bot_token: sim.botToken,
      signing_secret: sim.signingSecret,
      app_token: sim.appToken,
    });
    await until(() => sim.sockets() === 1);
    expect(proxy.targets).toContain('wss.slack.test:80');
    await ask(gateway);
    expect(await sim.press({ channel, button: 'Yes', user: ada })).toMatchObject({ ok: true });
  });

  it('fail with the status of a proxy that refuses them, which the log and the health name', async () => {
    const proxy = await startConnectProxy({});
    const gateway = await startTestGateway({
      env: { HTTP_PROXY: proxy.url, PLATFORM_SLACK_API_URL: 'http://slack.test' },
    });
    await register(gateway, 'slack', 'C1', { bot_token: 'xoxb-1', signing_secret: 'secret' });
    await until(() => gateway.logLines.some((line) => line.includes('The proxy refused a connection')));
    const tested = await gateway.request('POST', '/v1/channels/approvals/test');
    expect(tested.json.problems.join()).toMatch(/EPROXY_403.*the proxy at HTTPS_PROXY/);
    expect(new Set(proxy.targets)).toEqual(new Set(['slack.test:80']));
  });

  it.each([
    ['telegram', { bot_token: '123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1' }],
    ['slack', { bot_token: 'xoxb-1', signing_secret: 'secret' }],
    ['discord', { bot_token: 'a.b.c' }],
  ])('of %s name the proxy when it does not run, without its password', async (platform, credentials) => {
    const gateway = await startTestGateway({
      env: {
        HTTP_PROXY: `http://gate:proxy-secret@127.0.0.1:${await freePort()}`,
        [`PLATFORM_${platform.toUpperCase()}_API_URL`]: `http://${platform}.test`,
      },
    });
    const { json, text } = await gateway.request('POST', '/v1/channels/test', {
      body: { platform, target_chat_id: '1', credentials },
    });
    expect(json.problems.join()).toMatch(/could not be reached \(EPROXY_ECONNREFUSED\).*the proxy at HTTPS_PROXY/);
    expect(text + gateway.logLines.join('\n')).not.toContain('proxy-secret');
  });

  it('never go to link-local addresses, and the proxy is not asked for them', async () => {
    const proxy = await startConnectProxy({});
    const fetchThere = createAdapterFetch(
      createAddressRules({ privateAllowed: true, allowed: [] }),
      createProxyOf({ https: null, http: proxy.url, except: [] }),
      pino({ level: 'silent' }),
    ).networkFor({ id: 'x', endpoints: {} }, {}).fetch;
    await expect(fetchThere('http://169.254.169.254/latest')).rejects.toMatchObject({
      cause: { code: 'EREFUSED_ADDRESS' },
    });
    expect(proxy.targets).toEqual([]);
  });
});

describe('callbacks behind a proxy', () => {
  it.each([
    ['true', ['receiver.test:80']],
    ['false', []],
  ])('follow CALLBACKS_USE_PROXY=%s', async (use, targets) => {
    const sim = await startTelegramSimulator();
    onTestFinished(() => sim.close());
    const receiver = await startReceiver();
    const proxy = await startConnectProxy({ 'receiver.test': receiver.url });
    const gateway = await startTestGateway({
      env: { PLATFORM_TELEGRAM_API_URL: sim.url, HTTP_PROXY: proxy.url, CALLBACKS_USE_PROXY: use },
    });
    const ada = sim.addUser({ firstName: 'Ada' });
    await register(gateway, 'telegram', String(ada.id), { bot_token: sim.token });
    await ask(gateway, { callback_url: 'http://receiver.test/callback' });
    await sim.press({ chat: ada, button: 'Yes' });
    await until(async () => {
      const [delivery] = (await gateway.request('GET', '/v1/deliveries')).json as Delivery[];
      if ((delivery?.attempt_count ?? 0) === 0) return false;
      return delivery?.state === 'delivered' || (delivery?.next_attempt_at ?? null) !== null;
    });
    expect([receiver.received.length, proxy.targets]).toEqual([targets.length, targets]);
  });
});

interface Delivery {
  readonly state: string;
  readonly attempt_count: number;
  /** Null while an attempt is in progress. */
  readonly next_attempt_at: string | null;
}

async function register(
  gateway: TestGateway,
  platform: string,
  target: string,
  credentials: Record<string, string>,
): Promise<void> {
  const body = {
    channel_id: 'approvals',
    platform,
    target_chat_id: target,
    channel_type: 'PROMPT',
    credentials,
  };
  const { status, text } = await gateway.request('POST', '/v1/channels/new', { body });
  expect(status, text).toBe(201);
}

async function ask(gateway: TestGateway, fields: object = {}): Promise<void> {
  const body = { channel_id: 'approvals', text: 'Ship it?', options: ['Yes', 'No'], ...fields };
  const { status, text } = await gateway.request('POST', '/v1/prompts/new', { body });
  expect(status, text).toBe(200);
}
