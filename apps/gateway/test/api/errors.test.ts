import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createPrompt, errorCodes, GatewayError, type ErrorCode } from '@gateway/contract';
import { registerChannel, startTestGateway, type Reply } from '../harness/gateway.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { startAsking } from './asking.js';

/** A gateway with keys, and one channel for each reason to reject a prompt. The harness checks the form of every error body. */
async function start() {
  const asking = await startAsking({
    env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey, METRICS_TOKEN: 'm'.repeat(16) },
  });
  const { gateway, telegram, ada } = asking;
  await registerChannel(gateway, telegram, {
    id: 'chat',
    chat: ada,
    type: 'MESSAGE',
    callbackUrl: 'http://192.0.2.1/',
  });
  await registerChannel(gateway, telegram, { id: 'closed', chat: ada });
  await gateway.request('DELETE', '/v1/channels/closed');
  const channel = (channel_id: string, more: object = {}) => ({
    channel_id,
    platform: 'telegram',
    channel_type: 'PROMPT',
    target_chat_id: String(ada.id),
    credentials: { bot_token: telegram.token },
    ...more,
  });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    gateway.request('POST', path, { body, headers });
  const ask = (more: object = {}, headers: Record<string, string> = {}) =>
    post('/v1/prompts/new', { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'], ...more }, headers);
  return { ...asking, channel, post, ask };
}

const facts = ({ status, json }: Reply) => [status, json.code];

describe('the code of an error', () => {
  it('says what is wrong with the request, on every kind of route', async () => {
    const { gateway, post, ask, channel } = await start();
    const reader = await makeKey(gateway, { preset: 'readonly' });
    await ask({ text: 'Cancelled?' });
    await post('/v1/prompts/1/cancel', undefined);
    await ask({}, { 'idempotency-key': 'used' });
    const form = new FormData();
    form.set('text', 'x');
    form.set('options', 'Yes');
    const tooLarge = new FormData();
    tooLarge.set('file', new Blob([new Uint8Array(3_000_000)]), 'large.bin');

    const situations: [ErrorCode, number, () => Promise<Reply>][] = [
      ['validation', 400, () => ask({ text: '' })],
      ['validation', 400, () => post('/v1/prompts/new', '{"text":', { 'content-type': 'application/json' })],
      ['validation', 400, () => post('/v1/prompts/new', form)],
      ['validation', 400, () => gateway.request('GET', '/v1/prompts?limit=0')],
      ['validation', 400, () => gateway.request('GET', '/v1/prompts?cursor=x')],
      ['validation', 400, () => gateway.request('GET', '/v1/events?last_event_id=x')],
      ['validation', 400, () => gateway.request('GET', '/v1/prompts/%E0%A4%A')],
      ['validation', 400, () => ask({}, { 'idempotency-key': 'a b' })],
      ['validation', 400, () => ask({ callback_url: 'http://169.254.169.254/' })],
      ['validation', 400, () => ask({ media_path: 'plan.pdf' })],
      ['validation', 400, () => post('/v1/channels/new', channel('new-one', { credentials: {} }))],
      ['unauthenticated', 401, () => gateway.request('GET', '/v1/prompts', { headers: { 'x-api-key': '' } })],
      ['unauthenticated', 401, () => gateway.request('GET', '/v1/prompts', { headers: { 'x-api-key': 'gw_wrong' } })],
      ['unauthenticated', 401, () => gateway.request('GET', '/metrics')],
      ['unauthenticated', 401, () => post('/webhooks/default/telegram/approvals', {})],
      ['unauthenticated', 401, () => gateway.request('GET', '/console/session/list', { headers: { 'x-api-key': '' } })],
      [
        'unauthenticated',
        401,
        () => post('/console/session', { email: 'a@example.com', password: 'not the password' }),
      ],
      ['forbidden', 403, () => reader.request('POST', '/v1/prompts/new', { text: 'x' })],
      ['forbidden', 403, () => post('/v1/prompts/2/answer', { type: 'option', value: 'Yes' })],
      ['forbidden', 403, () => gateway.request('GET', '/console/session/list')],
      ['not_found', 404, () => gateway.request('GET', '/v1/prompts/77')],
      ['not_found', 404, () => gateway.request('GET', '/v1/messages/77')],
      ['not_found', 404, () => gateway.request('GET', '/v1/keys/77')],
      ['not_found', 404, () => gateway.request('GET', '/v1/deliveries/77')],
      ['not_found', 404, () => gateway.request('GET', '/nowhere')],
      ['not_found', 404, () => gateway.request('GET', '/console/assets/none.js')],
      ['not_found', 404, () => post('/webhooks/default/telegram/none', {})],
      ['not_found', 404, () => post('/console/session/link', { token: 'x'.repeat(43) })],
      ['method_not_allowed', 405, () => gateway.request('PUT', '/v1/prompts')],
      ['method_not_allowed', 405, () => gateway.request('DELETE', '/webhooks/default/telegram/approvals')],
      ['channel_exists', 409, () => post('/v1/channels/new', channel('approvals'))],
      ['channel_not_found', 400, () => ask({ channel_id: 'none' })],
      ['channel_not_found', 404, () => post('/v1/messages/send', { channel_id: 'none', text: 'x' })],
      ['channel_not_found', 404, () => gateway.request('PATCH', '/v1/channels/none', { body: {} })],
      ['channel_inactive', 400, () => ask({ channel_id: 'closed' })],
      ['channel_wrong_type', 400, () => ask({ channel_id: 'chat' })],
      ['channel_wrong_type', 400, () => post('/v1/messages/send', { channel_id: 'approvals', text: 'x' })],
      ['payload_too_large', 413, () => ask({ text: 'x'.repeat(2_000_000) })],
      ['payload_too_large', 413, () => post('/v1/prompts/new', tooLarge)],
      ['unsupported_media_type', 415, () => post('/v1/prompts/new', 'text', { 'content-type': 'text/plain' })],
      ['idempotency_mismatch', 422, () => ask({ text: 'Another?' }, { 'idempotency-key': 'used' })],
      ['prompt_not_pending', 409, () => post('/v1/prompts/1/cancel', undefined)],
      ['platform_not_loaded', 400, () => post('/v1/channels/new', channel('fax', { platform: 'fax' }))],
      ['platform_not_loaded', 400, () => gateway.request('GET', '/v1/channels?platform=fax')],
    ];
    for (const [code, status, request] of situations) {
      const reply = await request();
      expect(facts(reply), `${request.toString()}: ${reply.text}`).toEqual([status, code]);
    }
  });

  it('says why the platform rejected a prompt, whether a retry may help, and when', async () => {
    const { telegram, ask } = await start();
    const situations: [ErrorCode, object, number?][] = [
      ['platform_auth', { error: { code: 401, description: 'Unauthorized' } }],
      ['platform_forbidden', { error: { code: 403, description: 'Forbidden: bot was blocked by the user' } }],
      ['platform_not_found', { error: { code: 400, description: 'Bad Request: chat not found' } }],
      ['platform_refused', { error: { code: 400, description: "Bad Request: can't parse entities" } }],
      ['platform_unavailable', { error: { code: 500, description: 'Internal Server Error' } }],
      ['platform_unavailable', { drop: true }],
      [
        'platform_rate_limited',
        { error: { code: 429, description: 'Too Many Requests: retry after 90', parameters: { retry_after: 90 } } },
        90,
      ],
    ];
    for (const [code, fault, seconds] of situations) {
      telegram.failNext('sendMessage', fault);
      const reply = await ask();
      expect(facts(reply), reply.text).toEqual([400, code]);
      expect(reply.json.retryable).toBe(['platform_unavailable', 'platform_rate_limited'].includes(code));
      expect(reply.json.retry_after_sec).toBe(seconds);
      expect(reply.headers.get('retry-after')).toBe(seconds?.toString() ?? null);
    }
  });

  it('says that a long text was sent in part and must not be retried', async () => {
    const { telegram, post } = await start();
    let sent = 0;
    telegram.failNext('sendMessage', {
      when: () => (sent += 1) === 2,
      error: { code: 500, description: 'Internal Server Error' },
    });
    const reply = await post('/v1/messages/send', { channel_id: 'chat', text: `${'long '.repeat(900)}\n\n`.repeat(2) });
    expect(facts(reply), reply.text).toEqual([400, 'platform_refused']);
    expect(reply.json.retryable).toBe(false);
  });

  it('says that a prompt is already answered, to a second answer from the console', async () => {
    const { gateway, ask } = await start();
    const owner = await setUpConsole(gateway);
    await ask();
    const answer = () => owner.request('POST', '/v1/prompts/1/answer', { type: 'option', value: 'Yes' });
    expect((await answer()).status).toBe(200);
    expect(facts(await answer())).toEqual([409, 'prompt_not_pending']);
  });

  it('says that sign-in is rate limited, with the time to wait', async () => {
    const { gateway } = await start();
    await setUpConsole(gateway);
    const signIn = () =>
      gateway.request('POST', '/console/session', { body: { email: 'ada@example.com', password: 'a wrong password' } });
    let reply = await signIn();
    while (reply.status === 401) reply = await signIn();
    expect(facts(reply)).toEqual([429, 'rate_limited']);
    expect(reply.json.retry_after_sec).toBeGreaterThan(0);
  });

  it.each([
    ['validation', 'nonsense\r\n\r\n'],
    ['payload_too_large', `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
  ])('is %s for a malformed request', async (code, text) => {
    const gateway = await startTestGateway();
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let received = '';
    socket.on('data', (data: Buffer) => (received += data.toString())).on('error', () => {});
    await once(socket, 'close');
    expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).toMatchObject({ code, retryable: false });
  });
});

describe('the typed client', () => {
  it('exposes code, retryable and retryAfterSec of an error', async () => {
    const { gateway, telegram } = await start();
    telegram.failNext('sendMessage', {
      error: { code: 429, description: 'Too Many Requests: retry after 90', parameters: { retry_after: 90 } },
    });
    const error = await gateway
      .call(createPrompt, { body: { channel_id: 'approvals', text: 'Ship it?' } })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ code: 'platform_rate_limited', retryable: true, retryAfterSec: 90 });
  });
});

describe('the OpenAPI document', () => {
  it('lists every error code with its meaning', async () => {
    const gateway = await startTestGateway({ env: { ENABLE_DOCS: 'true' } });
    const { json } = await gateway.request('GET', '/openapi.json');
    const { ErrorCode: schema } = json.components.schemas;
    expect(schema.enum).toEqual(Object.keys(errorCodes));
    for (const code of schema.enum) expect(schema.description).toContain(`\`${code}\``);
  });
});
