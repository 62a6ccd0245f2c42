import { expect, it } from 'vitest';
import { promptWithdrawn } from '@gateway/contract';
import { onEveryEngineInBothTiers } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { action, args, digest, startKeyed, statusesOf } from './fixture.js';

onEveryEngineInBothTiers((engine) => {
  it('an approval is used once, also by many requests at the same time, and the record and the stream say so', async () => {
    const { agent, approved, consume, get, gateway } = await startKeyed({ engine });
    expect(await approved()).toMatchObject({ action_digest: digest });
    const many = await Promise.all(
      Array.from({ length: 40 }, (_, at) => consume(agent, at % 2 === 0 ? { action } : { action_digest: digest })),
    );
    expect(statusesOf(many)).toEqual([200, ...Array.from({ length: 39 }, () => 409)]);
    const used = many.find(({ status }) => status === 200);
    expect(used?.json).toEqual({
      prompt_id: '#1',
      action_digest: digest,
      args,
      consumed_at: expect.any(String),
      replayed: false,
    });
    const refused = many.find(({ status }) => status === 409);
    expect(refused?.json).toMatchObject({
      code: 'already_consumed',
      retryable: false,
      consumed_at: used?.json.consumed_at,
      consumed_by: agent.id,
    });
    expect(await get(1)).toMatchObject({
      action_digest: digest,
      consumed_at: used?.json.consumed_at,
      consumed_by: agent.id,
      withdrawn_at: null,
      consume_within_sec: null,
      approving_options: null,
    });
    const reader = await readEvents(gateway, { after: 0, apiKey: agent.key });
    await until(() => reader.events.some(({ type }) => type === 'prompt.consumed'));
    expect(reader.events.filter(({ type }) => type === 'prompt.consumed')).toHaveLength(1);
  });

  it('an approval lapses by the clock of the database server, and is refused then before anything else is compared', async () => {
    const { agent, approved, consume, clock } = await startKeyed({ engine, start: Date.now() - 3_600_000 });
    await approved({ consume_within_sec: 600 });
    if (engine.name === 'sqlite') {
      clock.advance(600_000);
      expect((await consume(agent, { action: { name: 'other' } })).json.code).toBe('action_changed');
      clock.advance(1);
    }
    for (const body of [{ action }, { action: { name: 'other' } }])
      expect(await consume(agent, body)).toMatchObject({
        status: 409,
        json: { code: 'approval_lapsed', retryable: false },
      });
  });

  it('the repeat of a use gets the same reply, marked as replayed, and no second key gets it', async () => {
    const { agent, approved, consume, gateway } = await startKeyed({ engine });
    await approved();
    const headers = { 'x-api-key': agent.key, 'idempotency-key': 'run-7' };
    const send = (body: object = { action }) => gateway.request('POST', '/v1/prompts/1/consume', { headers, body });
    const early = await send({ action: { name: 'deploy', args: {} } });
    expect(early).toMatchObject({ status: 409, json: { code: 'action_changed' } });
    const [first, second] = [await send(), await send()];
    expect(first).toMatchObject({ status: 200, json: { replayed: false } });
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second).toMatchObject({ status: 200, json: { ...first.json, replayed: true } });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await send({ action_digest: digest })).toMatchObject({
      status: 422,
      json: { code: 'idempotency_mismatch' },
    });
    expect(await consume(agent)).toMatchObject({ status: 409, json: { code: 'already_consumed' } });
  });

  it('an approval is taken back until it is used, and the asker, the chat and the record are told', async () => {
    const chats = await startKeyed({ engine });
    const { agent, approved, consume, gateway, get, atAda } = chats;
    const receiver = await startReceiver();
    const console = await setUpConsole(gateway);
    await approved({ callback_url: receiver.url });
    const taken = await console.request('POST', '/v1/prompts/1/withdraw');
    expect(taken).toMatchObject({ status: 200, json: { state: 'answered', withdrawn_at: expect.any(String) } });
    expect(await consume(agent)).toMatchObject({ status: 409, json: { code: 'approval_withdrawn' } });
    const [, withdrawn] = await receiver.waitFor(2);
    expect(promptWithdrawn.strict().parse(withdrawn?.json)).toMatchObject({
      type: 'prompt.withdrawn',
      prompt_id: '#1',
      action_digest: digest,
      withdrawn_at: taken.json.withdrawn_at,
      withdrawn_by: { username: 'Ada' },
    });
    await until(() => atAda().at(-1) === '↩️ Ada took back the approval of question #1.');
    const reader = await readEvents(gateway, { after: 0, apiKey: agent.key });
    await until(() => reader.events.some(({ type }) => type === 'prompt.withdrawn'));
    expect(await get(1)).toMatchObject({ state: 'answered', withdrawn_at: taken.json.withdrawn_at, consumed_at: null });
    expect((await console.request('POST', '/v1/prompts/1/withdraw')).json.code).toBe('approval_not_withdrawable');
  });

  it('of a use and a withdrawal at the same time exactly one counts', async () => {
    const { agent, approved, consume, gateway, get } = await startKeyed({ engine });
    const console = await setUpConsole(gateway);
    for (let num = 1; num <= 5; num += 1) {
      await approved();
      const both = await Promise.all([
        consume(agent, { action }, num),
        console.request('POST', `/v1/prompts/${num}/withdraw`),
      ]);
      expect(statusesOf(both)).toEqual([200, 409]);
      const { consumed_at: consumed, withdrawn_at: withdrawn } = await get(num);
      expect([consumed, withdrawn].filter((time) => time !== null)).toHaveLength(1);
    }
  });
});
