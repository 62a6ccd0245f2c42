import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

async function metricLines(gateway: TestGateway): Promise<string[]> {
  const reply = await gateway.request('GET', '/metrics');
  expect(reply.status).toBe(200);
  return reply.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** Value of a metric; undefined when there is no such line. */
async function metric(gateway: TestGateway, name: string): Promise<number | undefined> {
  const line = (await metricLines(gateway)).find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

describe('GET /metrics', () => {
  onEveryEngine((engine) => {
    it('counts prompts, callbacks, channels, requests and platform calls', async () => {
      let refusing = true;
      const { ask, gateway, telegram, ada } = await startAsking({ engine, env: { CALLBACK_RETRY_SCHEDULE: '3600' } });
      const receiver = await startReceiver(
        (_received, response) => void response.writeHead(refusing ? 500 : 200).end(),
      );
      for (let count = 0; count < 3; count += 1) await ask({ options: ['Yes'], callback_url: receiver.url });
      await telegram.press({ chat: ada, button: 'Yes' });
      await receiver.waitFor(1);
      const reader = await readEvents(gateway);
      await until(async () => (await gateway.request('GET', '/v1/channels')).json[0].health.state === 'ok');
      await until(async () => (await gateway.request('GET', '/v1/deliveries')).json[0].attempt_count === 1);

      const lines = await metricLines(gateway);
      for (const line of [
        'gateway_prompts{state="pending"} 2',
        'gateway_prompts{state="answered"} 1',
        'gateway_prompts{state="expired"} 0',
        'gateway_channels{platform="telegram",health="ok"} 1',
        'gateway_deliveries_pending 1',
        'gateway_deliveries_dead 0',
        'gateway_delivery_attempts_total{outcome="failed"} 1',
        'gateway_delivery_attempts_total{outcome="delivered"} 0',
        'gateway_delivery_responses_total{class="5xx"} 1',
        'gateway_delivery_responses_total{class="2xx"} 0',
        'gateway_http_requests_total{method="POST",route="/v1/prompts/new",status="200"} 3',
        'gateway_http_request_duration_seconds_count{method="POST",route="/v1/prompts/new"} 3',
        'gateway_event_streams 1',
        'gateway_database_up 1',
      ]) {
        expect(lines).toContain(line);
      }
      expect(await metric(gateway, 'gateway_delivery_oldest_pending_age_seconds')).toBeGreaterThan(0);
      expect(
        await metric(gateway, 'gateway_platform_call_duration_seconds_count{platform="telegram",outcome="ok"}'),
      ).toBeGreaterThanOrEqual(3);
      for (const name of [
        'gateway_platform_last_event_age_seconds{platform="telegram"}',
        'gateway_stream_last_contact_age_seconds{platform="telegram"}',
      ])
        expect(await metric(gateway, name)).toBeLessThan(60);
      expect(await metric(gateway, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
      expect(lines.some((line) => line.startsWith('nodejs_eventloop_lag_p99_seconds '))).toBe(true);

      refusing = false;
      const [{ id }] = (await gateway.request('GET', '/v1/deliveries')).json;
      expect((await gateway.request('POST', `/v1/deliveries/${id}/retry`)).status).toBe(200);
      await until(async () => (await metric(gateway, 'gateway_delivery_attempts_total{outcome="delivered"}')) === 1);
      expect(await metric(gateway, 'gateway_delivery_latency_seconds_count{event="prompt.answered"}')).toBe(1);
      reader.close();
      await until(async () => (await metric(gateway, 'gateway_event_streams')) === 0);
    });
  });

  it('labels requests by route pattern, so that invented paths and methods add no series', async () => {
    const gateway = await startTestGateway();
    for (let count = 0; count < 20; count += 1) {
      await gateway.request('GET', `/v1/prompts/${count + 1}`);
      await gateway.request('GET', `/nothing/${count}`);
      await gateway.request('GET', `/webhooks/default/telegram/none-${count}`);
    }
    await gateway.request('PROPFIND', '/v1/prompts/1');
    await until(
      async () =>
        (await metric(gateway, 'gateway_http_requests_total{method="other",route="other",status="405"}')) === 1,
    );
    const lines = (await metricLines(gateway)).filter((line) => line.startsWith('gateway_http_requests_total'));
    expect(lines).toContain('gateway_http_requests_total{method="GET",route="/v1/prompts/{id}",status="404"} 20');
    expect(lines).toContain('gateway_http_requests_total{method="GET",route="other",status="404"} 20');
    expect(lines).toContain('gateway_http_requests_total{method="GET",route="/webhooks",status="404"} 20');
    expect(lines.length).toBeLessThan(8);
  });

  it('counts attempts of callbacks by response class, timeout and connection', async () => {
    const { ask, gateway } = await startAsking({
      env: { CALLBACK_RETRY_SCHEDULE: '3600', CALLBACK_TIMEOUT_MS: '3000' },
    });
    // A receiver of its own each, because a failing receiver gets fewer attempts.
    const receivers = await Promise.all(
      [204, 302, 404, 503, null].map((status) =>
        startReceiver((_received, response) => void (status === null || response.writeHead(status).end())),
      ),
    );
    const name = 'gateway_delivery_responses_total';
    const series = async () => (await metricLines(gateway)).filter((line) => line.startsWith(name));
    for (const [index, callback_url] of [...receivers.map(({ url }) => url), 'http://127.0.0.1:1/'].entries()) {
      const num = await ask({ callback_url, notify_on_expiry: true });
      await gateway.request('POST', `/v1/prompts/${num}/cancel`);
      await until(async () => (await series()).filter((line) => line.endsWith(' 1')).length === index + 1);
    }
    const lines = await series();
    const counted = (className: string, count: number) =>
      `gateway_delivery_responses_total{class="${className}"} ${count}`;
    const once = ['2xx', '3xx', '4xx', '5xx', 'timeout', 'connection'];
    expect(lines.toSorted()).toEqual([...once.map((name) => counted(name, 1)), counted('other', 0)].toSorted());
  });

  it('the age of the last contact with a poller grows while polling fails, and ends with the channel', async () => {
    const clock = manualClock();
    const { gateway, telegram, ada } = await startAsking({ clock });
    const name = 'gateway_stream_last_contact_age_seconds{platform="telegram"}';
    await until(async () => (await metric(gateway, name)) === 0);
    for (let times = 0; times < 50; times += 1)
      telegram.failNext('getUpdates', { error: { code: 500, description: 'Down' } });
    // Ends the long poll that is open.
    telegram.writeText({ chat: ada, text: 'Hello' });
    await until(async () => (await gateway.request('GET', '/v1/channels')).json[0].health.state === 'failing');
    clock.advance(400_000);
    expect(await metric(gateway, name)).toBe(400);
    await gateway.request('DELETE', '/v1/channels/approvals');
    await until(async () => (await metric(gateway, name)) === undefined);
  });

  it('reports the size of the disk of DATA_DIR and its free space', async () => {
    const gateway = await startTestGateway();
    const free = await metric(gateway, 'gateway_data_directory_free_bytes');
    expect(free).toBeGreaterThan(0);
    expect(await metric(gateway, 'gateway_data_directory_size_bytes')).toBeGreaterThanOrEqual(free ?? Infinity);
  });

  it('reads the database at most every ten seconds', async () => {
    const clock = manualClock();
    const { ask, gateway } = await startAsking({ clock });
    await ask();
    expect(await metric(gateway, 'gateway_prompts{state="pending"}')).toBe(1);
    await ask();
    expect(await metric(gateway, 'gateway_prompts{state="pending"}')).toBe(1);
    clock.advance(10_000);
    expect(await metric(gateway, 'gateway_prompts{state="pending"}')).toBe(2);
  });

  it('requires METRICS_TOKEN when it is set, also on the same machine', async () => {
    const token = 'a token for metrics'.replaceAll(' ', '-');
    const gateway = await startTestGateway({ env: { METRICS_TOKEN: token } });
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${token}x`,
      `Basic ${token}`,
      token,
      `Bearer ${token} ${token}`,
    ]) {
      const refused = await gateway.request('GET', '/metrics', { headers: { authorization } });
      expect({ authorization, status: refused.status }).toEqual({ authorization, status: 401 });
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
      expect(refused.text).not.toContain(token);
    }
    const reply = await gateway.request('GET', '/metrics', { headers: { authorization: `Bearer ${token}` } });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8/);
    await expect(startTestGateway({ env: { METRICS_TOKEN: 'short' } })).rejects.toThrow(/^METRICS_TOKEN is not valid/);
  });

  it('rejects pages of other sites without a token, by Host and by Origin', async () => {
    for (const USE_AUTH of ['false', 'true']) {
      const gateway = await startTestGateway({ env: { HOST: '127.0.0.1', USE_AUTH } });
      const port = new URL(gateway.url).port;
      const own: Record<string, string>[] = [{}, { host: `localhost:${port}` }, { origin: `http://127.0.0.1:${port}` }];
      for (const headers of own) expect((await rawStatus(gateway, headers)).status).toBe(200);
      const foreign: Record<string, string>[] = [
        { host: 'pages.example' },
        { host: `pages.example:${port}` },
        { origin: 'https://pages.example' },
        { origin: 'null' },
        { host: `localhost:${port}`, origin: `http://127.0.0.1:${port}` },
      ];
      for (const headers of foreign) {
        const refused = await rawStatus(gateway, headers);
        expect({ headers, status: refused.status }).toEqual({ headers, status: 403 });
        expect(refused.text).not.toContain('gateway_prompts');
      }
    }
    const token = 'a-token-for-metrics';
    const guarded = await startTestGateway({ env: { METRICS_TOKEN: token } });
    const named = { host: 'gateway.example', authorization: `Bearer ${token}` };
    expect((await rawStatus(guarded, named)).status).toBe(200);
  });

  it('without a token serves only the local machine, and no proxy on it', async () => {
    const gateway = await startTestGateway({ env: { HOST: '0.0.0.0' } });
    expect((await gateway.request('GET', '/metrics')).status).toBe(200);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      const refused = await gateway.request('GET', '/metrics', { headers: { [name]: '127.0.0.1' } });
      expect(refused.status).toBe(403);
      expect(refused.json.detail).toMatch(/METRICS_TOKEN/);
    }
    // A request to another address of this machine has that address as its source, like a request from another machine.
    const other = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4');
    if (other) {
      const address = gateway.url.replace('127.0.0.1', other.address);
      expect((await fetch(`${address}/metrics`)).status).toBe(403);
    }
  });
});

/** With headers that fetch does not allow. */
async function rawStatus(
  { url }: TestGateway,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; text: string }> {
  const sent = request(`${url}/metrics`, { headers, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks = await response.toArray();
  return { status: response.statusCode, text: Buffer.concat(chunks).toString() };
}
