import { describe, expect, it } from 'vitest';
import { verifySignature } from '@gateway/client';
import { startAsking } from '../api/asking.js';
import { registerChannel } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { start } from './command.js';

const secret = `whsec_${Buffer.from('a secret for tests').toString('base64')}`;
const fromTheStart = ['--last-event-id', '0'];

/** The printed lines as JSON. */
const printed = (running: ReturnType<typeof start>) =>
  running
    .stdout()
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));

/** A callback of the gateway, without what differs in a forwarded one. */
function withoutOwnFields(callback: { type: string; seq?: number }) {
  const { seq: _, ...event } = callback as { type: string; seq?: number; event_id?: unknown; expired_at?: unknown };
  event.event_id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  if (event.expired_at !== undefined) event.expired_at = expect.any(String);
  return event;
}

describe('gateway listen', () => {
  it('prints and forwards what the callbacks contain, signed with the secret', async () => {
    const { gateway, telegram, ada, ask, get } = await startAsking({ env: { CALLBACK_SIGNING_SECRET: secret } });
    const real = await startReceiver();
    const local = await startReceiver();
    await registerChannel(gateway, telegram, { id: 'talk', chat: ada, type: 'MESSAGE', callbackUrl: real.url });
    const callback_url = real.url;
    await ask({ options: ['Yes'], callback_url, correlation_id: 'release' });
    await telegram.press({ chat: ada, button: 'Yes' });
    await until(async () => (await get(1)).state === 'answered');
    await ask({ callback_url, notify_on_expiry: true });
    await gateway.request('POST', '/v1/prompts/2/cancel');
    telegram.writeText({ chat: ada, text: 'Hello' });
    await real.waitFor(3);

    const env = { GATEWAY_URL: gateway.url, CALLBACK_SIGNING_SECRET: secret };
    const listening = start(['listen', '--forward', local.url, '--json', ...fromTheStart], { env });
    await local.waitFor(3);
    await until(() => printed(listening).length === 3);
    listening.child.kill('SIGINT');
    expect(await listening.finished).toMatchObject({ code: 130 });

    const byType = (list: readonly { type: string }[]) => list.toSorted((a, b) => (a.type < b.type ? -1 : 1));
    const expected = byType(real.received.map(({ json }) => json)).map(withoutOwnFields);
    expect(byType(local.received.map(({ json }) => json))).toEqual(expected);
    expect(byType(printed(listening).map(({ event }) => event))).toEqual(expected);
    expect(printed(listening).map(({ forwarded }) => forwarded)).toEqual([200, 200, 200]);
    for (const { body, headers, json } of local.received) {
      expect(await verifySignature({ body, headers, secret })).toBe(true);
      const { 'webhook-signature': _, ...others } = headers;
      if (json.type === 'message.created') expect(headers['x-signature']).toBeUndefined();
      else expect(await verifySignature({ body, headers: others, secret })).toBe(true);
    }
  });

  it('prints and forwards that an approval was taken back, all but by whom', async () => {
    const { gateway, telegram, ada, ask } = await startAsking();
    const real = await startReceiver();
    const local = await startReceiver();
    const action = { name: 'deploy', args: { service: 'api' } };
    await ask({ decisions: ['approve', 'reject'], action, callback_url: real.url });
    await telegram.press({ chat: ada, button: 'Approve' });
    await real.waitFor(1);
    telegram.writeText({ chat: ada, text: 'ID:#1 Take back' });
    const [, callback] = await real.waitFor(2);
    const env = { GATEWAY_URL: gateway.url };
    const listening = start(['listen', '--forward', local.url, '--json', ...fromTheStart], { env });
    await local.waitFor(2);
    const isWithdrawn = ({ type }: { type: string }) => type === 'prompt.withdrawn';
    const forwarded = local.received.map(({ json }) => json).find(isWithdrawn);
    const { withdrawn_by: by, ...others } = callback?.json ?? {};
    expect(by).toMatchObject({ username: 'ada' });
    expect(forwarded).toEqual(withoutOwnFields(others));
    await until(() => printed(listening).length === 2);
    expect(printed(listening).find(({ event }) => isWithdrawn(event)).event).toEqual(forwarded);
    listening.child.kill('SIGINT');
    await listening.finished;
  });

  it('prints that a rule decided, and which one', async () => {
    const { gateway, ask } = await startAsking();
    const real = await startReceiver();
    const rule = { rule_id: 'rule', actions: ['*'], then: { verdict: 'deny', reason: 'Not now.' } };
    await gateway.request('POST', '/v1/rules/new', { body: rule });
    await ask({ decisions: ['approve', 'reject'], action: { name: 'deploy' }, callback_url: real.url });
    const [callback] = await real.waitFor(1);
    const listening = start(['listen', '--json', ...fromTheStart], { env: { GATEWAY_URL: gateway.url } });
    await until(() => printed(listening).length === 1);
    expect(callback?.json).toMatchObject({ decided_by: 'rule', rule: { rule_id: 'rule' } });
    expect(printed(listening)[0]).toMatchObject({ event: withoutOwnFields(callback?.json) });
  });

  it('signs with a secret of its own when none is set, and says so', async () => {
    const { gateway, telegram, ada, ask } = await startAsking();
    const local = await startReceiver();
    await ask({ options: ['Yes'] });
    await telegram.press({ chat: ada, button: 'Yes' });
    const listening = start(['listen', '--forward', local.url, ...fromTheStart], { env: { GATEWAY_URL: gateway.url } });
    await local.waitFor(1);
    await listening.prints('forwarded: 200');
    listening.child.kill('SIGTERM');
    const { code, stderr } = await listening.finished;
    expect(code).toBe(143);
    const own = /signed with: (whsec_\S+)/.exec(stderr)?.[1] ?? '';
    const [{ body, headers }] = local.received as [(typeof local.received)[0]];
    expect(await verifySignature({ body, headers, secret: own })).toBe(true);
  });

  it('waits for the words of the person who decided, as a callback does', async () => {
    const { gateway, telegram, ada, ask, get } = await startAsking();
    await ask({ decisions: ['approve', 'reject'], ask_reason: 'on_reject' });
    const listening = start(['listen', '--json', ...fromTheStart], { env: { GATEWAY_URL: gateway.url } });
    await telegram.press({ chat: ada, button: 'Reject' });
    await until(async () => (await get(1)).state === 'answered');
    telegram.writeText({ chat: ada, text: 'ID:#1 Not on a Friday.' });
    await until(() => printed(listening).length === 1);
    expect(printed(listening)[0].event.answer).toMatchObject({ value: 'reject', reason: 'Not on a Friday.' });
  });

  it('receives the callbacks of the gateway with --port, verifies them and forwards them as they are', async () => {
    const { gateway, telegram, ada, ask } = await startAsking({ env: { CALLBACK_SIGNING_SECRET: secret } });
    const local = await startReceiver((_received, response) => void response.writeHead(202).end());
    const env = { GATEWAY_URL: gateway.url, CALLBACK_SIGNING_SECRET: secret };
    const listening = start(['listen', '--port', '0', '--forward', local.url, '--json'], { env });
    await listening.prints('Receiving callbacks at');
    const url = await until(() => /at (http:\S+)/.exec(listening.stderr())?.[1]);
    await ask({ options: ['Yes'], callback_url: url });
    await telegram.press({ chat: ada, button: 'Yes' });
    await until(() => printed(listening).length === 1);
    expect(printed(listening)[0]).toMatchObject({ verified: true, forwarded: 202, event: { prompt_id: '#1' } });
    const [{ body, headers }] = local.received as [(typeof local.received)[0]];
    expect(await verifySignature({ body, headers, secret })).toBe(true);

    const forged = await fetch(url, { method: 'POST', body: '{"type":"prompt.answered"}' });
    expect(forged.status).toBe(401);
    await until(() => printed(listening).length === 2);
    expect(printed(listening)[1]).toEqual({ verified: false, event: { type: 'prompt.answered' } });
    expect(local.received).toHaveLength(1);
    listening.child.kill('SIGINT');
    expect(await listening.finished).toMatchObject({ code: 130 });
  });

  it('needs the secret of the gateway to verify', async () => {
    expect(await start(['listen', '--port', '0']).finished).toMatchObject({ code: 2 });
  });
});
