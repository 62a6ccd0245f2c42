import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { adminKey, as, makeKey } from '../harness/keys.js';
import { deploy, startRuled } from '../rules/fixture.js';

const collapse = { collapse: true };

onEveryEngine((engine) => {
  it('collapse: a request that asks the same while the prompt is pending gets that prompt, and nothing is posted', async () => {
    const { post, atAda, gateway } = await startRuled(engine);
    const first = await post({ ttl_sec: 600 });
    expect(first.json).not.toHaveProperty('collapsed');
    const again = await post({ ...collapse, text: 'Please?', action: { ...deploy, summary: 'Now', risk: 'high' } });
    expect(again.status, again.text).toBe(200);
    expect(again.json).toEqual({ ...first.json, collapsed: true });
    expect(again.headers.get('location')).toBe('/v1/prompts/1');
    expect((await post()).json).toMatchObject({ prompt_num: 2 });
    expect((await post(collapse)).json).toMatchObject({ prompt_num: 1, collapsed: true });
    expect(atAda()).toHaveLength(2);
    expect(gateway.logLines.filter((line) => line.includes('asked again while it is pending'))).toHaveLength(2);
  });

  it('collapse: a prompt that differs in one of the compared fields is a new one', async () => {
    const { owner, questionWith, agent, gateway } = await startRuled(engine);
    for (const [person_id, user_id] of [
      ['ada', '501'],
      ['bob', '502'],
    ])
      await owner('POST', '/v1/people/new', {
        person_id,
        name: person_id,
        identities: [{ platform: 'telegram', user_id }],
      });
    for (const policy_id of ['one', 'other'])
      await owner('POST', '/v1/policies/new', { policy_id, name: policy_id, approvals: 1 });
    const own = {
      channels: ['approvals', 'oncall'],
      callback_url: 'https://agent.example/a',
      correlation_id: 'c1',
      requested_by: { person: 'ada' },
      approvers: [{ person: 'ada' }, { person: 'bob' }],
      policy: 'one',
    };
    const other: readonly Record<string, unknown>[] = [
      { action: { ...deploy, args: { ...deploy.args, env: 'production' } } },
      { action: { ...deploy, name: 'deploy2' } },
      { channels: ['approvals'] },
      { channel_id: 'oncall', channels: ['approvals'] },
      { callback_url: 'https://agent.example/b' },
      { callback_url: null },
      { correlation_id: 'c2' },
      { correlation_id: null },
      { requested_by: { user_id: '501' } },
      { requested_by: null },
      { approvers: [{ person: 'bob' }] },
      { approvers: null },
      { policy: 'other' },
      { policy: null },
      { decisions: ['approve', 'reject', 'edit'] },
      { decisions: ['reject', 'approve'] },
      { decisions: undefined, options: ['Yes', 'No'] },
      { decisions: undefined, options: ['Yes', 'Not now'] },
      { decisions: undefined, options: ['Yes', 'No'], approving_options: ['Yes'] },
    ];
    const bodies = [own, ...other.map((change) => Object.assign({}, own, change))];
    const ask = async (body: Record<string, unknown>) =>
      (await agent.request('POST', '/v1/prompts/new', { ...questionWith(body), ...collapse })).json;
    const asked = [];
    for (const body of bodies) asked.push(await ask(body));
    expect(asked.map(({ prompt_num }) => prompt_num)).toEqual(bodies.map((_, at) => at + 1));
    const again = [];
    for (const body of bodies) again.push(await ask(body));
    expect(again).toEqual(asked.map((reply) => Object.assign({ collapsed: true }, reply)));

    // A changed policy is another one.
    await owner('PATCH', '/v1/policies/one', { approvals: 2 });
    expect(await ask(own)).toMatchObject({ prompt_num: bodies.length + 1 });
    const { key } = await makeKey(gateway, { preset: 'agent' });
    const others = await as(gateway, key)('POST', '/v1/prompts/new', { ...questionWith(own), ...collapse });
    expect(others.json).toMatchObject({ prompt_num: bodies.length + 2 });
    expect(others.json).not.toHaveProperty('collapsed');
  });

  it('collapse: a key and the one that replaces it ask the same question, and another key never gets it', async () => {
    const { post, gateway, agent, owner, questionWith } = await startRuled(engine);
    expect((await post()).json).toMatchObject({ prompt_num: 1 });
    const rolled = await owner('POST', `/v1/keys/${agent.id}/roll`, { grace_sec: 3600 });
    const body = questionWith(collapse);
    expect((await as(gateway, rolled.json.key)('POST', '/v1/prompts/new', body)).json).toMatchObject({
      prompt_num: 1,
      collapsed: true,
    });
    expect((await as(gateway, adminKey)('POST', '/v1/prompts/new', body)).json).toMatchObject({ prompt_num: 2 });
  });

  it('collapse: after an answer, a cancellation or the end of its time, the same question is asked again', async () => {
    const { post, press, reaches, agent, clock } = await startRuled(engine);
    await post();
    await press('Reject');
    await reaches(1, 'answered');
    expect((await post({ ...collapse, ttl_sec: 60 })).json).toMatchObject({ prompt_num: 2 });
    await agent.request('POST', '/v1/prompts/2/cancel');
    const third = await post({ ...collapse, ttl_sec: 60 });
    expect(third.json).toMatchObject({ prompt_num: 3 });
    clock.skip(60_000);
    const fourth = await post(collapse);
    expect(fourth.json).toMatchObject({ prompt_num: 4 });
    expect(fourth.json).not.toHaveProperty('collapsed');
  });

  it('collapse: the reply belongs to the Idempotency-Key of the request, also after the prompt is answered', async () => {
    const { gateway, agent, questionWith, press, reaches, post } = await startRuled(engine);
    await post();
    const repeat = (headers: Record<string, string>, body = questionWith(collapse)) =>
      gateway.request('POST', '/v1/prompts/new', { headers: { 'x-api-key': agent.key, ...headers }, body });
    const key = { 'idempotency-key': randomUUID() };
    const collapsed = await repeat(key);
    expect(collapsed.json).toMatchObject({ prompt_num: 1, collapsed: true });
    await press('Approve');
    await reaches(1, 'answered');
    expect((await repeat(key)).json).toEqual(collapsed.json);
    expect((await repeat(key, questionWith())).status).toBe(422);
    expect((await repeat({ 'idempotency-key': randomUUID() })).json).toMatchObject({ prompt_num: 2 });
  });

  it('collapse: rules answer first, and no prompt that a rule answered is taken', async () => {
    const { post, addRule, owner } = await startRuled(engine);
    await post();
    await addRule({ then: { verdict: 'deny', reason: 'No.' } });
    expect((await post(collapse)).json).toMatchObject({ prompt_num: 2, state: 'answered' });
    await owner('PATCH', '/v1/rules/rule', { then: { verdict: 'ask' } });
    expect((await post(collapse)).json).toMatchObject({ prompt_num: 1, collapsed: true });
  });

  it('collapse: in a batch each question is compared by itself', async () => {
    const { agent, questionWith, atAda } = await startRuled(engine);
    await agent.request('POST', '/v1/prompts/new', questionWith());
    const other = { channel_id: 'oncall', action: { name: 'restart' } };
    const prompts = [questionWith(collapse), questionWith({ ...collapse, ...other })];
    const { json } = await agent.request('POST', '/v1/prompts/batch', { prompts });
    expect(json.results).toMatchObject([{ prompt_num: 1, collapsed: true }, { prompt_num: 2 }]);
    expect(atAda()).toHaveLength(1);
  });
});

it('collapse without an action is refused', async () => {
  const { post } = await startRuled();
  const { status, json } = await post({ ...collapse, action: undefined });
  expect([status, json.code, json.detail]).toEqual([400, 'validation', expect.stringContaining('collapse')]);
});
