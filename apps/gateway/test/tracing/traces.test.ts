import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, onPostgres } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startCollector } from './collector.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
const asked = (callback_url: string) => ({ channel_id: 'approvals', text: 'Ship it?', options: ['Yes'], callback_url });

describe('traces', () => {
  onEveryEngine((engine) => {
    it('a question, its press, its answer and its callback are one trace, which continues that of the request', async () => {
      const collector = await startCollector();
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'approvals-gateway' };
      const clock = manualClock();
      const { gateway, telegram, ada } = await startAsking({ engine, env, clock });
      const receiver = await startReceiver();
      const { status } = await gateway.request('POST', '/v1/prompts/new', {
        body: asked(receiver.url),
        headers: { traceparent, tracestate: 'vendor=value' },
      });
      expect(status).toBe(200);
      clock.advance(3_500_000);
      await telegram.press({ chat: ada, button: 'Yes' });
      const [callback] = await receiver.waitFor(1);
      await until(() => gateway.logLines.some((line) => line.includes("A closed prompt's message was updated")));
      await gateway.stop();

      const spans = collector.spans.filter((span) => span.traceId === traceId);
      const named = (name: string) => spans.find((span) => span.name === name);
      const request = named('POST /v1/prompts/new');
      expect(request).toMatchObject({ parentSpanId: '00f067aa0ba902b7', service: 'approvals-gateway' });
      for (const name of ['post question', 'receive press', 'answer', 'close question'])
        expect(named(name), name).toMatchObject({
          parentSpanId: request?.spanId,
          attributes: { 'gateway.prompt_id': '#1' },
        });
      expect(named('callback')).toMatchObject({
        parentSpanId: named('answer')?.spanId,
        attributes: { 'gateway.event_id': callback?.json.event_id, 'http.response.status_code': 200 },
      });
      expect(callback?.headers).toMatchObject({
        traceparent: `00-${traceId}-${named('callback')?.spanId}-01`,
        tracestate: 'vendor=value',
      });
      expect(collector.requests[0]).toMatchObject({ path: '/v1/traces', type: 'application/json' });
      for (const { text } of collector.spans) expect(text).not.toMatch(/Ship it|"Yes"|\bada\b/i);
    });
  });

  onPostgres((engine) => {
    it('the spans of two instances about one question are one trace', { tags: ['slow'] }, async () => {
      const collector = await startCollector();
      const database = await engine.empty();
      const env = { ...database, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/custom` };
      const { gateway, telegram } = await startAsking({ env });
      const other = await startTestGateway({ env: { ...env, PLATFORM_TELEGRAM_API_URL: telegram.url } });
      const receiver = await startReceiver();
      await gateway.request('POST', '/v1/prompts/new', { body: { ...asked(receiver.url), notify_on_expiry: true } });
      await other.request('POST', '/v1/prompts/1/cancel');
      await receiver.waitFor(1);
      await gateway.stop();
      await other.stop();
      const request = collector.spans.find(({ name }) => name === 'POST /v1/prompts/new');
      const callback = collector.spans.find(({ name }) => name === 'callback');
      expect(callback?.traceId).toBe(request?.traceId);
      expect(callback?.parentSpanId).toBe(request?.spanId);
      expect(collector.requests.every(({ path }) => path === '/custom')).toBe(true);
    });
  });

  it('the end of a question and its callback are in the trace of the question', async () => {
    const collector = await startCollector();
    const clock = manualClock();
    const { gateway } = await startAsking({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, clock });
    const receiver = await startReceiver();
    const body = { ...asked(receiver.url), ttl_sec: 60, notify_on_expiry: true };
    await gateway.request('POST', '/v1/prompts/new', { body });
    clock.advance(61_000);
    await receiver.waitFor(1);
    await gateway.stop();
    const [request, expire, callback] = ['POST /v1/prompts/new', 'expire', 'callback'].map((name) =>
      collector.spans.find((span) => span.name === name),
    );
    expect(expire).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId });
    expect(callback).toMatchObject({ traceId: request?.traceId, parentSpanId: expire?.spanId });
  });

  it('without a receiver of traces, the traceparent of the request is sent with the callback', async () => {
    const { gateway, telegram, ada } = await startAsking();
    const receiver = await startReceiver();
    const given: Record<string, string>[] = [
      { traceparent, tracestate: 'a=1, b=2' },
      { traceparent: `${traceparent}-more` },
    ];
    for (const headers of given) {
      await gateway.request('POST', '/v1/prompts/new', { body: asked(receiver.url), headers });
      await telegram.press({ chat: ada, button: 'Yes' });
    }
    const [valid, invalid] = await receiver.waitFor(2);
    expect(valid?.headers).toMatchObject({ traceparent, tracestate: 'a=1, b=2' });
    expect(invalid?.headers).not.toHaveProperty('traceparent');
    const lines = gateway.logLines.filter((line) => line.includes(traceId)).map((line) => JSON.parse(line).msg);
    expect(lines).toEqual(
      expect.arrayContaining(['A prompt was asked', 'A prompt was answered', 'A callback was delivered']),
    );
  });

  it('the traceparent in the _meta of an MCP call is kept', async () => {
    const { gateway, telegram, ada } = await startAsking();
    void gateway
      .request('POST', '/mcp', {
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'ask_human',
            arguments: { channel_id: 'approvals', question: 'Ship it?', options: ['Yes'] },
            _meta: { traceparent },
          },
        },
        headers: { accept: 'application/json, text/event-stream' },
      })
      .catch(() => {});
    await until(() => gateway.logLines.some((line) => line.includes('A prompt was asked')));
    await telegram.press({ chat: ada, button: 'Yes' });
    const line = gateway.logLines.find((each) => each.includes('A prompt was asked')) ?? '{}';
    expect(JSON.parse(line).trace_id).toBe(traceId);
  });

  it('a receiver of traces that refuses them fails no request and does not hold up the stop', async () => {
    const collector = await startCollector(500);
    const { gateway, ask } = await startAsking({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
    for (let count = 0; count < 3; count += 1) await ask({ options: ['Yes'] });
    const startedAt = performance.now();
    await gateway.stop();
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
