import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startAsking } from '../api/asking.js';
import { manualClock } from '../harness/clock.js';
import { registerChannel } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { startTwoChats } from '../harness/two-chats.js';
import { until } from '../harness/until.js';
import { startCollector, type ReceivedSpan } from './collector.js';

const decisions = { channel_id: 'approvals', text: 'Ship it?', decisions: ['approve', 'reject'] as const };
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('traces', () => {
  it('the spans of a vote, and of a time-out that the policy decides, are in the trace of the question', async () => {
    const collector = await startCollector();
    const clock = manualClock();
    const { gateway, telegram, ada } = await startAsking({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      clock,
    });
    const receiver = await startReceiver();
    const policy = { policy_id: 'two', name: 'Two people', approvals: 2, on_timeout: { decision: 'reject' } };
    expect((await gateway.request('POST', '/v1/policies/new', { body: policy })).status).toBe(201);
    const body = { ...decisions, policy: 'two', ttl_sec: 60, callback_url: receiver.url };
    expect((await gateway.request('POST', '/v1/prompts/new', { body })).status).toBe(200);
    await telegram.press({ chat: ada, button: 'Approve' });
    clock.advance(61_000);
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json.decided_by).toBe('policy');
    await gateway.stop();
    const named = namedIn(collector.spans);
    const [request, vote, decide] = [named('POST /v1/prompts/new'), named('vote'), named('decide by policy')];
    expect(vote).toMatchObject({
      traceId: request.traceId,
      parentSpanId: request.spanId,
      attributes: { 'gateway.prompt_id': '#1', 'gateway.from': 'chat' },
    });
    expect(decide).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId });
    expect(named('callback').parentSpanId).toBe(decide.spanId);
  });

  it('the spans of a reason that a person enters in a dialog are in the trace of the question', async () => {
    const collector = await startCollector();
    const { gateway, slack, ops, grace, ask } = await startTwoChats({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    });
    const receiver = await startReceiver();
    const asked = await ask({
      channels: ['oncall'],
      decisions: [...decisions.decisions],
      options: [],
      ask_reason: 'on_reject',
      callback_url: receiver.url,
    });
    expect(asked.status).toBe(200);
    await slack.press({ channel: ops, user: grace, button: 'Reject' });
    await until(() => slack.modal(grace));
    await slack.submit({ user: grace, values: ['a private reason'] });
    await receiver.waitFor(1);
    await gateway.stop();
    const named = namedIn(collector.spans);
    const request = named('POST /v1/prompts/new');
    for (const name of ['receive press', 'receive dialog', 'callback'])
      expect(named(name).traceId).toBe(request.traceId);
    for (const { text } of collector.spans) expect(text).not.toContain('a private reason');
  });

  it('the spans of a message in a MESSAGE channel are a trace of their own, which ends with the callback', async () => {
    const collector = await startCollector();
    const { gateway, telegram } = await startAsking({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
    const receiver = await startReceiver();
    const bob = telegram.addUser({ firstName: 'Bob' });
    await registerChannel(gateway, telegram, { id: 'inbox', chat: bob, type: 'MESSAGE', callbackUrl: receiver.url });
    telegram.writeText({ chat: bob, text: 'a private text' });
    const [callback] = await receiver.waitFor(1);
    await gateway.stop();
    const named = namedIn(collector.spans);
    const message = named('receive message');
    expect(message).toMatchObject({ parentSpanId: undefined, attributes: { 'gateway.channel_id': 'inbox' } });
    expect(named('callback')).toMatchObject({ traceId: message.traceId, parentSpanId: message.spanId });
    expect(callback?.headers.traceparent).toBe(`00-${message.traceId}-${named('callback').spanId}-01`);
    for (const { text } of collector.spans) expect(text).not.toContain('a private text');
  });
});

describe('the standard settings of OpenTelemetry', () => {
  it('OTEL_EXPORTER_OTLP_HEADERS are sent with the spans, and are not in the log', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer a-secret-of-the-collector');
    onTestFinished(() => void vi.unstubAllEnvs());
    const collector = await startCollector();
    const { gateway, ask } = await startAsking({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
    await ask();
    await gateway.stop();
    expect(collector.requests[0]?.authorization).toBe('Bearer a-secret-of-the-collector');
    expect(gateway.logLines.join('\n')).not.toContain('a-secret-of-the-collector');
  });

  it.each<[Record<string, string>, { sampled: boolean; isSent: boolean }]>([
    [{ OTEL_SDK_DISABLED: 'true' }, { sampled: true, isSent: false }],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, { sampled: true, isSent: false }],
    [{ OTEL_TRACES_SAMPLER: 'always_on' }, { sampled: false, isSent: true }],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_always_on' }, { sampled: false, isSent: false }],
    [
      { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
      { sampled: true, isSent: true },
    ],
  ])('%o decides whether the spans of a request are sent: %o', async (own, { sampled, isSent }) => {
    const collector = await startCollector();
    const { gateway } = await startAsking({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...own } });
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-0${sampled ? 1 : 0}` };
    await gateway.request('POST', '/v1/prompts/new', { body: decisions, headers });
    await gateway.stop();
    expect(collector.spans.some((span) => span.traceId === traceId)).toBe(isSent);
  });
});

function namedIn(spans: readonly ReceivedSpan[]) {
  return (name: string): ReceivedSpan => {
    const span = spans.find((each) => each.name === name);
    if (!span) throw new Error(`There is no span ${name}, only ${spans.map((each) => each.name).join(', ')}.`);
    return span;
  };
}
