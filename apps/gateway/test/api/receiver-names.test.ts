import { expect, it } from 'vitest';
import { cancelPrompt, createPrompt, getReceiver, listReceivers, updateReceiver } from '@gateway/contract';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';

/** A gateway with a receiver of one callback. */
async function start(engine: Engine) {
  const { telegram, env } = await startTelegram();
  const gateway = await startKeyedGateway({
    env: { ...(await engine.empty()), ...env, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' },
  });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser({ firstName: 'Ada' }) });
  const receiver = await startReceiver();
  const { prompt_id } = await gateway.call(createPrompt, {
    body: { channel_id: 'approvals', text: 'Ready?', callback_url: receiver.url, notify_on_expiry: true },
  });
  await gateway.call(cancelPrompt, { params: { id: prompt_id } });
  return { gateway, receiver };
}

onEveryEngine((engine) => {
  it('a receiver has the name that an operator gave it, and each change is in the audit log', async () => {
    const { gateway, receiver } = await start(engine);
    const params = { id: new URL(receiver.url).origin };
    const path = `/v1/receivers/${encodeURIComponent(params.id)}`;
    const browser = await setUpConsole(gateway);
    const named = await browser.request('PATCH', path, { name: '  Finance bot ' });
    expect(named).toMatchObject({ status: 200, json: { destination: params.id, name: 'Finance bot' } });
    expect(await gateway.call(getReceiver, { params })).toMatchObject({ name: 'Finance bot' });
    expect(await gateway.call(listReceivers, { query: { state: 'named' } })).toMatchObject([{ name: 'Finance bot' }]);
    await gateway.call(updateReceiver, { params, body: { name: 'Finance' } });
    await gateway.call(updateReceiver, { params, body: { name: 'Finance' } });
    expect(await gateway.call(updateReceiver, { params, body: { name: null } })).toMatchObject({ name: null });
    expect(await gateway.call(listReceivers, { query: { state: 'named' } })).toEqual([]);
    const { json: entries } = await gateway.request('GET', '/v1/audit?action=receiver.updated');
    const changed = (before: string | null, after: string | null) => [{ field: 'name', before, after }];
    expect(entries).toMatchObject([
      { resource: { id: params.id }, changes: changed('Finance', null) },
      { changes: changed('Finance bot', 'Finance') },
      { actor: { kind: 'operator', name: 'Ada' }, changes: changed(null, 'Finance bot') },
    ]);
    for (const body of [{ name: ' ' }, { name: 'a\nb' }, { name: '\u202Eevil' }, { name: 'x'.repeat(129) }, {}])
      expect([body, (await gateway.request('PATCH', path, { body })).status]).toEqual([body, 400]);
    expect(
      (await gateway.request('PATCH', '/v1/receivers/https:unknown.example', { body: { name: 'x' } })).status,
    ).toBe(404);
  });

  it('a receiver cannot be renamed by the key of an agent, so that an agent cannot disguise one', async () => {
    const { gateway, receiver } = await start(engine);
    const path = `/v1/receivers/${encodeURIComponent(new URL(receiver.url).origin)}`;
    const attempts = [
      [{ preset: 'agent' }, 403],
      [{ preset: 'asker' }, 403],
      [{ preset: 'readonly' }, 403],
      // Its callbacks may go to the same receiver as those of others.
      [{ scopes: ['deliveries:read', 'deliveries:write'], channels: ['approvals'] }, 404],
    ] as const;
    for (const [rights, status] of attempts) {
      const agent = await makeKey(gateway, rights as Parameters<typeof makeKey>[1]);
      const refused = await agent.request('PATCH', path, { name: 'Payroll' });
      expect([rights, refused.status]).toEqual([rights, status]);
    }
    expect((await gateway.request('GET', path)).json).toMatchObject({ name: null });
    expect((await gateway.request('GET', '/v1/audit?action=receiver.updated')).json).toEqual([]);
  });
});
