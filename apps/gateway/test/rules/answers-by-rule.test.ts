import { describe, expect, it } from 'vitest';
import { readEvents } from '../harness/event-stream.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { deploy, startRuled } from './fixture.js';

const allow = { then: { verdict: 'allow' } };

describe('an approval that a rule gave', () => {
  it('is for the exact action, for the key that asked, and once also for 20 calls at the same time', async () => {
    const { addRule, post, agent, consume, gateway } = await startRuled();
    await addRule(allow);
    await post();
    for (const action of [
      { ...deploy, args: { ...deploy.args, amount: 51 } },
      { ...deploy, args: { ...deploy.args, more: 1 } },
      { ...deploy, name: 'Deploy' },
      { name: 'deploy' },
    ])
      expect((await consume(agent, { action })).json).toMatchObject({ code: 'action_changed' });
    const otherKey = await makeKey(gateway, { preset: 'agent' });
    expect((await consume(otherKey, { action: deploy })).status).toBe(403);
    const uses = await Promise.all(Array.from({ length: 20 }, () => consume(agent, { action: deploy })));
    expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([
    [300_000, undefined, 200],
    [300_001, undefined, 409],
    [300_001, 604_800, 409],
    [10_001, 10, 409],
  ])('after %d ms, with %s s asked for, gives %d', async (ms, within, status) => {
    const { addRule, post, agent, consume, clock } = await startRuled();
    await addRule(allow);
    await post({ consume_within_sec: within });
    clock.advance(ms);
    expect((await consume(agent, { action: deploy })).status).toBe(status);
  });

  it('can be taken back in the console until it is used: the stream and the callback say so, without a chat', async () => {
    const { addRule, post, agent, consume, gateway, recordOf } = await startRuled();
    const console = await setUpConsole(gateway);
    const receiver = await startReceiver();
    const stream = await readEvents(gateway, { apiKey: adminKey });
    await addRule(allow);
    await post({ callback_url: receiver.url });
    await receiver.waitFor(1);
    expect((await agent.request('POST', '/v1/prompts/1/withdraw', {})).status).toBe(403);
    const taken = await console.request('POST', '/v1/prompts/1/withdraw', {});
    expect(taken.status, taken.text).toBe(200);
    expect((await receiver.waitFor(2))[1]?.json).toMatchObject({
      type: 'prompt.withdrawn',
      prompt_id: '#1',
      chat_id: null,
    });
    expect((await consume(agent, { action: deploy })).json).toMatchObject({ code: 'approval_withdrawn' });
    expect(await recordOf(1)).toMatchObject({ state: 'answered', withdrawn_at: expect.any(String) });
    await until(() => stream.events.some(({ type }) => type === 'prompt.withdrawn'));
  });
});

describe('a question that a rule answered', () => {
  it('is on the stream as created and answered, and a wait for it returns at once', async () => {
    const { addRule, post, agent, gateway, owner } = await startRuled();
    const stream = await readEvents(gateway, { apiKey: adminKey });
    await addRule(allow);
    await post();
    const waited = await agent.request('GET', '/v1/prompts/1?wait=30');
    expect(waited.json).toMatchObject({ state: 'answered', decided_by: 'rule' });
    await until(() => stream.events.filter(({ type }) => type.startsWith('prompt.')).length >= 2);
    expect(stream.events.filter(({ type }) => type.startsWith('prompt.'))).toMatchObject([
      { type: 'prompt.created', data: { id: '#1' } },
      { type: 'prompt.answered', data: { id: '#1', state: 'answered', decided_by: 'rule' } },
    ]);
    await owner('PATCH', '/v1/rules/rule', { then: { verdict: 'deny' } });
    await post();
    expect((await agent.request('GET', '/v1/prompts/2?wait=30')).json).toMatchObject({ answer: 'reject' });
  });

  it('takes no answer and no cancellation, and a note to it is shown in no chat', async () => {
    const { addRule, post, agent, gateway, atAda, recordOf } = await startRuled();
    const console = await setUpConsole(gateway);
    await addRule({ then: { verdict: 'deny', reason: 'No.' } });
    await post();
    const answer = { type: 'decision', value: 'approve' };
    expect((await console.request('POST', '/v1/prompts/1/answer', answer)).status).toBe(409);
    expect((await agent.request('POST', '/v1/prompts/1/cancel', {})).status).toBe(409);
    const note = await agent.request('POST', '/v1/prompts/1/notes', { kind: 'progress', text: 'Please' });
    expect(note.status, note.text).toBe(201);
    expect(await recordOf(1)).toMatchObject({ state: 'answered', answer: 'reject', decided_by: 'rule' });
    expect(atAda()).toEqual([]);
  });

  it('is the same one for a repeat with its Idempotency-Key, also after the rule was changed', async () => {
    const { addRule, owner, agent, gateway, questionWith, consume, atAda } = await startRuled();
    await addRule(allow);
    const headers = { 'x-api-key': agent.key, 'idempotency-key': 'one' };
    const repeat = () => gateway.request('POST', '/v1/prompts/new', { headers, body: questionWith() });
    const first = await repeat();
    const second = await repeat();
    expect(second.json).toEqual(first.json);
    await owner('PATCH', '/v1/rules/rule', { then: { verdict: 'ask' } });
    expect((await repeat()).json).toEqual(first.json);
    expect((await consume(agent, { action: deploy })).json).toMatchObject({ code: 'approval_withdrawn' });
    expect((await agent.request('GET', '/v1/prompts/2')).status).toBe(404);
    expect(atAda()).toEqual([]);
  });

  it('asks no one on any channel, also when the chat cannot be reached', async () => {
    const { addRule, post, telegram, slack, ops } = await startRuled();
    await addRule(allow);
    const before = telegram.calls({ method: 'sendMessage' }).length;
    const asked = await post({ channel_id: undefined, channels: ['approvals', 'oncall'] });
    expect(asked.json, asked.text).toMatchObject({ state: 'answered', message_id: null });
    expect(telegram.calls({ method: 'sendMessage' }).length).toBe(before);
    expect(slack.messages(ops)).toEqual([]);
  });
});

describe('a prompt without an action', () => {
  it('is not judged by any rule', async () => {
    const { addRule, post, recordOf } = await startRuled();
    await addRule({ then: { verdict: 'deny' } });
    await post({ action: undefined });
    await post({ action: undefined, decisions: undefined, options: ['Yes'] });
    for (const num of [1, 2]) expect(await recordOf(num)).toMatchObject({ state: 'pending' });
    expect(await recordOf(1)).not.toHaveProperty('rule');
  });
});
